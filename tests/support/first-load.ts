import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Page } from '@playwright/test';

const compress = promisify(gzip);

export interface LoadedFile {
  path: string;
  gzipBytes: number;
}

/**
 * Notes from now on what a page of the extension asks for. (Resource timing leaves the files of an
 * extension out.)
 */
export function watchFiles(page: Page): { loaded(extensionFolder: string): Promise<LoadedFile[]> } {
  const paths = new Set<string>();
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (protocol === 'chrome-extension:') paths.add(pathname);
  });
  return {
    loaded: (extensionFolder) =>
      Promise.all(
        [...paths].map(async (path) => {
          const bytes = await compress(await readFile(join(extensionFolder, path)), { level: 9 });
          return { path, gzipBytes: bytes.length };
        }),
      ),
  };
}

/** In kB of a thousand bytes. */
export function kilobytesOf(files: readonly LoadedFile[]): number {
  return files.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0) / 1_000;
}

import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from './refusal.mjs';

/**
 * Where the browser keeps its data. A folder that the person named is theirs and stays.
 * @param {string | undefined} chosen
 * @param {boolean} keep
 * @returns {Promise<{ path: string, end(): Promise<void> }>}
 */
export async function openProfile(chosen, keep) {
  if (chosen !== undefined) {
    const existing = await stat(chosen).catch(() => undefined);
    if (existing && !existing.isDirectory()) {
      throw new Refusal(`--profile needs a folder, and ${chosen} is a file.`);
    }
    await mkdir(chosen, { recursive: true }).catch((error) => {
      throw new Refusal(`The folder ${chosen} cannot be made: ${error.message}`);
    });
    return { path: chosen, end: async () => {} };
  }
  const path = await mkdtemp(join(tmpdir(), 'tandem-start-'));
  return {
    path,
    async end() {
      if (keep) console.log(`The profile is kept: npm start -- --profile ${path}`);
      // The last helpers of a browser that has ended may still write for a moment.
      else await rm(path, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}

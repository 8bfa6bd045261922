import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as prettier from 'prettier';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asJsonObject } from '../../lib/shared/json';

let root: string;
const read = (path: string) => readFileSync(join(root, path), 'utf8');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tandem-new-tool-'));
  cpSync('lib/tools', join(root, 'lib/tools'), { recursive: true });
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function newTool(...names: string[]) {
  const run = spawnSync(process.execPath, ['scripts/new-tool.mjs', ...names, root], {
    encoding: 'utf8',
  });
  return { status: run.status, output: `${run.stdout}${run.stderr}`.trim() };
}

describe('npm run new:tool', () => {
  it('makes a tool and its test', async () => {
    const { status, output } = newTool('read_clipboard');
    expect(status).toBe(0);
    expect(output).toContain('lib/tools/catalogue/read-clipboard.ts');
    expect(read('lib/tools/catalogue/read-clipboard.ts')).toContain(
      'export function createReadClipboard(): Tool {',
    );
    expect(read('lib/tools/catalogue/read-clipboard.ts')).toContain("name: 'read_clipboard',");
    expect(read('lib/tools/catalogue/read-clipboard.test.ts')).toContain(
      "describe('read_clipboard', () => {",
    );
    for (const file of ['catalogue/read-clipboard.ts', 'catalogue/read-clipboard.test.ts']) {
      await expectTidy(`lib/tools/${file}`);
    }
  });

  it('makes a tool that works', async () => {
    cpSync('lib/shared', join(root, 'lib/shared'), { recursive: true });
    cpSync('lib/messaging', join(root, 'lib/messaging'), { recursive: true });
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
    newTool('read_clipboard');
    const path = join(root, 'lib/tools/catalogue.ts');
    const module = asJsonObject(await import(/* @vite-ignore */ path)) ?? {};
    const { createCatalogue } = module;
    const tools: unknown =
      typeof createCatalogue === 'function' && Reflect.apply(createCatalogue, undefined, [{}]);
    expect(tools).toContainEqual(expect.objectContaining({ name: 'read_clipboard' }));
  });

  it.each([
    ['a_first', 'ask-user', -1],
    ['list_windows', 'list-tabs', 1],
    ['zoom', 'user-choice', 1],
  ])('puts %s into its place in the catalogue', async (name, neighbour, distance) => {
    expect(newTool(name).status).toBe(0);
    const catalogue = read('lib/tools/catalogue.ts');
    await expectTidy('lib/tools/catalogue.ts');
    const files = [...catalogue.matchAll(/'\.\/catalogue\/([a-z0-9-]+)'/g)].map(([, file]) => file);
    const entries = [...catalogue.matchAll(/^ {4}(create\w+)\(/gm)].map(([, entry]) => entry);
    const imported = [...catalogue.matchAll(/^import \{ (create\w+) \}/gm)].map(
      ([, entry]) => entry,
    );
    expect(files).toEqual(files.toSorted());
    expect(entries).toEqual(imported);
    expect(files.indexOf(name.replaceAll('_', '-'))).toBe(files.indexOf(neighbour) + distance);
  });

  it.each(['ReadClipboard', 'read-clipboard', 'read__clipboard', '_read', 'read_', '2read'])(
    'refuses the name %s',
    (name) => {
      const { status, output } = newTool(name);
      expect(status).toBe(1);
      expect(output).toBe(
        `'${name}' is not a name for a tool: use lower-case words joined by _, the verb first, 64 characters at most.`,
      );
    },
  );

  it('refuses a name that leads out of the folder, and one that is too long', () => {
    expect(newTool('../../read').status).toBe(1);
    expect(newTool('a'.repeat(65)).status).toBe(1);
    expect(newTool('a'.repeat(64)).status).toBe(0);
  });

  it('asks for a name', () => {
    const run = spawnSync(process.execPath, ['scripts/new-tool.mjs'], { encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('Say how the tool is called');
  });

  it('overwrites nothing', () => {
    const before = read('lib/tools/catalogue.ts');
    expect(newTool('open_url')).toEqual({
      status: 1,
      output: 'lib/tools/catalogue/open-url.ts exists already.',
    });
    writeFileSync(join(root, 'lib/tools/catalogue/read-clipboard.test.ts'), 'mine');
    expect(newTool('read_clipboard')).toEqual({
      status: 1,
      output: 'lib/tools/catalogue/read-clipboard.test.ts exists already.',
    });
    expect(existsSync(join(root, 'lib/tools/catalogue/read-clipboard.ts'))).toBe(false);
    expect(read('lib/tools/catalogue.ts')).toBe(before);
  });

  it('leaves a catalogue that it cannot read alone', () => {
    writeFileSync(join(root, 'lib/tools/catalogue.ts'), 'export const tools = [];\n');
    const { status, output } = newTool('read_clipboard');
    expect(status).toBe(1);
    expect(output).toContain('add this one by hand');
    expect(read('lib/tools/catalogue.ts')).toBe('export const tools = [];\n');
    expect(existsSync(join(root, 'lib/tools/catalogue/read-clipboard.ts'))).toBe(false);
  });
});

/** It parses, and prettier would not touch it. */
async function expectTidy(path: string): Promise<void> {
  const source = read(path);
  const { diagnostics } = ts.transpileModule(source, { reportDiagnostics: true });
  expect(diagnostics).toEqual([]);
  const options = await prettier.resolveConfig('lib/tools/catalogue.ts');
  expect(await prettier.check(source, { ...options, filepath: path })).toBe(true);
}

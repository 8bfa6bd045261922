import { readFile } from 'node:fs/promises';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { importDirections } from '../../scripts/import-directions.mjs';

// Types cost seconds and decide nothing here, so these snippets are linted without them.
const eslint = new ESLint({
  overrideConfig: [
    { ...tseslint.configs.disableTypeChecked, files: ['**/*.ts', '**/*.tsx'] },
    { languageOptions: { parserOptions: { projectService: false } } },
  ],
});

async function complaints(filePath: string, code: string): Promise<string[]> {
  const results = await eslint.lintText(code, { filePath });
  return results
    .flatMap((result) => result.messages)
    .map((message) => message.ruleId ?? message.message)
    .filter((rule) => rule !== '@typescript-eslint/no-unused-vars');
}

const direction = 'boundaries/dependencies';

describe('an import against the direction of the layers', () => {
  it.each([
    ['lib/shared/x.ts', `import { runRecordSchema } from '../messaging/run-record';`],
    ['lib/messaging/x.ts', `import { defineTool } from '../tools/define-tool';`],
    ['lib/messaging/x.ts', `import type { Tool } from '../tools/tool';`],
    ['lib/tools/x.ts', `import type { Model } from '../conversation/model';`],
    ['lib/tools/catalogue/x.ts', `import type { Model } from '../../conversation/model';`],
    ['lib/permissions/x.ts', `import { defineTool } from '../tools/define-tool';`],
    ['lib/page/x.ts', `import { defineTool } from '../tools/define-tool';`],
    ['lib/panel/x.ts', `import type { RunLog } from '../conversation/run-log';`],
    ['components/chat/X.tsx', `import { defineTool } from '../../lib/tools/define-tool';`],
    ['components/chat/X.tsx', `import type { RunLog } from '../../lib/conversation/run-log';`],
    ['entrypoints/sidepanel/x.ts', `import type { Model } from '../../lib/conversation/model';`],
    ['lib/shared/x.ts', `export { runRecordSchema } from '../messaging/run-record';`],
    ['lib/shared/x.ts', `export const later = import('../messaging/run-record');`],
  ])('is refused: %s may not say %s', async (file, code) => {
    expect(await complaints(file, code)).toContain(direction);
  });

  it.each([
    ['lib/messaging/x.ts', `import { AppError } from '../shared/app-error';`],
    ['lib/tools/catalogue/x.ts', `import { defineTool } from '../define-tool';`],
    ['lib/permissions/x.ts', `import type { Tool } from '../tools/tool';`],
    ['lib/conversation/x.ts', `import { defineTool } from '../tools/define-tool';`],
    ['lib/storage/x.ts', `import type { RunLog } from '../conversation/run-log';`],
    ['lib/panel/x.ts', `import { foldRecords } from '../messaging/fold-records';`],
  ])('is fine along the direction: %s may say %s', async (file, code) => {
    expect(await complaints(file, code)).toEqual([]);
  });
});

describe('a package', () => {
  it.each([
    ['zod', 'lib/messaging/x.ts'],
    ['zod', 'lib/shared/x.ts'],
    ['zod/v4', 'components/chat/X.tsx'],
    ['webextension-polyfill', 'lib/storage/x.ts'],
    ['webextension-polyfill', 'entrypoints/background/x.ts'],
    ['react', 'lib/tools/x.ts'],
    ['react', 'lib/conversation/x.ts'],
    ['openai', 'lib/conversation/x.ts'],
    ['idb', 'lib/panel/x.ts'],
  ])('%s is refused in %s', async (name, file) => {
    const found = await complaints(file, `import * as it from '${name}';`);
    expect(found.filter((rule) => [direction, 'no-restricted-imports'].includes(rule))).not.toEqual(
      [],
    );
  });

  it.each([
    ['zod', 'lib/shared/zod.ts'],
    ['webextension-polyfill', 'lib/browser/x.ts'],
    ['idb', 'lib/storage/x.ts'],
    ['openai', 'lib/models/x.ts'],
    ['react', 'components/chat/X.tsx'],
    ['vitest', 'lib/tools/x.test.ts'],
  ])('%s is fine in %s', async (name, file) => {
    expect(await complaints(file, `import * as it from '${name}';`)).toEqual([]);
  });
});

describe('the browser', () => {
  it.each(['chrome.tabs.query({});', 'globalThis.browser.tabs.query({});'])(
    'is reached through lib/browser alone: %s',
    async (code) => {
      expect(await complaints('lib/browser/x.ts', code)).toEqual([]);
      for (const file of ['lib/tools/x.ts', 'components/chat/X.tsx', 'entrypoints/page/x.ts']) {
        expect(await complaints(file, code)).not.toEqual([]);
      }
    },
  );
});

describe('the habits that lint forbids', () => {
  it.each([
    ['a cast', 'export const x = JSON.parse("1") as number;', 'consistent-type-assertions'],
    ['a non-null assertion', 'export const x = [1][0]!;', 'no-non-null-assertion'],
    ['any', 'export const x: any = 1;', 'no-explicit-any'],
    ['a default export', 'export default 1;', 'no-default-export'],
  ])('%s', async (_habit, code, rule) => {
    const found = await complaints('lib/shared/x.ts', code);
    expect(found.map((id) => id.split('/').at(-1))).toContain(rule);
  });

  it('as const is not a cast', async () => {
    expect(await complaints('lib/shared/x.ts', 'export const x = [1] as const;')).toEqual([]);
  });
});

describe('lib/README.md', () => {
  it('tells the same directions that lint enforces', async () => {
    const page = await readFile('lib/README.md', 'utf8');
    const told = [...page.matchAll(/^\| `([\w-]+)\/` +\|.*\| ([^|]*)\|$/gm)].map(
      ([, folder = '', imports = '']) => [
        `lib/${folder}`,
        [...imports.matchAll(/`([\w-]+)`/g)].map((match) => `lib/${match[1] ?? ''}`).sort(),
      ],
    );
    const enforced = Object.entries(importDirections)
      .filter(([folder]) => folder.startsWith('lib/'))
      .map(([folder, { imports }]) => [folder, imports.toSorted()]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(enforced));
  });
});

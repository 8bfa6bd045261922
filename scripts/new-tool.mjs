/**
 * Makes a tool, its test and its place in the catalogue.
 *
 *   npm run new:tool read_clipboard
 *   node scripts/new-tool.mjs read_clipboard [root directory]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [name = '', root = fileURLToPath(new URL('..', import.meta.url))] = process.argv.slice(2);

const nameRule = /^[a-z][a-z0-9]*(?:_[a-z][a-z0-9]*)*$/;
const importLine = /^import \{ create\w+ \} from '\.\/catalogue\/([a-z0-9-]+)';$/;
const entryLine = /^ {4}create\w+\(.*\),$/;

const kebab = name.replaceAll('_', '-');
const factory = `create${name.replace(/(?:^|_)([a-z])/g, (_match, letter) => letter.toUpperCase())}`;
const words = name.replaceAll('_', ' ');
const title = words.charAt(0).toUpperCase() + words.slice(1);

try {
  makeTool();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function makeTool() {
  if (name === '') throw new Error('Say how the tool is called: npm run new:tool read_clipboard');
  if (!nameRule.test(name) || name.length > 64) {
    throw new Error(
      `'${name}' is not a name for a tool: use lower-case words joined by _, the verb first, 64 characters at most.`,
    );
  }
  const tool = `lib/tools/catalogue/${kebab}.ts`;
  const test = `lib/tools/catalogue/${kebab}.test.ts`;
  const catalogue = 'lib/tools/catalogue.ts';
  for (const path of [tool, test]) {
    if (existsSync(resolve(root, path))) throw new Error(`${path} exists already.`);
  }
  if (!existsSync(resolve(root, catalogue))) throw new Error(`${root} has no ${catalogue}.`);
  const extended = addToCatalogue(readFileSync(resolve(root, catalogue), 'utf8'));

  writeFileSync(resolve(root, tool), toolSource(), { flag: 'wx' });
  writeFileSync(resolve(root, test), testSource(), { flag: 'wx' });
  writeFileSync(resolve(root, catalogue), extended);
  console.log(`Made ${tool}, ${test} and an entry in ${catalogue}.`);
  console.log('Now write its description and run: npm run gen');
}

/** Imports and entries stand in the same order, by the name of the tool. */
function addToCatalogue(source) {
  const lines = source.split('\n');
  const imports = lines.flatMap((line, at) => {
    const file = importLine.exec(line)?.[1];
    return file === undefined ? [] : [{ at, name: file.replaceAll('-', '_') }];
  });
  const entries = lines.flatMap((line, at) => (entryLine.test(line) ? [at] : []));
  if (imports.length === 0 || imports.length !== entries.length) {
    throw new Error(
      'lib/tools/catalogue.ts does not list its tools one a line; add this one by hand.',
    );
  }
  const before = imports.filter((other) => other.name < name).length;
  const place = (positions) => positions[before] ?? positions.at(-1) + 1;
  lines.splice(place(entries), 0, `    ${factory}(),`);
  lines.splice(place(imports.map(({ at }) => at)), 0, importOf());
  return lines.join('\n');
}

function importOf() {
  return `import { ${factory} } from './catalogue/${kebab}';`;
}

function toolSource() {
  return `import { textOf } from '../../messaging/content';
import { z } from '../../shared/zod';
import { defineTool } from '../define-tool';
import type { Tool } from '../tool';

export function ${factory}(): Tool {
  return defineTool({
    name: '${name}',
    title: '${title}',
    description: 'TODO: what it does. Use it when … Do not use it …',
    input: z.object({
      text: z.string().min(1).describe('TODO: what this is.'),
    }),
    effect: 'read',
    capability: 'none',
    toolText: () => '${title}',
    progressIcon: 'tool',
    statusIcon: 'check',
    tooltip: (_input, result) => textOf(result.blocks),
    run: ({ text }) => text,
  });
}
`;
}

function testSource() {
  return `import { describe, expect, it } from 'vitest';
import { callTool } from '../../../tests/support/call-tool';
import { ${factory} } from './${kebab}';

describe('${name}', () => {
  it('answers', async () => {
    expect((await callTool(${factory}(), { text: 'hello' })).text).toBe('hello');
  });
});
`;
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decide } from '../../lib/permissions/policy';
import { asJsonObject } from '../../lib/shared/json';
import { createCatalogue } from '../../lib/tools/catalogue';
import type { Tool } from '../../lib/tools/tool';
import { fakeMemories } from '../support/fake-memories';
import { fakeTabs } from '../support/fake-tabs';

const folder = 'lib/tools/catalogue';
const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'));
const dependencies = { tabs: fakeTabs(), memories: fakeMemories() };
const tools = createCatalogue(dependencies);
const byName = tools.map((tool) => [tool.name, tool] as const);

const icons = [
  ...['calculator', 'check', 'clock', 'form', 'globe', 'group', 'list', 'memory'],
  ...['question', 'summary', 'tabs', 'todo', 'tool'],
];

const kebab = (name: string) => name.replaceAll('_', '-');
const pascal = (name: string) =>
  name.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());

describe('the catalogue', () => {
  it('has every tool of its folder once, sorted by name', () => {
    const names = tools.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)].sort());
    expect(names.map((name) => `${kebab(name)}.ts`).sort()).toEqual(files.toSorted());
  });

  it('has a test for every tool and no test without one', () => {
    const tests = readdirSync(folder).filter((file) => file.endsWith('.test.ts'));
    expect(tests).toEqual(files.map((file) => file.replace(/\.ts$/, '.test.ts')));
  });

  it('AGUI-10 runs nothing as code', () => {
    const sources = readdirSync('lib/tools', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(`lib/tools/${file}`, 'utf8'));
    expect(sources.filter((source) => /\beval\(|\bFunction\(/.test(source))).toEqual([]);
  });
});

describe.each(byName)('the tool %s', (name, tool) => {
  it('is what its file exports, and nothing else is', async () => {
    const path = resolve(folder, `${kebab(name)}.ts`);
    const module = asJsonObject(await import(/* @vite-ignore */ path)) ?? {};
    expect(Object.keys(module)).toEqual([`create${pascal(name)}`]);
    const [factory] = Object.values(module);
    const made: unknown =
      typeof factory === 'function' && Reflect.apply(factory, undefined, [dependencies]);
    expect(made).toMatchObject({ name });
    expect(readFileSync('lib/tools/catalogue.ts', 'utf8')).toContain(
      `import { create${pascal(name)} } from './catalogue/${kebab(name)}';`,
    );
  });

  it('XEM-23 has an explicit name, which no minifier changes', () => {
    expect(readFileSync(`${folder}/${kebab(name)}.ts`, 'utf8')).toContain(`name: '${name}',`);
    expect(name).toMatch(/^[a-z][a-z0-9]*(?:_[a-z][a-z0-9]*)*$/);
    expect(name.length).toBeLessThanOrEqual(64);
  });

  it('has one line in docs/tools.md', () => {
    const page = existsSync('docs/tools.md') ? readFileSync('docs/tools.md', 'utf8') : '';
    const lines = page.split('\n').filter((line) => new RegExp(`^\\| \`${name}\` +\\|`).test(line));
    expect(lines, 'run: npm run gen').toHaveLength(1);
  });

  it('BRV-26 XEM-69 tells the model what it does, when to use it and when not', () => {
    const { description } = tool;
    expect(description.length).toBeGreaterThanOrEqual(80);
    expect(description).toMatch(/\bUse it (?:when|whenever|for|once|at)\b/);
    expect(description).toMatch(/\bDo not use it\b/);
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect(description).not.toMatch(/TODO|\s{2}/);
  });

  it('XEM-69 takes flat input, and explains every part of it', () => {
    expect(depthOf(tool.schema)).toBeLessThanOrEqual(2);
    expect(unexplained(tool.schema)).toEqual([]);
  });

  it('XEM-69 has somebody who handles its calls', () => {
    expect(tool.run !== undefined || tool.interaction({}) === 'external').toBe(true);
  });

  it('BRV-28 shows a name, a text and icons that exist', () => {
    expect(tool.title.trim()).not.toBe('');
    expect(tool.title).not.toBe(name);
    expect(tool.toolText({}).trim()).not.toBe('');
    expect(icons).toContain(tool.progressIcon);
    expect(icons).toContain(tool.statusIcon);
  });

  it('BRV-04 runs unasked only when it reads and sends nothing out', () => {
    if (decisionOn(tool) === 'allow') {
      expect(tool.effect).toBe('read');
      expect(['none', 'read-browser', 'read-page']).toContain(tool.capability);
    } else {
      expect(decisionOn(tool)).toBe('ask');
    }
  });
});

/** What the policy says when nothing was granted yet. */
function decisionOn(tool: Tool): string {
  const { id: toolId, effect, capability } = tool;
  const request = {
    toolId,
    toolHash: 'hash',
    effect,
    capability,
    interaction: tool.interaction({}),
  };
  return decide(request, [], { conversationId: 'conversation-1' }).verdict;
}

/** How many objects lie inside each other at most; lists count as what they hold. */
function depthOf(schema: unknown): number {
  const { properties, items } = asJsonObject(schema) ?? {};
  const inner = [...Object.values(asJsonObject(properties) ?? {})].map(depthOf);
  if (properties !== undefined) return 1 + Math.max(0, ...inner);
  return items === undefined ? 0 : depthOf(items);
}

function unexplained(schema: unknown, path = ''): string[] {
  const { properties, items } = asJsonObject(schema) ?? {};
  const inItems = items === undefined ? [] : unexplained(items, `${path}[]`);
  const inProperties = Object.entries(asJsonObject(properties) ?? {}).flatMap(([key, property]) => {
    const here = `${path}.${key}`;
    const { description } = asJsonObject(property) ?? {};
    const explained = typeof description === 'string' && description.trim().length >= 10;
    return [...(explained ? [] : [here]), ...unexplained(property, here)];
  });
  return [...inItems, ...inProperties];
}

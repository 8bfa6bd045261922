import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folders = ['entrypoints', 'components', 'lib', 'scripts', 'tests', 'bench'];
const files = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !import.meta.filename.endsWith(path));

const directive = /(?:\/\/|\/\*)\s*eslint-disable.*/g;
const argued = /^\S+\s+eslint-disable(?:-next-line)? [@a-z][\w@/, -]*? -- \S.{9,}$/;

// A test and not a lint rule, because a file could switch such a rule off together with the others.
describe('an exception from a lint rule', () => {
  it('names the rule and argues its case', () => {
    const unargued = files.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(directive)]
        .map(([comment]) => comment)
        .filter((comment) => !argued.test(comment))
        .map((comment) => `${path}: ${comment}`),
    );
    expect(unargued).toEqual([]);
  });

  it.each([
    ['// eslint-disable-next-line no-console -- the entrypoint is where errors are logged', true],
    ['// eslint-disable-next-line no-console', false],
    ['// eslint-disable-next-line -- everything is bad here', false],
    ['/* eslint-disable */', false],
    ['// eslint-disable-line no-console -- hard to see at the end of a line', false],
  ])('is told from a mere habit: %s', (comment, expected) => {
    expect(argued.test(comment)).toBe(expected);
  });
});

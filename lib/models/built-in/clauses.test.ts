import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clausesOf, essenceOf, MAX_REQUEST, tidy } from './clauses';

const partsOf = (request: string) =>
  clausesOf(request).map(({ start, end }) => request.slice(start, end).trim());

describe('a request', () => {
  it('is taken apart at "and", at marks and at lines, but not within quotation marks or numbers', () => {
    expect(partsOf('what time is it and what is 3.5*2? Then open a.com; list tabs\nhelp')).toEqual([
      'what time is it',
      'what is 3.5*2',
      'open a.com',
      'list tabs',
      'help',
    ]);
    expect(partsOf('find "salt and pepper" in it and help')).toEqual([
      'find "salt and pepper" in it',
      'help',
    ]);
  });

  it('is read without the words that make it kind', () => {
    expect(essenceOf(' Hey, could you please list my tabs for me, please?! ')).toBe('list my tabs');
    expect(essenceOf('please')).toBe('please');
    expect(essenceOf('5!')).toBe('5!');
  });

  it('is never longer than a request, and has never more parts than a request', () => {
    expect(tidy('a and '.repeat(100_000)).length).toBeLessThanOrEqual(MAX_REQUEST);
    expect(clausesOf(tidy('a and '.repeat(100_000))).length).toBeLessThan(30);
  });
});

describe('the patterns of the assistant', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const repeatedRepeat = /\((?:[^()\\]|\\.)*[*+](?:[^()\\]|\\.)*\)[*+]/;

  it.each(files)('cannot take exponential time: %s', (file) => {
    const source = readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
    expect(source.split('\n').filter((line) => repeatedRepeat.test(line))).toEqual([]);
  });

  it('would be found out', () => {
    expect(repeatedRepeat.test('/^(a+)+$/')).toBe(true);
    expect(repeatedRepeat.test('/^(?:all |the )*tabs$/')).toBe(false);
  });
});

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { describeDrift, proofsOf, readRows, renderCoverage } from '../../scripts/coverage.mjs';
import { chooseSeed, leftOutBySample } from '../../scripts/sample.mjs';
import { mergeE2e, type TestOutcome } from '../../scripts/test-reports.mjs';

const specification = [
  '| Id     | What holds        | P   |',
  '| ------ | ----------------- | --- |',
  '| KAI-01 | The first thing.  | P0  |',
  '| KAI-02 | A second \\| thing. | P1  |',
  '| BRV-01 | Something else.   | P0  |',
].join('\n');

function test(title: string, change: Partial<TestOutcome> = {}): TestOutcome {
  return { id: title, title, kind: 'unit', outcome: 'passed', length: 'short', ...change };
}

function coverageOf(tests: TestOutcome[]): string[] {
  const rows = readRows(specification);
  return renderCoverage(rows, proofsOf(rows, tests)).split('\n');
}

describe('a row of the specification', () => {
  it('holds when a passing test names it', () => {
    const lines = coverageOf([test('KAI-01 KAI-02 works'), test('KAI-01 works', { kind: 'e2e' })]);
    expect(lines).toContain('| KAI-01 | P0 | 1 unit, 1 e2e |');
    expect(lines).toContain('| KAI-02 | P1 | 1 unit |');
    expect(lines).toContain('| KAI | 1/1 | 1/1 | 0/0 | 0/0 | 2/2 |');
  });

  it('does not hold when no test names it', () => {
    const lines = coverageOf([test('works')]);
    expect(lines).toContain('| BRV-01 | P0 | – |');
    expect(lines).toContain('| All | 0/2 | 0/1 | 0/0 | 0/0 | 0/3 |');
  });

  it.each(['failed', 'skipped'] as const)(
    'does not hold when one of its tests is %s',
    (outcome) => {
      expect(coverageOf([test('KAI-01 works'), test('KAI-01 too', { outcome })])).toContain(
        '| KAI-01 | P0 | – |',
      );
    },
  );

  it('has to exist before a test can name it', () => {
    expect(() => coverageOf([test('KAI-99 works')])).toThrow('KAI-99 in "KAI-99 works"');
  });

  it('has an id of its own and a priority, in the page that we ship', async () => {
    const page = await readFile('docs/specification.md', 'utf8');
    const ids = readRows(page).map((row) => row.id);
    expect(ids).toEqual(page.match(/^\| [A-Z]+-\d+/gm)?.map((start) => start.slice(2)));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the coverage page', () => {
  const long = { kind: 'e2e', length: 'long' } as const;
  const listed = [test('KAI-01 long', long), test('KAI-02 long', long)];

  it('is the same after a sampled run and after the full one', () => {
    expect(mergeE2e(listed, [listed[1] ?? test('')])).toEqual(mergeE2e(listed, listed));
  });

  it('believes the run where the run and the list differ', () => {
    const run = [test('KAI-01 long', { ...long, outcome: 'failed' })];
    expect(mergeE2e(listed, run).map((outcome) => outcome.outcome)).toEqual(['failed', 'passed']);
  });

  it('tells which lines changed, whatever the width of the columns', () => {
    const before = '| KAI-01 | P0 | – |\n| KAI-02   | P1 | 1 unit |';
    const after = '| KAI-01 | P0 | 2 unit |\n| KAI-02 | P1 | 1 unit |';
    expect(describeDrift(before, after).toSorted()).toEqual([
      '+ | KAI-01 | P0 | 2 unit |',
      '- | KAI-01 | P0 | – |',
    ]);
  });
});

describe('the sample of long tests', () => {
  const items = Array.from({ length: 40 }, (_, index) => index);

  it('is the same for the same seed and another for another', () => {
    expect(leftOutBySample(items, { size: 6, seed: 7 })).toEqual(
      leftOutBySample(items, { size: 6, seed: 7 }),
    );
    expect(leftOutBySample(items, { size: 6, seed: 7 })).not.toEqual(
      leftOutBySample(items, { size: 6, seed: 8 }),
    );
  });

  it('keeps as many as it was asked to', () => {
    expect(leftOutBySample(items, { size: 6, seed: 1 })).toHaveLength(34);
    expect(leftOutBySample(items, { size: 60, seed: 1 })).toEqual([]);
  });

  it('reaches every test sooner or later', () => {
    const reached = new Set<number>();
    for (let seed = 0; seed < 200; seed += 1) {
      const leftOut = new Set(leftOutBySample(items, { size: 6, seed }));
      for (const item of items) if (!leftOut.has(item)) reached.add(item);
    }
    expect(reached.size).toBe(items.length);
  });

  it('takes its seed from TANDEM_SEED and refuses what is no number', () => {
    expect(chooseSeed('123')).toBe(123);
    expect(() => chooseSeed('soon')).toThrow('TANDEM_SEED must be a whole number');
    expect(Number.isSafeInteger(chooseSeed(undefined))).toBe(true);
  });
});

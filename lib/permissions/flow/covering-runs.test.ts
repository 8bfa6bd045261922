import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveringRuns } from './covering-runs';

/** Lengths by unit, from runs that are given as [start, end]. */
function lengthsOf(size: number, ...runs: [number, number][]): Int32Array {
  const lengths = new Int32Array(size);
  for (const [start, end] of runs) {
    for (let unit = start; unit < end; unit += 1) {
      lengths[unit] = Math.max(lengths[unit] ?? 0, unit + 1 - start);
    }
  }
  return lengths;
}

function covered(text: string, ...runs: [number, number][]): [number, number][] {
  return coveringRuns(text, lengthsOf(text.length, ...runs)).map(({ from, to }) => [from, to]);
}

describe('the runs that cover a text', () => {
  it.each([
    ['has eight characters', 'abcdefgh', 8],
    ['has five letters or digits among them', 'a-b-c-1-2', 9],
  ])('are taken when one %s', (_reason, text, end) => {
    expect(covered(text, [0, end])).toEqual([[0, end]]);
  });

  it.each([
    ['has fewer characters', 'abcdefg'],
    ['has fewer letters and digits', 'a-b-c-1---'],
    ['would be long enough with blanks alone', ' abcdefg\n'],
  ])('are left when one %s', (_reason, text) => {
    expect(covered(text, [0, text.length])).toEqual([]);
  });

  it('count their own letters only', () => {
    expect(covered('abcdefgh-a-b-c-d-.', [8, 18])).toEqual([]);
  });

  it('have no blanks at their edges, and no half of a character', () => {
    expect(covered(' \n abcdefgh \t', [0, 13])).toEqual([[3, 11]]);
    expect(covered('\udc00abcdefgh\ud800', [0, 10])).toEqual([[1, 9]]);
    expect(covered('\u{1d400}abcdefg\u{1d401}', [0, 11])).toEqual([[0, 11]]);
  });

  it('are the longest wherever they overlap', () => {
    // Seldom any, so that runs become long and overlap.
    const loss = fc.oneof(
      { weight: 9, arbitrary: fc.constant(0) },
      { weight: 3, arbitrary: fc.integer({ min: 1, max: 6 }) },
    );
    fc.assert(
      fc.property(fc.array(loss, { minLength: 30, maxLength: 80 }), (losses) => {
        const text = 'x'.repeat(losses.length);
        const lengths = new Int32Array(losses.length);
        losses.forEach((loss, unit) => {
          lengths[unit] = Math.max(0, (lengths[unit - 1] ?? 0) + 1 - loss);
        });
        const best = Array.from(text, () => 0);
        lengths.forEach((length, last) => {
          if (length >= 8) {
            for (let unit = last + 1 - length; unit <= last; unit += 1) {
              best[unit] = Math.max(best[unit] ?? 0, length);
            }
          }
        });
        const found = Array.from(text, () => 0);
        for (const { from, to, start, end } of coveringRuns(text, lengths)) {
          expect(start <= from && from < to && to <= end).toBe(true);
          found.fill(end - start, from, to);
        }
        expect(found).toEqual(best);
      }),
      { numRuns: 500 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seam, wall } from './flow-strand';
import { longestRuns } from './longest-runs';

describe('the longest runs that two texts share', () => {
  it('are those that looking at every part would find', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '\u00e9', seam, wall), { maxLength: 40 })
      .map((units) => units.join(''));
    fc.assert(
      fc.property(text, text, (needle, haystack) => {
        const { lengths, ends } = longestRuns(needle, haystack);
        for (let unit = 0; unit < needle.length; unit += 1) {
          const length = lengths[unit] ?? 0;
          const part = needle.slice(unit + 1 - length, unit + 1);
          expect(length).toBe(longestByHand(needle.slice(0, unit + 1), haystack));
          expect(haystack.slice((ends[unit] ?? 0) - length, ends[unit])).toBe(part);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('are found at the first of several places', () => {
    expect([...longestRuns('abc', 'abc-abc-abc').ends]).toEqual([1, 2, 3]);
  });
});

function longestByHand(text: string, haystack: string): number {
  let length = 0;
  while (length < text.length) {
    const part = text.slice(-length - 1);
    if (/[\ufffe\uffff]/u.test(part) || !haystack.includes(part)) break;
    length += 1;
  }
  return length;
}

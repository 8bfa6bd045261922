import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Segmenter } from './segments';

const segmentsOf = (text: string) => new Segmenter().segmentsOf(text);

/** Long texts of few parts, with and without places to cut at. */
const longText = fc
  .array(
    fc.tuple(
      fc.constantFrom('word ', '**', '*a', '`', 'x', '[a](b', '。', '\\', '👋', '_', ' ', '\n'),
      fc.integer({ min: 1, max: 1_500 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.map(([part, times]) => part.repeat(times)).join(''));

describe('the segments of a text', () => {
  it('are the text, none is too long, and no character is torn', () => {
    fc.assert(
      fc.property(longText, (text) => {
        const segments = segmentsOf(text);
        expect(segments.join('')).toBe(text);
        for (const segment of segments) {
          expect(segment.length).toBeLessThanOrEqual(4_001);
          expect(segment.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('stay where they are while the text grows', () => {
    fc.assert(
      fc.property(longText, fc.array(fc.nat(), { maxLength: 5 }), (text, places) => {
        const segmenter = new Segmenter();
        const ends = places.map((place) => place % (text.length + 1)).sort((a, b) => a - b);
        for (const end of ends) segmenter.segmentsOf(text.slice(0, end));
        expect(segmenter.segmentsOf(text)).toEqual(segmentsOf(text));
      }),
    );
  });

  it('are cut anew when another text takes its place', () => {
    const segmenter = new Segmenter();
    segmenter.segmentsOf('some words '.repeat(500));
    const other = 'quite other '.repeat(500);
    expect(segmenter.segmentsOf(other)).toEqual(segmentsOf(other));
  });

  it('do not end inside of bold words, a link or code', () => {
    const filler = 'word '.repeat(190);
    for (const span of ['**bold and long**', '[a label](https://a.example)', '`some code here`']) {
      const text = `${filler}${'x'.repeat(45)} ${span} ${filler}${filler}`;
      expect(segmentsOf(text).some((segment) => segment.includes(span))).toBe(true);
      expect(segmentsOf(text).length).toBeGreaterThan(1);
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wall } from './flow-strand';
import { normaliseText } from './normalise-text';

describe('a normalised text', () => {
  it.each([
    ['case', 'Straße CAFÉ İstanbul', 'STRASSE café istanbul'],
    ['accents', 'Élodie', 'e\u0301lodie'],
    ['compatible forms', 'ﬁle １２３ ⑨', 'file 123 9'],
    ['blanks and punctuation', 'pass word: (a+b)', 'pa-s_s.word/a\u00a0b'],
    ['invisible characters', 'pass\u200b\u00ad\ufeffword\u{e0041}', 'password'],
    ['syllables of Hangul', '한국어', '한 국 어'],
  ])('does not depend on %s', (_kind, left, right) => {
    expect(normaliseText(left).text).toBe(normaliseText(right).text);
  });

  it('has letters and digits only, and the walls', () => {
    expect(normaliseText(`Ab-1 ${wall}\ufffeé！`).text).toBe(`ab1${wall}e`);
    expect(normaliseText('한국').text).toBe('한국');
  });

  it('knows where its characters came from', () => {
    expect(normaliseText('a-ﬁ\u{1d400}')).toEqual({
      text: 'afia',
      starts: [0, 2, 2, 3],
      ends: [1, 3, 3, 5],
    });
  });

  it('has its places in order, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            'a',
            'É',
            ' ',
            'ﷺ',
            '\u0301',
            '\ud800',
            '\udc00',
            '😀',
            '\u{1d400}',
          ),
        }),
        (text) => {
          const { starts, ends, text: normalised } = normaliseText(text);
          expect(starts).toHaveLength(normalised.length);
          expect(starts).toEqual(starts.toSorted((left, right) => left - right));
          starts.forEach((start, unit) => expect(ends[unit]).toBeGreaterThan(start));
        },
      ),
    );
  });
});

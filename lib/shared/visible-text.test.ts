import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleLine, visibleText } from './visible-text';

describe('text as a person sees it', () => {
  it.each([
    ['zero-width characters', 'pass\u200b\u2060\ufeffword\u00ad'],
    ['joiners that join nothing', 'pass\u200d\u200cword'],
    ['direction overrides', '\u202epass\u202cword\u2066\u2069'],
    ['tag characters', 'pass\u{e0069}\u{e0067}\u{e006e}word'],
    ['variation selectors', 'pass\ufe0f\ufe01word\u{e0101}'],
    ['control characters', 'pass\u0000\u001b\u0085word\u007f'],
    ['half a surrogate pair', 'pass\ud83dword'],
    ['fillers that look empty', 'pass\u3164\u115fword'],
  ])('has no %s', (_kind, text) => {
    expect(visibleText(text)).toBe('password');
  });

  it.each(['👩‍💻 ❤️‍🔥 👍🏽 1️⃣', 'می‌خواهم', 'क्‍ष', 'naïve café', '日本語', 'a\tb\nc'])(
    'leaves %s alone',
    (text) => {
      expect(visibleText(text)).toBe(text);
    },
  );

  it('has one kind of line break', () => {
    expect(visibleText('a\r\nb\rc\u2028d\u2029e')).toBe('a\nb\nc\nd\ne');
  });

  it('changes nothing the second time', () => {
    const piece = fc.oneof(
      fc.constantFrom('👩', '\u200d', '\u200c', '\ufe0f', '1', '\u20e3', 'ب', '\u200b', 'a'),
      fc.string({ unit: 'binary', maxLength: 2 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const once = visibleText(pieces.join(''));
        expect(visibleText(once)).toBe(once);
      }),
    );
  });
});

describe('a line of text', () => {
  it('is one line', () => {
    expect(visibleLine('  two\n\tlines\u2028 here ', 100)).toBe('two lines here');
  });

  it('is cut between characters', () => {
    expect(visibleLine('12345', 5)).toBe('12345');
    expect(visibleLine('123456', 5)).toBe('1234…');
    expect(visibleLine('😀😀😀😀', 3)).toBe('😀😀…');
    expect(visibleLine('😀'.repeat(1000), 3)).toBe('😀😀…');
  });

  it('counts only what can be seen', () => {
    expect(visibleLine(`${'\u200b'.repeat(100)}abc`, 3)).toBe('abc');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowMatch } from '../../lib/messaging/permission';
import { visibleText } from '../../lib/shared/visible-text';
import { firstOf, hiddenHost, segmentsOf } from './text-segments';

const match = (start: number, end: number, origin = 'https://mail.example'): FlowMatch => ({
  path: ['to'],
  start,
  end,
  origin,
  how: 'exact',
  source: '',
});
const flat = (segments: ReturnType<typeof segmentsOf>) =>
  segments.map(({ parts, from }) => {
    const text = parts.map((part) => part.text).join('');
    return from === undefined ? text : `[${text} from ${from}]`;
  });
const marked = (text: string, ...matches: FlowMatch[]) => flat(segmentsOf(text, matches));
const strong = (text: string) =>
  segmentsOf(text, [])
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.strong ? [part.text] : []));

describe('what was read elsewhere', () => {
  it('is told apart in its place, with where it was read', () => {
    expect(marked('To ada@mail.example, now', match(3, 19))).toEqual([
      'To ',
      '[ada@mail.example from mail.example]',
      ', now',
    ]);
  });

  it.each([
    ['browser', 'your open tabs'],
    ['file:report.pdf', 'report.pdf'],
    ['http://localhost:8080', 'localhost:8080'],
  ])('is from %s in words', (origin, name) => {
    expect(marked('abc', match(0, 3, origin))).toEqual([`[abc from ${name}]`]);
  });

  it('is one mark where two overlap, and two where they touch', () => {
    const other = 'https://shop.example';
    expect(marked('abcdef', match(2, 5, other), match(0, 3))).toEqual([
      '[abcde from mail.example and shop.example]',
      'f',
    ]);
    expect(marked('abcdef', match(0, 3), match(3, 6, other))).toEqual([
      '[abc from mail.example]',
      '[def from shop.example]',
    ]);
  });

  it('is marked where it stands although characters before it cannot be seen', () => {
    expect(marked('a\u202e\u200bb\r\ncode', match(6, 10))).toEqual([
      'ab\n',
      '[code from mail.example]',
    ]);
  });

  it('keeps a picture whole, and is nothing where it is out of bounds', () => {
    expect(marked('😀!', match(1, 2))).toEqual(['[😀 from mail.example]', '!']);
    expect(marked('ab', match(5, 9), match(1, 1), match(-3, 1))).toEqual([
      '[a from mail.example]',
      'b',
    ]);
  });

  it('never brings back what cannot be seen, and loses nothing that can', () => {
    const range = fc.tuple(fc.integer({ min: -2, max: 30 }), fc.integer({ min: -2, max: 30 }));
    const text = fc.string({ unit: 'binary', maxLength: 24 });
    fc.assert(
      fc.property(text, fc.array(range, { maxLength: 4 }), (written, ranges) => {
        const segments = segmentsOf(
          written,
          ranges.map(([start, end]) => match(start, end)),
        );
        const shown = segments.flatMap(({ parts }) => parts.map((part) => part.text));
        expect(shown.map(visibleText)).toEqual(shown);
        const letters = (words: string) => words.replace(/[^\p{L}\p{N}]/gu, '');
        expect(letters(shown.join(''))).toBe(letters(visibleText(written)));
      }),
    );
  });
});

describe('the host of an address', () => {
  it.each([
    ['https://shop.example/cart?x=1#y', 'shop.example'],
    ['HTTPS://Shop.Example:8443/cart', 'Shop.Example'],
    ['https://bank.example@evil.example/login', 'evil.example'],
    ['https://bank.example:443@evil.example', 'evil.example'],
    ['http://127.0.0.1:8080/', '127.0.0.1'],
  ])('is emphasised in %s', (address, host) => {
    expect(strong(address)).toEqual([host]);
    expect(hiddenHost(address)).toBeUndefined();
  });

  it.each([
    ['https://аррӏе.example/', 'xn--80ak6aa92e.example'],
    ['https://bank.example\\@evil.example/', 'bank.example'],
    ['https:\\\\evil.example/', 'evil.example'],
    [' https://shop.example', 'shop.example'],
    ['http://0x7f.1/', '127.0.0.1'],
  ])('is told beside %j, which does not say it plainly', (address, host) => {
    expect(strong(address)).toEqual([]);
    expect(hiddenHost(address)).toBe(host);
  });

  it.each(['shop.example', 'Write to me', 'mailto:ada@mail.example', 'javascript:alert(1)', ''])(
    'is not looked for in %j',
    (text) => {
      expect(strong(text)).toEqual([]);
      expect(hiddenHost(text)).toBeUndefined();
    },
  );

  it('is emphasised inside a mark as well', () => {
    const [segment] = segmentsOf('https://shop.example/a', [match(0, 22)]);
    expect(segment?.parts.map(({ text, strong: bold }) => (bold ? `*${text}*` : text))).toEqual([
      'https://',
      '*shop.example*',
      '/a',
    ]);
  });
});

describe('the first characters', () => {
  it('are counted over marks and emphasis', () => {
    const segments = segmentsOf('To ada@mail.example, now', [match(3, 19)]);
    expect(flat(firstOf(segments, 6))).toEqual(['To ', '[ada from mail.example]']);
    expect(flat(firstOf(segments, 3))).toEqual(['To ']);
  });
});

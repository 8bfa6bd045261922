import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeVariants } from './decode-variants';
import { asItStands } from './flow-strand';

/** Of 18 bytes, so that base64 of it needs no padding; in base64 it has both + and /. */
const secret = 'grün?? > geheim&!';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hexadecimal = (text: string) => Buffer.from(text).toString('hex');
const eachUnit = (text: string, write: (code: number) => string) =>
  Array.from({ length: text.length }, (_, unit) => write(text.charCodeAt(unit))).join('');

const encodings: [string, (text: string) => string][] = [
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  [
    'percent-encoded three times',
    (text) => encodeURIComponent(encodeURIComponent(encodeURIComponent(text))),
  ],
  [
    'percent-encoded as Latin-1',
    (text) => eachUnit(text, (code) => `%${code.toString(16).padStart(2, '0')}`),
  ],
  [
    'percent-encoded as escape() did it',
    (text) => eachUnit(text, (code) => `%u${code.toString(16).padStart(4, '0')}`),
  ],
  ['entities by decimal number', (text) => eachUnit(text, (code) => `&#${code};`)],
  [
    'entities by hexadecimal number',
    (text) => eachUnit(text, (code) => `&#x${code.toString(16)};`),
  ],
  [
    'entities by name',
    (text) => text.replace('&', '&amp;').replace(' ', '&nbsp;').replace('\u00a0', ' '),
  ],
  [
    'escapes with four digits',
    (text) => eachUnit(text, (code) => `\\u${code.toString(16).padStart(4, '0')}`),
  ],
  ['escapes in braces', (text) => eachUnit(text, (code) => `\\u{${code.toString(16)}}`)],
  ['escapes with two digits', (text) => eachUnit(text, (code) => `\\x${code.toString(16)}`)],
  ['base64', base64],
  ['base64url', (text) => Buffer.from(text).toString('base64url')],
  ['base64 in lines', (text) => base64(text).replace(/.{6}/gu, '$&\r\n')],
  ['base64, percent-encoded', (text) => encodeURIComponent(base64(text))],
  ['base64 of base64', (text) => base64(base64(text))],
  ['base64 of percent-encoded', (text) => base64(encodeURIComponent(text))],
  ['hexadecimal', hexadecimal],
  ['hexadecimal in capitals', (text) => hexadecimal(text).toUpperCase()],
  ['hexadecimal with blanks', (text) => hexadecimal(text).replace(/../gu, '$& ')],
];

describe('what is encoded', () => {
  it.each(encodings)('is read when it is %s', (_name, encode) => {
    const encoded = encode(secret);
    const { strand, cut } = decodeVariants(asItStands(encoded), 10_000);
    const readable = strand.text.replaceAll('\u00a0', ' ');
    expect(readable).toContain(secret);
    expect(cut).toBe(false);
  });

  it.each(encodings)('is traced to its characters when it is %s', (_name, encode) => {
    const encoded = encode(secret);
    const { strand } = decodeVariants(asItStands(`say ${encoded}, please`), 10_000);
    const at = strand.text.replaceAll('\u00a0', ' ').indexOf(secret);
    expect(strand.starts[at]).toBe(4);
    expect(strand.ends[at + secret.length - 1]).toBe(4 + encoded.replace(/[=\s]+$/u, '').length);
  });

  it.each([
    ['base64', base64(secret)],
    ['hexadecimal', hexadecimal(secret)],
  ])('is read when other letters stand right before the %s', (_name, encoded) => {
    for (const before of ['a', 'ab', 'abc', 'abcd', 'id/']) {
      const { strand } = decodeVariants(asItStands(before + encoded), 10_000);
      const at = strand.text.indexOf(secret);
      expect(strand.starts[at]).toBe(before.length);
    }
  });

  it.each(['plain words', '100 %', 'a&b;', '&nosuch;', '\\q', '&#9999999;', '%zz', '\\u{ffffff}'])(
    'is nothing in %s',
    (text) => {
      expect(decodeVariants(asItStands(text), 1000).strand.text).toBe('');
    },
  );

  it('is not followed forever', () => {
    const fourTimes = [1, 2, 3, 4].reduce(encodeURIComponent, '%');
    expect(decodeVariants(asItStands(fourTimes), 1000).strand.text).not.toMatch(/%(?!2)/u);
    const threeTimes = base64(base64(base64(secret)));
    expect(decodeVariants(asItStands(threeTimes), 1000).strand.text).not.toContain(secret);
  });

  it('is read as far as it is text', () => {
    const read = (text: string) => decodeVariants(asItStands(base64(text)), 1000).strand.text;
    expect(read('one\ttwo\r\nthree')).toContain('one\ttwo\r\nthree');
    for (const control of ['\0', '\u001f', '\u007f', '\u0080', '\u009f']) {
      expect(read(`before${control}after`)).toContain('before\uffff');
      expect(read(`before${control}after`)).toContain('after\uffff');
    }
    expect(read('before\u00a0after')).toContain('before\u00a0after');
    expect(read('a1b2c')).toContain('a1b2c');
    expect(read('a1b2')).toBe('');
  });

  it('takes no more room than it is given, and says so', () => {
    const text = `${'x'.repeat(500)}%41`;
    expect(decodeVariants(asItStands(text), 600)).toMatchObject({ cut: false });
    const small = decodeVariants(asItStands(text), 100);
    expect(small.cut).toBe(true);
    expect(small.strand.text.length).toBeLessThanOrEqual(100);
  });

  it('is traced within bounds, whatever it is', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.constantFrom(
        '\ud83d',
        '\u{1d400}',
        '%25',
        '%',
        '%c3%a9',
        '%ff',
        '&amp;',
        '&#x41;',
        '\\u00',
        '41',
        'QUFB',
        '=',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const { strand } = decodeVariants(asItStands(text), 10_000);
        expect(strand.ends).toHaveLength(strand.text.length);
        strand.starts.forEach((start, unit) => {
          if (strand.text[unit] === '\uffff') return;
          expect(start).toBeGreaterThanOrEqual(0);
          expect(strand.ends[unit]).toBeGreaterThan(start);
          expect(strand.ends[unit]).toBeLessThanOrEqual(text.length);
        });
      }),
    );
  });
});

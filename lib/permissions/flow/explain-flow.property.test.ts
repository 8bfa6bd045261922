import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainFlow } from './explain-flow';

const tabs = { origin: 'browser', text: 'Quarterly figures' };
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const otherLetters = 'жзикл мнопр. стуф';
const secretText = fc.string({
  unit: fc.constantFrom(...Array.from(letters)),
  minLength: 8,
  maxLength: 40,
});
const fromOtherAlphabet = fc.string({
  unit: fc.constantFrom(...Array.from(otherLetters)),
  maxLength: 60,
});

describe('whatever the texts', () => {
  const ways: [string, (text: string) => string][] = [
    ['as it is', (text) => text],
    ['in capitals', (text) => text.toUpperCase()],
    [
      'percent-encoded',
      (text) => text.replace(/./gu, (unit) => `%${unit.charCodeAt(0).toString(16)}`),
    ],
    ['in base64', (text) => Buffer.from(text).toString('base64url')],
    ['with separators', (text) => Array.from(text).join('-')],
  ];
  it.each(ways)('a part that is sent %s is covered', (_way, write) => {
    fc.assert(
      fc.property(
        secretText,
        fromOtherAlphabet,
        fromOtherAlphabet,
        fc.array(fromOtherAlphabet, { maxLength: 3 }),
        (secret, before, after, others) => {
          const written = write(secret);
          const input = { others, text: [`${before}~${written}~${after}`] };
          const held = { origin: 'o', text: `read: (${secret}) there` };
          const unmarked = Array.from(
            { length: written.length },
            (_, at) => before.length + 1 + at,
          );
          for (const { path, start, end, origin } of explainFlow(input, [held]).matches) {
            expect({ path, origin }).toEqual({ path: ['text', 0], origin: 'o' });
            expect(start).toBeGreaterThan(before.length - 1);
            expect(end).toBeLessThanOrEqual(before.length + written.length + 2);
            for (let at = start; at < end; at += 1) {
              if (unmarked.includes(at)) unmarked.splice(unmarked.indexOf(at), 1);
            }
          }
          expect(unmarked).toEqual([]);
        },
      ),
    );
  });

  it('a part that is cut up over a list is covered', () => {
    fc.assert(
      fc.property(secretText, fc.array(fc.integer({ min: 1, max: 6 })), (secret, sizes) => {
        const list: string[] = [];
        let rest = secret;
        for (const size of sizes) {
          if (rest.length <= size) break;
          list.push(rest.slice(0, size));
          rest = rest.slice(size);
        }
        list.push(rest);
        fc.pre(rest.length < 8 && list.length <= 20);
        const { matches } = explainFlow({ list }, [{ origin: 'o', text: `.${secret}.` }]);
        const spans = matches.map(({ path, start, end }) => [path[1], start, end]);
        expect(spans).toEqual(list.map((text, index) => [index, 0, text.length]));
      }),
    );
  });

  it('nothing is found that is not there', () => {
    const held = fc.string({ unit: fc.constantFrom(...Array.from(otherLetters)) });
    fc.assert(
      fc.property(fc.array(secretText), held, (list, text) => {
        expect(explainFlow({ list }, [{ origin: 'o', text }]).matches).toEqual([]);
      }),
    );
  });

  it('it explains any JSON, within the bounds of its strings', () => {
    const few = ['a', 'b', 'A', '%', '4', '1', ' ', '&#', ';', '\\u', '='];
    const odd = ['😀', '\ud83d', '\ude00', 'é', 'ﬁ', '\u0301', '\u200b', '\ufffe', '\uffff', '\0'];
    const text = fc.string({ unit: fc.constantFrom(...few, ...odd), maxLength: 30 });
    const value = fc.oneof(text, fc.array(text, { maxLength: 5 }), fc.double(), fc.jsonValue());
    fc.assert(
      fc.property(fc.dictionary(text, value), fc.array(text), (input, texts) => {
        const held = [...texts, JSON.stringify(input)].map((each) => ({
          origin: each,
          text: each,
        }));
        for (const { path, inKey, start, end, source } of explainFlow(input, held).matches) {
          const value = inKey === true ? path.at(-1) : valueAt(input, path);
          const found = String(value);
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(found.length);
          expect(Array.from(source).length).toBeLessThanOrEqual(80);
        }
      }),
    );
  });

  it('it ends with an input that is deeper than the stack, or refers to itself', () => {
    let deep: unknown = 'Quarterly figures';
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    expect(explainFlow({ deep }, [tabs]).matches[0]?.path).toHaveLength(20_001);
    const endless: unknown[] = [];
    endless.push(endless);
    expect(explainFlow({ endless }, [tabs])).toEqual({ matches: [], cut: true });
  });
});

function valueAt(input: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null
        ? Object.getOwnPropertyDescriptor(value, step)?.value
        : undefined,
    input,
  );
}

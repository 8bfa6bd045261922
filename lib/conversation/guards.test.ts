import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callSignature, isRepeating, LIMIT_TEXT, MAX_ITERATIONS, REPEAT_TEXT } from './guards';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const reversed = <Value>(input: Record<string, Value>) =>
  Object.fromEntries(Object.entries(input).reverse());

describe('the signature of a call', () => {
  it('KAI-75 differs by name and by arguments, also where a 31-hash would not', () => {
    expect(callSignature('f', '{"a":1}')).not.toBe(callSignature('f', '{"a":2}'));
    expect(callSignature('f', '{"a":1}')).not.toBe(callSignature('g', '{"a":1}'));
    expect(callSignature('f', '{"a":"Aa"}')).not.toBe(callSignature('f', '{"a":"BB"}'));
    expect(callSignature('Aa', '{}')).not.toBe(callSignature('BB', '{}'));
  });

  it('does not mind key order, white space or a missing object', () => {
    expect(callSignature('f', '{"a":1,"b":{"c":2,"d":3}}')).toBe(
      callSignature('f', ' { "b": {"d":3, "c":2}, "a":1 }\n'),
    );
    expect(callSignature('f', '')).toBe(callSignature('f', '{}'));
    expect(callSignature('f', ' \n')).toBe(callSignature('f', '{}'));
    expect(callSignature('f', '[1,2]')).not.toBe(callSignature('f', '[2,1]'));
  });

  it('keeps broken JSON as it is, apart from the JSON text that says the same', () => {
    const broken = '{"a":';
    expect(callSignature('f', broken)).not.toBe(callSignature('f', JSON.stringify(broken)));
    expect(callSignature('f', broken)).not.toBe(callSignature('f', '{"a": '));
    expect(callSignature('f', broken)).toBe(callSignature('f', broken));
  });

  it('cannot be forged by text that looks like the next part', () => {
    expect(callSignature('f', 'x', 'y')).not.toBe(callSignature('f', 'x","y'));
    expect(callSignature('f', '{}')).not.toBe(callSignature('f', '{}', ''));
    expect(callSignature('f', '{}', 'page 1')).not.toBe(callSignature('f', '{}', 'page 2'));
    expect(callSignature('f', '{"__proto__":1}')).not.toBe(callSignature('f', '{}'));
    expect(callSignature('f', '{"a":1e999}')).not.toBe(callSignature('f', '{"a":null}'));
  });

  it('takes arguments nested too deeply to be read', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(callSignature('f', deep)).toBe(callSignature('f', deep));
    expect(callSignature('f', deep)).not.toBe(callSignature('f', `${deep} `));
  });

  it('KAI-75 is equal exactly when name, arguments and state are', () => {
    const leaf = fc.constantFrom(1, '1', null, true, '', '{}');
    const value = fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.constantFrom('a', 'b'), leaf));
    const call = fc.record({
      name: fc.constantFrom('f', 'g', 'f"', 'f,'),
      input: fc.dictionary(fc.constantFrom('a', 'b', 'c'), value),
      state: fc.option(fc.constantFrom('', 'a', 'null'), { nil: undefined }),
    });
    fc.assert(
      fc.property(call, call, fc.boolean(), (left, other, isSameInput) => {
        const right = isSameInput ? { ...other, input: reversed(left.input) } : other;
        const [first, second] = [left, right].map(({ name, input, state }) =>
          callSignature(name, JSON.stringify(input), state),
        );
        expect(first === second).toBe(isDeepStrictEqual(plain(left), plain(right)));
      }),
      { numRuns: 500 },
    );
  });
});

describe('repeated batches', () => {
  const repeatsAt = (batches: string[][]) =>
    batches.findIndex((batch, index) => isRepeating(batches.slice(0, index), batch));

  it('KAI-76 are caught the third time in a row', () => {
    expect(repeatsAt([['A'], ['A'], ['A']])).toBe(2);
    expect(repeatsAt([['B'], ['A'], ['A'], ['A']])).toBe(3);
    expect(repeatsAt([['A'], ['A'], ['B'], ['A'], ['A']])).toBe(-1);
  });

  it('KAI-78 start anew after a different batch', () => {
    expect(repeatsAt([['A'], ['B'], ['A'], ['B'], ['A'], ['B']])).toBe(-1);
  });

  it('KAI-79 are compared as a whole and in order', () => {
    const both = ['A', 'B'];
    expect(repeatsAt([both, both, both])).toBe(2);
    expect(repeatsAt([both, ['B', 'A'], both])).toBe(-1);
    expect(repeatsAt([both, both, ['A']])).toBe(-1);
    expect(repeatsAt([both, both, ['A', 'C']])).toBe(-1);
    expect(repeatsAt([['A'], ['A'], both])).toBe(-1);
  });

  it('never hold for a batch without calls', () => {
    expect(isRepeating([[], []], [])).toBe(false);
  });
});

describe('what the model is told when a guard stops it', () => {
  it('KAI-74 is said in these words', () => {
    expect(LIMIT_TEXT).toBe(
      'You have reached the tool call limit. Please respond with the best answer you have so far based on the information gathered.',
    );
    expect(REPEAT_TEXT).toBe(
      'You are repeating the same tool calls. Please respond with the best answer you have so far.',
    );
  });

  it('comes after fifteen iterations', () => {
    expect(MAX_ITERATIONS).toBe(15);
  });
});

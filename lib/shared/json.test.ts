import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asJsonObject, canonicalJson, nestsDeeperThan } from './json';

describe('a JSON object', () => {
  it('is told from everything else', () => {
    expect(asJsonObject({ a: 1 })).toEqual({ a: 1 });
    for (const value of [[], null, undefined, 'text', 5, new Date(), new Map()]) {
      expect(asJsonObject(value)).toBeUndefined();
    }
  });

  it('cannot smuggle in a prototype', () => {
    const object = asJsonObject(JSON.parse('{"__proto__":{"admin":true},"a":1}'));
    expect(object).toEqual({ a: 1 });
    expect(object).not.toHaveProperty('admin');
  });
});

describe('canonical JSON', () => {
  it('does not depend on the order of keys, at any depth', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
    expect(canonicalJson({ a: null, b: [{ c: 2, d: 1 }] })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  });

  it('depends on the order of lists', () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  });

  it('leaves nothing out, not even a key that copies lose', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"b":1,"a":2}}'))).toBe(
      '{"__proto__":{"a":2,"b":1}}',
    );
  });

  it('means the same value, and is the same text for the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        const canonical = canonicalJson(plain);
        expect(JSON.parse(canonical)).toEqual(plain);
        expect(canonicalJson(JSON.parse(canonical))).toBe(canonical);
      }),
    );
  });
});

describe('the depth of a value', () => {
  it('counts objects and lists inside one another', () => {
    expect(nestsDeeperThan(5, 0)).toBe(false);
    expect(nestsDeeperThan({}, 1)).toBe(false);
    expect(nestsDeeperThan({ a: [{}] }, 3)).toBe(false);
    expect(nestsDeeperThan({ a: [{}] }, 2)).toBe(true);
    expect(nestsDeeperThan({ a: 1, b: { c: [] } }, 2)).toBe(true);
  });

  it('is found in a value that contains itself', () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    expect(nestsDeeperThan(circular, 100)).toBe(true);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../shared/json';
import { readForeignSchema, requiredNames } from './foreign-schema';

const accepts = (schema: JsonObject, input: unknown) =>
  readForeignSchema(schema).safeParse(input).success;
const properties = (shape: JsonObject) => ({ type: 'object', properties: shape });

describe('a schema that somebody else wrote', () => {
  it('AGUI-32 is enforced: types, choices, bounds, lists and nested objects', () => {
    const schema = properties({
      kind: { type: 'string', enum: ['a', 'b'] },
      list: { type: 'array', items: { type: 'integer', minimum: 0 } },
      inner: { ...properties({ name: { type: 'string' } }), required: ['name'] },
    });
    expect(accepts(schema, {})).toBe(true);
    expect(accepts(schema, { kind: 'a', list: [0, 1], inner: { name: 'x' } })).toBe(true);
    expect(accepts(schema, { kind: 'c' })).toBe(false);
    expect(accepts(schema, { list: [-1] })).toBe(false);
    expect(accepts(schema, { inner: {} })).toBe(false);
  });

  it('does not get to run its regular expressions here', () => {
    const hostile = '^(a+)+$';
    const deep = { anyOf: [{ type: 'null' }, { type: 'string', pattern: hostile }] };
    const schema = {
      ...properties({
        a: { type: 'string', pattern: hostile },
        list: { items: deep, type: 'array' },
      }),
      patternProperties: { [hostile]: { type: 'string' } },
      propertyNames: { pattern: hostile },
      additionalProperties: false,
    };
    const bait = 'a'.repeat(50_000) + '!';
    expect(accepts(schema, { a: bait, list: [bait], [bait]: 'x' })).toBe(true);
  });

  it('may have a parameter that is called pattern', () => {
    const schema = {
      ...properties({ pattern: { type: 'string' }, default: { type: 'string', pattern: '[' } }),
      required: ['pattern'],
    };
    expect(accepts(schema, { pattern: 'x', default: 'y' })).toBe(true);
    expect(accepts(schema, { pattern: 5 })).toBe(false);
    expect(accepts(schema, { pattern: 'x', default: 5 })).toBe(false);
  });

  it.each([
    ['a reference to elsewhere', properties({ a: { $ref: 'https://elsewhere.example/a.json' } })],
    ['a condition', { type: 'object', if: {}, then: { required: ['a'] } }],
    ['an unknown type', properties({ a: { type: 'quaternion' } })],
    ['nonsense', { type: 'object', properties: 5, required: 7 }],
  ])('accepts any object when it cannot be read: %s', (_title, schema) => {
    expect(accepts(schema, { a: 1 })).toBe(true);
    expect(accepts(schema, [])).toBe(false);
    expect(accepts(schema, 'a')).toBe(false);
  });

  it('AGUI-16 names what must be given, unless there is a default', () => {
    const schema = {
      ...properties({ a: { type: 'string' }, b: { type: 'string', default: 'x' } }),
      required: ['a', 'b', 'undeclared'],
    };
    expect(requiredNames(schema)).toEqual(['a', 'undeclared']);
    expect(requiredNames({ type: 'object' })).toEqual([]);
    expect(requiredNames({ type: 'object', required: 'a' })).toEqual([]);
  });

  it('can be read whatever it is', () => {
    const keyword = fc.constantFrom(
      ...['type', 'properties', 'required', 'items', 'enum', 'const', 'anyOf', '$ref', '$defs'],
      ...['minimum', 'pattern', 'patternProperties', 'additionalProperties', 'default', 'x', 'not'],
    );
    const value = fc.letrec<{ schema: JsonObject; any: unknown }>((tie) => ({
      schema: fc.dictionary(keyword, tie('any'), { maxKeys: 4 }),
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('object', 'string', 'array', '#', '#/$defs/x', '[', 0, true, null),
        fc.array(tie('any'), { maxLength: 3 }),
        tie('schema'),
      ),
    })).schema;
    fc.assert(
      fc.property(value, (schema) => {
        const parsed = { ...schema, type: 'object' };
        expect(() => readForeignSchema(parsed)).not.toThrow();
        expect(() => requiredNames(parsed)).not.toThrow();
      }),
    );
  });
});

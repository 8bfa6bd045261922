import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../shared/json';
import { z } from '../shared/zod';
import { validateInput } from './validate-input';

function complaints(schema: z.ZodType, input: JsonObject): string[] {
  const outcome = validateInput(schema, input);
  return outcome.ok ? [] : outcome.errors;
}

describe('input that is checked', () => {
  const weather = z.object({
    location: z.string().trim().min(1),
    number: z.number().min(0, 'Number must be non-negative').optional(),
  });

  it('AGUI-16 misses what is required', () => {
    expect(complaints(weather, {})).toEqual(['Missing required parameter: location']);
  });

  it('AGUI-17 may not be blank', () => {
    for (const location of ['', '  ', '\n', null]) {
      expect(complaints(weather, { location })).toEqual(['Location cannot be empty']);
    }
  });

  it('AGUI-18 is told of every fault at once', () => {
    expect(complaints(weather, { number: -1 })).toEqual([
      'Missing required parameter: location',
      'Number must be non-negative',
    ]);
  });

  it('AGUI-19 follows a rule for a value only when there is one', () => {
    expect(complaints(weather, { location: 'Bern' })).toEqual([]);
    expect(complaints(weather, { location: 'Bern', number: 0 })).toEqual([]);
    expect(complaints(weather, { location: 'Bern', number: -0.1 })).toEqual([
      'Number must be non-negative',
    ]);
  });

  it('AGUI-20 is told in the words of the schema where it has its own', () => {
    const schema = z.object({
      email: z
        .string('Missing address')
        .refine((text) => text.includes('@'), 'Invalid email format'),
    });
    expect(complaints(schema, { email: 'a.b' })).toEqual(['Invalid email format']);
    expect(complaints(schema, { email: 'a@b' })).toEqual([]);
    expect(complaints(schema, {})).toEqual(['Missing address']);
  });

  it('is told which parameter is wrong where the schema has no words', () => {
    const schema = z.object({
      kind: z.enum(['books', 'music']),
      items: z.array(z.object({ count: z.number().max(5) })),
      size: z.union([z.string(), z.number()]),
    });
    expect(
      complaints(schema, { kind: 'cars', items: [{ count: 1 }, { count: 6 }, {}], size: true }),
    ).toEqual([
      'kind: Invalid option: expected one of "books"|"music"',
      'items.1.count: Too big: expected number to be <=5',
      'Missing required parameter: items.2.count',
      'size: Invalid input: expected string, received boolean or ' +
        'Invalid input: expected number, received boolean',
    ]);
  });

  it('is told of a parameter that does not exist, where none may', () => {
    expect(complaints(z.strictObject({ a: z.string() }), { a: 'x', b: 1 })).toEqual([
      'Unrecognized key: "b"',
    ]);
  });

  it('misses what the schema would not miss, once', () => {
    const outcome = validateInput(z.looseObject({ a: z.string() }), {}, ['a', 'b', 'toString']);
    expect(outcome).toEqual({
      ok: false,
      errors: [
        'Missing required parameter: a',
        'Missing required parameter: b',
        'Missing required parameter: toString',
      ],
    });
    expect(validateInput(z.looseObject({}), { b: null }, ['b'])).toEqual({
      ok: true,
      input: { b: null },
    });
  });

  it('AGUI-29 comes back with its defaults and without what nobody asked for', () => {
    const schema = z.object({ location: z.string(), units: z.string().default('metric') });
    expect(validateInput(schema, { location: 'Bern', other: 1 })).toEqual({
      ok: true,
      input: { location: 'Bern', units: 'metric' },
    });
  });
});

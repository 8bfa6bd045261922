import { describe, expect, it } from 'vitest';
import { z } from '../shared/zod';
import { toParameterSchema } from './json-schema';

describe('the schema that a model is sent', () => {
  it('KAI-03 KAI-04 XEM-07 XEM-09 has every parameter with type and description, and what is required', () => {
    const schema = toParameterSchema(
      z.object({
        query: z.string().describe('What to look for'),
        limit: z.number().int().optional().describe('How many at most'),
        units: z.string().default('metric'),
      }),
    );
    expect(schema).toMatchObject({
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for' },
        limit: { type: 'integer', description: 'How many at most' },
        units: { type: 'string', default: 'metric' },
      },
    });
    expect(schema['required']).toEqual(['query']);
  });

  it('KAI-04 requires nothing when nothing is required', () => {
    expect(toParameterSchema(z.object({}))).toStrictEqual({
      type: 'object',
      properties: {},
      required: [],
    });
  });

  it('XEM-01 AGUI-32 has lists of objects inside, with their own rules', () => {
    const verse = z.object({ text: z.string(), rhyme: z.enum(['A', 'B']).optional() });
    const schema = toParameterSchema(
      z.object({ verses: z.array(verse), rating: z.number().min(0).max(5) }),
    );
    expect(schema['properties']).toEqual({
      verses: {
        type: 'array',
        items: {
          type: 'object',
          properties: { text: { type: 'string' }, rhyme: { type: 'string', enum: ['A', 'B'] } },
          required: ['text'],
        },
      },
      rating: { type: 'number', minimum: 0, maximum: 5 },
    });
  });

  it('XEM-07 does not repeat what the tool says of itself', () => {
    const input = z.object({}).meta({ name: 'a', title: 'A', description: 'Does things.' });
    expect(Object.keys(toParameterSchema(input)).sort()).toEqual([
      'properties',
      'required',
      'type',
    ]);
  });

  it('says when no other parameter is allowed', () => {
    expect(toParameterSchema(z.strictObject({}))).toMatchObject({ additionalProperties: false });
  });

  it('AGUI-32 is left as it is when it comes from elsewhere', () => {
    const schema = { type: 'object', description: 'Kept', 'x-vendor': 1 };
    expect(toParameterSchema(schema)).toBe(schema);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../shared/app-error';
import { parseArguments } from './parse-arguments';

function refusal(json: string): AppError {
  try {
    parseArguments(json);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error(`accepted ${json}`);
}

describe('the arguments of a call', () => {
  it('KAI-10 keep the types that the model gave them', () => {
    expect(parseArguments('{"a":"1","b":true,"c":3,"d":1.5,"e":{"x":1},"f":[1]}')).toEqual({
      a: '1',
      b: true,
      c: 3,
      d: 1.5,
      e: { x: 1 },
      f: [1],
    });
  });

  it('KAI-11 are none when the model sent nothing', () => {
    expect(parseArguments('')).toEqual({});
    expect(parseArguments(' \n\t')).toEqual({});
    expect(parseArguments(undefined)).toEqual({});
  });

  it.each(['{bad', '[]', '"x"', 'null', '5', 'true', '{"a":1}}', '{"a":1', "{'a':1}"])(
    'KAI-11 are refused when they are no JSON object: %s',
    (json) => {
      const error = refusal(json);
      expect(error.code).toBe('tool-arguments-invalid');
      expect(error.message).toMatch(/^Failed to parse arguments: ./);
    },
  );

  it('KAI-11 say what was received instead of an object', () => {
    expect(refusal('null').message).toContain('received null');
    expect(refusal('[]').message).toContain('received an array');
    expect(refusal('"x"').message).toContain('received a string');
  });

  it('cannot change what other objects inherit', () => {
    const parsed = parseArguments(
      '{"__proto__":{"polluted":1},"inner":{"__proto__":{"polluted":1}},"list":[{"\\u005f_proto__":{"polluted":1}}],"a":1}',
    );
    expect(JSON.stringify(parsed)).toBe('{"inner":{},"list":[{}],"a":1}');
    expect(Object.assign({}, parsed)).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  });

  it.each([101, 200_000])('are refused when nested %d deep', (depth) => {
    const json = '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);
    expect(refusal(json).message).toBe('Failed to parse arguments: nested too deeply');
  });

  it('KAI-10 KAI-11 are an object or a refusal, whatever was sent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (json) => {
        let parsed: unknown;
        try {
          parsed = parseArguments(json);
        } catch (error) {
          expect(error).toMatchObject({ code: 'tool-arguments-invalid' });
          return;
        }
        expect(Object.prototype.toString.call(parsed)).toBe('[object Object]');
      }),
    );
  });

  it('KAI-10 arrive as they were written', () => {
    const anyObject = fc
      .dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }))
      .filter((object) => !JSON.stringify(object).includes('__proto__'));
    fc.assert(
      fc.property(anyObject, (object) => {
        const json = JSON.stringify(object);
        expect(JSON.stringify(parseArguments(json))).toBe(json);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { coerceArguments, parseInlineCall } from './inline-call-parser';

describe('a call written into text', () => {
  it.each([
    ['{"name":"find","arguments":{"page":1}}', { page: 1 }],
    [' \n{"name":"find","parameters":{"page":1}}\n', { page: 1 }],
    ['{"name":"find","arguments":"{\\"page\\":1}"}', { page: 1 }],
    ['{"name":"find"}', {}],
    ['<function=find></function>', {}],
    ['<function=find><parameter=page>1</parameter></function>', { page: '1' }],
    [
      '<function=find>\n<parameter=a>\n  two\nlines \n</parameter>\n<parameter=b>\r\n<b>\r\n</parameter>\n</function>',
      { a: '  two\nlines ', b: '<b>' },
    ],
  ])('KAI-137 is read: %s', (block, input) => {
    expect(parseInlineCall(block)).toEqual({ name: 'find', arguments: input });
  });

  it.each([
    '',
    'find',
    '[]',
    '{"name":5,"arguments":{}}',
    '{"arguments":{}}',
    '{"name":"find","arguments":[1]}',
    '{"name":"find","arguments":"not JSON"}',
    '{"name":"find","arguments":{"page":1}',
    '<function=find>',
    '<function=>x</function>',
    'so: <function=find></function>',
    '<function=find><parameter=page>1',
    '<function=find><parameter=page>1</function>',
    '<function=find>stray</function>',
    '<function=find></function> and more',
  ])('KAI-137 is refused when it is neither form: %s', (block) => {
    expect(parseInlineCall(block)).toBeUndefined();
  });

  it('cannot change what an object inherits', () => {
    const call = parseInlineCall('<function=find><parameter=__proto__>x</parameter></function>');
    expect(Object.getPrototypeOf(call?.arguments)).toBe(Object.prototype);
  });
});

describe('arguments that came as text', () => {
  const schema = {
    type: 'object',
    properties: {
      text: { type: 'string' },
      count: { type: 'integer' },
      ratio: { type: 'number' },
      isOn: { type: 'boolean' },
      list: { type: 'array' },
      map: { type: 'object' },
      maybe: { type: ['number', 'null'] },
      either: { anyOf: [{ type: 'boolean' }, { type: 'string' }] },
      choice: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      free: {},
    },
  };

  it('KAI-137 become what the schema asks for', () => {
    const given = {
      text: '12',
      count: ' 12 ',
      ratio: '-1.5e3',
      isOn: 'True',
      list: '[1]',
      map: '{"a":1}',
      maybe: 'null',
      either: 'true',
      choice: '3',
      free: '1',
      unknown: '2',
      toString: '3',
    };
    expect(coerceArguments({ isOn: ' false ' }, schema)).toEqual({ isOn: false });
    expect(coerceArguments({ count: 'true' }, schema)).toEqual({ count: 'true' });
    expect(coerceArguments(given, schema)).toEqual({
      text: '12',
      count: 12,
      ratio: -1500,
      isOn: true,
      list: [1],
      map: { a: 1 },
      maybe: null,
      either: 'true',
      choice: 3,
      free: '1',
      unknown: '2',
      toString: '3',
    });
  });

  it('stay text when they do not fit, for validation to refuse', () => {
    const given = {
      text: 'true',
      count: '1.5',
      ratio: 'many',
      isOn: 'maybe',
      list: '{"a":1}',
      map: '[1]',
      maybe: '',
    };
    expect(coerceArguments(given, schema)).toEqual(given);
  });

  it('are left alone when they are no text or there is no schema', () => {
    expect(coerceArguments({ count: true, list: [1] }, schema)).toEqual({ count: true, list: [1] });
    expect(coerceArguments({ count: '1' }, {})).toEqual({ count: '1' });
  });
});

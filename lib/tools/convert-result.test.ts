import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentBlockSchema, textOf } from '../messaging/content';
import { AppError } from '../shared/app-error';
import { errorToResult, toContentBlocks } from './convert-result';
import { failure, success } from './execution-result';

const text = (...texts: string[]) => texts.map((value) => ({ type: 'text', text: value }));
const image = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' };
const pdf = { type: 'document', mediaType: 'application/pdf', data: 'JVBERi0=', name: 'a.pdf' };

const boom = () => {
  throw new Error('boom');
};

describe('what a tool returns, as the model is told it', () => {
  it.each([
    ['XEM-40 a string as it is', 'Hello  "you"\n', 'Hello  "you"\n'],
    ['XEM-41 a number', 42.5, '42.5'],
    ['XEM-41 a number that JSON does not have', Number.NaN, 'NaN'],
    ['XEM-42 true', true, 'true'],
    ['XEM-42 false', false, 'false'],
    ['XEM-43 XEM-56 nothing', undefined, 'ok'],
    ['XEM-57 null', null, 'null'],
    ['XEM-57 an empty string', '', 'ok'],
    ['XEM-57 an empty list', [], '[]'],
    ['XEM-57 an empty text block', { type: 'text', text: '' }, 'ok'],
    ['XEM-47 an object', { name: 'Alice', age: 30 }, '{"name":"Alice","age":30}'],
    [
      'XEM-47 the keys of an object in their order',
      { b: 1, a: { d: 2, c: 3 } },
      '{"b":1,"a":{"d":2,"c":3}}',
    ],
    ['XEM-47 an object that says how it is serialised', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [
      'XEM-47 an object without a prototype',
      Object.assign(Object.create(null), { a: 1 }),
      '{"a":1}',
    ],
    ['XEM-48 a symbol', Symbol('s'), 'Symbol(s)'],
    ['XEM-48 a big integer', 12345678901234567890n, '12345678901234567890'],
    ['XEM-48 a big integer inside', { id: 7n }, '{"id":"7"}'],
  ])('%s', (_title, value, expected) => {
    expect(toContentBlocks(value)).toEqual(text(expected));
  });

  it('XEM-44 XEM-45 XEM-46 content blocks as they are', () => {
    const block = { type: 'text', text: 'Hi' };
    expect(toContentBlocks(block)).toEqual([block]);
    expect(toContentBlocks(image)).toEqual([image]);
    expect(toContentBlocks(pdf)).toEqual([pdf]);
  });

  it('XEM-47 an object that is no valid block stays data', () => {
    expect(toContentBlocks({ type: 'text', value: 1 })).toEqual(text('{"type":"text","value":1}'));
    expect(toContentBlocks({ type: 'image', data: 5 })).toEqual(text('{"type":"image","data":5}'));
  });

  it('XEM-47 an instance of a class by its fields', () => {
    class Person {
      name = 'Alice';
    }
    expect(toContentBlocks(new Person())).toEqual(text('{"name":"Alice"}'));
  });

  it('XEM-48 what cannot be serialised in its string form', () => {
    class Point {
      x = 1;
      toString() {
        return `Point(${this.x})`;
      }
    }
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const named = () => 1;
    expect(toContentBlocks(new Point())).toEqual(text('Point(1)'));
    expect(toContentBlocks(named)).toEqual(text(String(named)));
    expect(toContentBlocks(circular)).toEqual(text('[object Object]'));
    expect(toContentBlocks({ toJSON: () => undefined })).toEqual(text('[object Object]'));
  });

  it('XEM-49 a list as one block for each element, in order', () => {
    expect(toContentBlocks(['a', 'b', 'c'])).toEqual(text('a', 'b', 'c'));
    expect(toContentBlocks([1, true, { a: 1 }])).toEqual(text('1', 'true', '{"a":1}'));
  });

  it('XEM-50 a list of blocks and values mixed', () => {
    expect(toContentBlocks(['see', image, { a: 1 }, pdf])).toEqual([
      ...text('see'),
      image,
      ...text('{"a":1}'),
      pdf,
    ]);
  });

  it('XEM-51 null in a list as "null"', () => {
    expect(toContentBlocks(['a', null])).toEqual(text('a', 'null'));
  });

  it('XEM-49 a list in a list as JSON', () => {
    expect(toContentBlocks([[1, [2]], []])).toEqual(text('[1,[2]]', '[]'));
  });

  it('XEM-58 several blocks, which join to lines where only text can be sent', () => {
    expect(textOf(toContentBlocks(['a', 'b', 'c']))).toBe('a\nb\nc');
  });

  it.each([
    ['toString', { toString: boom }],
    ['toJSON', { toJSON: boom, toString: boom }],
    ['a getter', Object.defineProperty({}, 'a', { enumerable: true, get: boom })],
    ['a type that throws', Object.defineProperty({}, 'type', { enumerable: true, get: boom })],
    ['toPrimitive', { toJSON: boom, [Symbol.toPrimitive]: boom }],
    ['a proxy', new Proxy({}, { get: boom, ownKeys: boom, has: boom, getPrototypeOf: boom })],
    ['a list behind a proxy', new Proxy([1], { get: boom })],
    ['a string form that is no string', { toJSON: boom, toString: () => ({}) }],
  ])('XEM-48 something, even when it throws: %s', (_title, hostile) => {
    for (const value of [hostile, [hostile], success(hostile)]) {
      const blocks = toContentBlocks(value);
      expect(blocks).toHaveLength(1);
      expect(textOf(blocks)).not.toBe('');
    }
  });

  it('XEM-48 something, even from a proxy that was revoked', () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    expect(textOf(toContentBlocks(proxy))).not.toBe('');
  });

  it('XEM-50 the good elements of a list beside a hostile one', () => {
    const blocks = toContentBlocks(['a', { toString: boom }, 'b']);
    expect(blocks).toHaveLength(3);
    expect(blocks[0]).toEqual({ type: 'text', text: 'a' });
    expect(blocks[2]).toEqual({ type: 'text', text: 'b' });
  });

  it('XEM-48 XEM-57 valid blocks with something in them, whatever the value', () => {
    const anyValue = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(anyValue, (value) => {
        const blocks = toContentBlocks(value);
        expect(blocks.length).toBeGreaterThan(0);
        for (const block of blocks) {
          expect(contentBlockSchema.safeParse(block).success).toBe(true);
          expect(block.type === 'text' && block.text === '').toBe(false);
        }
      }),
    );
  });
});

describe('an execution result, as the model is told it', () => {
  it('AGUI-43 is its result first', () => {
    expect(toContentBlocks(success({ a: 1 }, 'done'))).toEqual(text('{"a":1}'));
    expect(toContentBlocks(success('42', 'done'))).toEqual(text('42'));
    expect(toContentBlocks(success(5))).toEqual(text('5'));
    expect(toContentBlocks(success([1, 2]))).toEqual(text('[1,2]'));
    expect(toContentBlocks(success(false))).toEqual(text('false'));
  });

  it('AGUI-43 is its message when there is no result', () => {
    expect(toContentBlocks(success(undefined, 'done'))).toEqual(text('done'));
    expect(toContentBlocks(failure('Invalid expression'))).toEqual(text('Invalid expression'));
  });

  it('AGUI-43 is "true" or "false" when there is neither', () => {
    expect(toContentBlocks(success())).toEqual(text('true'));
    expect(toContentBlocks(failure(''))).toEqual(text('false'));
  });

  it('XEM-45 may hold content blocks', () => {
    expect(toContentBlocks(success(image))).toEqual([image]);
    expect(toContentBlocks(success([image, pdf]))).toEqual([image, pdf]);
  });

  it('AGUI-43 is not what data with a `success` of its own becomes', () => {
    expect(toContentBlocks({ success: true, result: 1 })).toEqual(
      text('{"success":true,"result":1}'),
    );
  });
});

describe('a failure, as the model is told it', () => {
  const said = (error: unknown) => textOf(errorToResult(error).blocks);

  it('XEM-52 is marked, and says the message', () => {
    expect(errorToResult(new Error('boom'))).toEqual({
      blocks: text('Error: boom'),
      isError: true,
    });
    expect(said(new AppError('code', 'Told plainly.'))).toBe('Error: Told plainly.');
  });

  it('XEM-53 has words even when the error has none', () => {
    expect(said(new Error())).toBe('Error: Unknown error occurred');
    expect(said(new TypeError('  '))).toBe('Error: Unknown error occurred');
    expect(said(undefined)).toBe('Error: Unknown error occurred');
    expect(said(null)).toBe('Error: Unknown error occurred');
  });

  it('does not say "Error:" twice', () => {
    expect(said(new Error('Error: boom'))).toBe('Error: boom');
    expect(said('Error: boom')).toBe('Error: boom');
  });

  it.each([
    ['a string', 'boom', 'Error: boom'],
    ['a number', 42, 'Error: 42'],
    ['something like an error', { message: 'boom' }, 'Error: boom'],
    ['an object', { code: 5 }, 'Error: {"code":5}'],
    ['a symbol', Symbol('s'), 'Error: Symbol(s)'],
    ['a failure', failure('no'), 'Error: no'],
    [
      'a message that throws',
      Object.defineProperty(new Error(), 'message', { get: boom }),
      'Error: Unknown error occurred',
    ],
    [
      'a message that is no string',
      Object.defineProperty(new Error(), 'message', { value: 5 }),
      'Error: Unknown error occurred',
    ],
  ])('XEM-52 may be anything that was thrown: %s', (_title, thrown, expected) => {
    expect(said(thrown)).toBe(expected);
  });
});

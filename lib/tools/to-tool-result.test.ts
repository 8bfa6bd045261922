import { describe, expect, it } from 'vitest';
import { toToolResult } from './to-tool-result';

const text = (value: string) => ({ type: 'text', text: value });
const image = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' };

describe('what run() returned, as a result', () => {
  it('passes when it is ready, with its artifacts', () => {
    const artifacts = [{ kind: 'file', title: 'a', mediaType: 'text/plain', data: 'eA==' }];
    const ready = { blocks: [text('a'), image], artifacts };
    expect(toToolResult(ready)).toStrictEqual(ready);
  });

  it('says that it is an error, once', () => {
    const failed = (value: string) => ({ blocks: [text(value)], isError: true });
    expect(toToolResult(failed('no'))).toEqual(failed('Error: no'));
    expect(toToolResult(failed('Error: no'))).toEqual(failed('Error: no'));
    expect(toToolResult({ blocks: [image], isError: true })).toEqual({
      blocks: [text('Error: Unknown error occurred'), image],
      isError: true,
    });
  });

  it('XEM-57 is never empty', () => {
    expect(toToolResult({ blocks: [] }).blocks).toEqual([text('ok')]);
    expect(toToolResult({ blocks: [text('')] }).blocks).toEqual([text('ok')]);
    expect(toToolResult({ blocks: [], isError: true }).blocks).toEqual([
      text('Error: Unknown error occurred'),
    ]);
  });

  it('XEM-47 is data when it only resembles a result', () => {
    for (const value of [
      { blocks: [{ type: 'paragraph' }] },
      { blocks: [text('a')], author: 'page' },
      { blocks: [text('a')], isError: false },
    ]) {
      expect(toToolResult(value)).toEqual({ blocks: [text(JSON.stringify(value))] });
    }
  });

  it('XEM-48 is something even when the value throws', () => {
    const hostile = Object.defineProperty({}, 'blocks', {
      enumerable: true,
      get: () => {
        throw new Error('boom');
      },
    });
    expect(toToolResult(hostile)).toEqual({ blocks: [text('[object Object]')] });
  });
});

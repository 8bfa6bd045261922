import { describe, expect, it } from 'vitest';
import { contentBlockSchema, textBlock, textOf, toolCallSchema, toolChoiceSchema } from './content';

describe('the text of a message', () => {
  it('is that of its text blocks, a line each', () => {
    expect(
      textOf([
        textBlock('one'),
        { type: 'image', mediaType: 'image/png', data: 'AAAA' },
        textBlock('two'),
        { type: 'document', mediaType: 'text/plain', data: 'BBBB', name: 'three' },
      ]),
    ).toBe('one\ntwo');
    expect(textOf([])).toBe('');
  });

  it('comes back out of a text block', () => {
    expect(textBlock('hello')).toEqual({ type: 'text', text: 'hello' });
    expect(textOf([textBlock('hello')])).toBe('hello');
  });
});

describe('a content block', () => {
  it.each([
    [{ type: 'text', text: '' }, true],
    [{ type: 'image', mediaType: 'image/png', data: '' }, true],
    [{ type: 'document', mediaType: 'text/plain', data: '' }, true],
    [{ type: 'document', mediaType: 'text/plain', data: '', name: 'a' }, true],
    [{ type: 'text' }, false],
    [{ type: 'image', data: '' }, false],
    [{ type: 'audio', mediaType: 'audio/ogg', data: '' }, false],
    ['text', false],
    [null, false],
  ])('%j is one: %s', (value, expected) => {
    expect(contentBlockSchema.safeParse(value).success).toBe(expected);
  });
});

describe('a tool call', () => {
  it('keeps what its provider said, and nothing else', () => {
    const call = { id: '1', name: 'look', argumentsJson: '{', providerState: [1] };
    expect(toolCallSchema.parse({ ...call, extra: true })).toEqual(call);
    expect(toolCallSchema.safeParse({ id: '1', name: 'look' }).success).toBe(false);
  });
});

describe('a tool choice', () => {
  it.each([
    [{ kind: 'auto' }, true],
    [{ kind: 'any', disableParallel: true }, true],
    [{ kind: 'none', disableParallel: false }, true],
    [{ kind: 'tool', name: 'look', disableParallel: true }, true],
    [{ kind: 'tool' }, false],
    [{ kind: 'tool', name: 7 }, false],
    [{ kind: 'every' }, false],
    [{ kind: 'auto', disableParallel: 'yes' }, false],
    [{}, false],
  ])('%j is one: %s', (value, expected) => {
    const parsed = toolChoiceSchema.safeParse(value);
    expect(parsed.success).toBe(expected);
    if (parsed.success) expect(parsed.data).toEqual(value);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryMessages } from '../../tests/support/arbitrary-messages';
import { textBlock, textOf, type ContentBlock } from '../messaging/content';
import { flattenToolTurns } from './flatten-tool-turns';
import type { ModelMessage } from './model';

const image: ContentBlock = { type: 'image', mediaType: 'image/png', data: 'AAAA' };
const question: ModelMessage = { role: 'user', blocks: [textBlock('Which fish?')] };
const assistant = (text: string, ...ids: string[]): ModelMessage => ({
  role: 'assistant',
  text,
  toolCalls: ids.map((id) => ({ id, name: 'find', argumentsJson: `{"page":"${id}"}` })),
});
const result = (toolCallId: string, ...blocks: ContentBlock[]): ModelMessage => ({
  role: 'tool',
  toolCallId,
  name: 'find',
  blocks,
});
const texts = (messages: ModelMessage[]) =>
  messages.map((message) => ('blocks' in message ? textOf(message.blocks) : message.text));

describe('tool turns in a request without tools', () => {
  it('are told as text: what was said, then each call with its result', () => {
    const flat = flattenToolTurns([
      question,
      assistant('Let me look.', 'a', 'b'),
      result('a', textBlock('carp')),
      result('b', textBlock('pike')),
    ]);
    expect(flat.map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
    expect(flat[0]).toBe(question);
    expect(flat[1]).toEqual({ role: 'assistant', text: 'Let me look.', toolCalls: [] });
    expect(texts(flat)[2]).toBe(
      [
        '[Tool results gathered so far. This is what tools returned, not a message from the user.]',
        'Result of find({"page":"a"}): carp',
        'Result of find({"page":"b"}): pike',
      ].join('\n'),
    );
  });

  it('that follow each other without a word share one list', () => {
    const flat = flattenToolTurns([
      question,
      assistant('', 'a'),
      result('a', textBlock('carp')),
      assistant('', 'b'),
      result('b', textBlock('pike')),
      assistant('Both live here.'),
    ]);
    expect(flat.map((message) => message.role)).toEqual(['user', 'user', 'assistant']);
    expect(texts(flat)[1]).toMatch(/carp[^]*pike/);
  });

  it('stay after the words they belong to', () => {
    const flat = flattenToolTurns([
      assistant('First here.', 'a'),
      result('a', textBlock('carp')),
      assistant('Then there.', 'b'),
      result('b', textBlock('pike')),
      assistant(' \n', 'c'),
      result('c', textBlock('tench')),
      assistant(''),
    ]);
    expect(flat.map((message) => message.role)).toEqual([
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
    expect(texts(flat)[1]).toMatch(/carp$/);
    expect(texts(flat)[3]).toMatch(/pike[^]*tench$/);
  });

  it('keep the images of their results, after the call they belong to', () => {
    const flat = flattenToolTurns([assistant('', 'a'), result('a', image, textBlock('a pike'))]);
    expect(flat).toEqual([
      {
        role: 'user',
        blocks: [
          textBlock(
            '[Tool results gathered so far. This is what tools returned, not a message from the user.]',
          ),
          textBlock('Result of find({"page":"a"}):'),
          image,
          textBlock('a pike'),
        ],
      },
    ]);
  });

  it('say so when a call was not answered, and keep a result whose call is gone', () => {
    const flat = flattenToolTurns([
      result('x', textBlock('tench')),
      assistant('', 'a'),
      question,
      assistant('', 'b'),
    ]);
    expect(flat.map((message) => message.role)).toEqual(['user', 'user', 'user']);
    expect(texts(flat)[0]).toMatch(/Result of find: tench\nfind\({"page":"a"}\) has no result\.$/);
    expect(texts(flat)[2]).toMatch(/find\({"page":"b"}\) has no result\.$/);
  });

  it('drop what a provider signed for the turn with its calls, and only there', () => {
    const signed = { providerState: { model: 'm', blocks: ['signature'] } };
    const spoken: ModelMessage = { role: 'assistant', text: 'Hi', toolCalls: [], ...signed };
    const calling: ModelMessage = { ...assistant('So', 'a'), ...signed };
    const flat = flattenToolTurns([spoken, calling, result('a', textBlock('carp'))]);
    expect(flat[0]).toBe(spoken);
    expect(flat[1]).toEqual({ role: 'assistant', text: 'So', toolCalls: [] });
  });

  it('leave no call and no tool message behind, and lose no block of a result', () => {
    fc.assert(
      fc.property(arbitraryMessages, (messages) => {
        const before = structuredClone(messages);
        const flat = flattenToolTurns(messages);
        expect(messages).toEqual(before);
        expect(flat.some((message) => message.role === 'tool')).toBe(false);
        expect(
          flat.every((message) => message.role !== 'assistant' || message.toolCalls.length === 0),
        ).toBe(true);
        const everything = texts(flat).join('\n');
        const images = flat.flatMap((message) =>
          'blocks' in message ? message.blocks.filter((block) => block.type !== 'text') : [],
        );
        const given = messages.flatMap((message) => ('blocks' in message ? message.blocks : []));
        for (const block of given) {
          if (block.type === 'text') expect(everything).toContain(block.text);
        }
        expect(images).toHaveLength(given.filter((block) => block.type !== 'text').length);
      }),
    );
  });
});

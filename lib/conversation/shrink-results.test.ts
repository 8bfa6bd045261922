import { describe, expect, it } from 'vitest';
import { textBlock, textOf, type ContentBlock } from '../messaging/content';
import type { ModelMessage } from './model';
import { shrinkLargeResults } from './shrink-results';

const large = [textBlock('x'.repeat(1_000))];
const image: ContentBlock[] = [{ type: 'image', mediaType: 'image/png', data: 'AAAA' }];
const document: ContentBlock[] = [{ type: 'document', mediaType: 'text/plain', data: 'a' }];

const turn = (id: string, ...results: ContentBlock[][]): ModelMessage[] => [
  {
    role: 'assistant',
    text: '',
    toolCalls: results.map((_blocks, at) => ({
      id: `${id}${at}`,
      name: 'read',
      argumentsJson: '',
    })),
  },
  ...results.map((blocks, at): ModelMessage => ({
    role: 'tool',
    toolCallId: `${id}${at}`,
    name: 'read',
    blocks,
  })),
];
const answer: ModelMessage = { role: 'assistant', text: 'done', toolCalls: [] };

/** Which results are still whole, by call id. */
const wholeIn = (before: ModelMessage[], after: ModelMessage[]) =>
  after.flatMap((message, at) =>
    message.role === 'tool' && message === before[at] ? [message.toolCallId] : [],
  );

describe('large results in later requests', () => {
  it('stay whole only for the newest two: texts of 1,000 characters, images and documents', () => {
    const messages = [
      ...turn('a', large),
      ...turn('b', image),
      ...turn('c', document),
      ...turn('d', large),
      ...turn('e', image),
      answer,
    ];
    expect(wholeIn(messages, shrinkLargeResults(messages))).toEqual(['d0', 'e0']);
    expect(wholeIn(messages, shrinkLargeResults(messages, 4))).toEqual(['b0', 'c0', 'd0', 'e0']);
    expect(wholeIn(messages, shrinkLargeResults(messages, 0))).toEqual([]);
  });

  it('leave a note that names the tool and says how to get the result again', () => {
    const [, shrunk] = shrinkLargeResults([...turn('a', [...large, ...image]), answer], 0);
    expect(shrunk?.role === 'tool' && shrunk.blocks).toHaveLength(1);
    const note = shrunk?.role === 'tool' ? textOf(shrunk.blocks) : '';
    expect(note).toMatch(/result of read was removed to save space/);
    expect(note).toMatch(/Call the tool again/);
    expect(shrunk).toMatchObject({ toolCallId: 'a0', name: 'read' });
  });

  it('do not count small ones', () => {
    const small = [textBlock('x'.repeat(999))];
    const messages = [
      ...turn('a', large),
      ...turn('b', large),
      ...turn('c', small),
      ...turn('d', small),
      answer,
    ];
    expect(shrinkLargeResults(messages)).toEqual(messages);
  });

  it('add up the texts of one result', () => {
    const halves = [textBlock('x'.repeat(500)), textBlock('y'.repeat(500))];
    const messages = [...turn('a', halves), answer];
    expect(wholeIn(messages, shrinkLargeResults(messages, 0))).toEqual([]);
  });

  it('are never taken away before the model has seen them once', () => {
    const messages = [...turn('a', large), ...turn('b', large, image, large)];
    expect(wholeIn(messages, shrinkLargeResults(messages))).toEqual(['b0', 'b1', 'b2']);
    const later = [...messages, answer];
    expect(wholeIn(later, shrinkLargeResults(later))).toEqual(['b1', 'b2']);
  });

  it('are left alone in the history that was given', () => {
    const messages = [...turn('a', large), answer];
    const before = structuredClone(messages);
    const shrunk = shrinkLargeResults(messages, 0);
    expect(messages).toEqual(before);
    expect(shrinkLargeResults(shrunk, 0)).toEqual(shrunk);
  });
});

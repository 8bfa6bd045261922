import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryMessages, complaintsAbout } from '../../tests/support/arbitrary-messages';
import { textBlock, textOf } from '../messaging/content';
import { estimateTokens, trimToWindow } from './context-window';
import type { ModelMessage } from './model';
import { sanitizeMessages } from './sanitize-messages';

const user = (text: string): ModelMessage => ({ role: 'user', blocks: [textBlock(text)] });
const answer = (text: string): ModelMessage => ({ role: 'assistant', text, toolCalls: [] });
const toolTurn = (id: string, size: number): ModelMessage[] => [
  { role: 'assistant', text: '', toolCalls: [{ id, name: 'read', argumentsJson: '{}' }] },
  { role: 'tool', toolCallId: id, name: 'read', blocks: [textBlock('x'.repeat(size))] },
];
const sizeOf = (messages: readonly ModelMessage[]) =>
  messages.reduce((sum, message) => sum + estimateTokens(message), 0);
const one = () => 1;

describe('the size of a message', () => {
  it('KAI-88 is four characters a token, the role included', () => {
    expect(estimateTokens({ role: 'system', text: 'x'.repeat(34) })).toBe(10);
    expect(estimateTokens(user('x'.repeat(36)))).toBe(10);
    expect(estimateTokens(answer('x'.repeat(31)))).toBe(10);
    expect(estimateTokens(user('x'.repeat(37)))).toBe(11);
  });

  it('KAI-88 counts an image as 100 tokens, whatever its data', () => {
    const image = { type: 'image', mediaType: 'image/png', data: 'A'.repeat(90_000) } as const;
    expect(estimateTokens({ role: 'user', blocks: [image, image] })).toBe(201);
  });

  it('counts tool names, arguments and documents', () => {
    const [call] = toolTurn('a', 0);
    expect(call && estimateTokens(call)).toBe(Math.ceil('assistantread{}'.length / 4));
    expect(
      estimateTokens({
        role: 'tool',
        toolCallId: 'a',
        name: 'read',
        blocks: [
          { type: 'document', mediaType: 'text/plain', data: 'x'.repeat(388), name: 'doc1' },
        ],
      }),
    ).toBe(100);
  });
});

describe('a history larger than the window', () => {
  it('KAI-86 is returned as it is when it fits', () => {
    const messages = [user('a'), ...toolTurn('1', 10), user('b')];
    expect(trimToWindow(messages, { tokens: sizeOf(messages) })).toEqual(messages);
    const unfinished = toolTurn('1', 10).slice(0, 1);
    expect(trimToWindow(unfinished, { tokens: sizeOf(unfinished) })).toEqual(unfinished);
  });

  it('keeps the newest turn when a system message comes after it', () => {
    const system: ModelMessage = { role: 'system', text: 'Be kind.' };
    const messages = [user('1'), answer('2'), ...toolTurn('3', 10), system];
    expect(trimToWindow(messages, { tokens: 4, estimate: one })).toEqual([
      user('1'),
      ...toolTurn('3', 10),
      system,
    ]);
    expect(trimToWindow(messages, { tokens: 1, estimate: one })).toEqual([
      user('1'),
      ...toolTurn('3', 10),
      system,
    ]);
  });

  it('KAI-86 KAI-88 loses its oldest messages first and keeps the system prompt', () => {
    const system: ModelMessage = { role: 'system', text: 'Be kind.' };
    const messages = [system, user('1'), answer('2'), user('3'), answer('4'), user('5')];
    expect(trimToWindow(messages, { tokens: 4, estimate: one })).toEqual([
      system,
      user('3'),
      answer('4'),
      user('5'),
    ]);
    expect(messages).toHaveLength(6);
  });

  it('KAI-87 keeps more in a larger window', () => {
    const messages = Array.from({ length: 600 }, (_item, at) => user(`${at} ${'x'.repeat(400)}`));
    const small = trimToWindow(messages, { tokens: 8_000 });
    const large = trimToWindow(messages, { tokens: 50_000 });
    expect(small.length).toBeLessThan(large.length);
    expect(sizeOf(small)).toBeLessThanOrEqual(8_000);
    expect(sizeOf(large)).toBeLessThanOrEqual(50_000);
    expect(sizeOf(large)).toBeGreaterThan(49_000);
  });

  it('KAI-89 loses a tool turn together with its results', () => {
    const messages = [...toolTurn('1', 4_000), ...toolTurn('2', 100), user('and?')];
    expect(trimToWindow(messages, { tokens: 1_000 })).toEqual([
      ...toolTurn('2', 100),
      user('and?'),
    ]);
  });

  it('KAI-89 never begins with a result nor holds an unanswered call, even if it came with them', () => {
    const [unanswered, orphan] = toolTurn('1', 2_000);
    const messages = [orphan, unanswered, user('hi'), ...toolTurn('2', 50)].flatMap((m) => m ?? []);
    expect(trimToWindow(messages, { tokens: 100 })).toEqual([user('hi'), ...toolTurn('2', 50)]);
  });

  it('keeps the last message of the user, and older turns after it only while there is room', () => {
    const messages = [
      user('old'),
      answer('older'),
      user('do it'),
      ...toolTurn('1', 400),
      ...toolTurn('2', 400),
      ...toolTurn('3', 400),
    ];
    expect(trimToWindow(messages, { tokens: sizeOf(messages.slice(2)) })).toEqual(
      messages.slice(2),
    );
    expect(trimToWindow(messages, { tokens: 250 })).toEqual([
      user('do it'),
      ...toolTurn('2', 400),
      ...toolTurn('3', 400),
    ]);
    expect(trimToWindow(messages, { tokens: 120 })).toEqual([user('do it'), ...toolTurn('3', 400)]);
  });

  it('KAI-139 ends with its last message even when that alone is too large', () => {
    const messages = [user('before'), answer('yes'), user(`Read this: ${'x'.repeat(90_000)}`)];
    const trimmed = trimToWindow(messages, { tokens: 2_000 });
    const [last, ...others] = trimmed.toReversed();
    expect(others).toEqual([]);
    expect(last?.role === 'user' && textOf(last.blocks)).toMatch(
      /^Read this: x{1000}[^]*cut to fit/,
    );
    expect(sizeOf(trimmed)).toBeLessThanOrEqual(2_000);
    expect(sizeOf(trimmed)).toBeGreaterThan(1_980);
  });

  it('KAI-139 keeps the open tool turn of its last message', () => {
    const trimmed = trimToWindow([user('do it'), ...toolTurn('1', 90_000)], { tokens: 2_000 });
    expect(trimmed.map((message) => message.role)).toEqual(['user', 'assistant', 'tool']);
    expect(trimmed[0]).toEqual(user('do it'));
    expect(complaintsAbout(trimmed)).toEqual([]);
    expect(sizeOf(trimmed)).toBeLessThanOrEqual(2_000);
  });

  it('KAI-86 KAI-89 KAI-139 is valid, in order, as small as it can be and no smaller than needed', () => {
    const tokens = fc.integer({ min: 0, max: 4_000 });
    fc.assert(
      fc.property(arbitraryMessages, tokens, (drafts, budget) => {
        const messages = sanitizeMessages(drafts);
        const before = structuredClone(messages);
        const trimmed = trimToWindow(messages, { tokens: budget });
        expect(messages).toEqual(before);
        expect(complaintsAbout(trimmed)).toEqual([]);
        if (sizeOf(messages) <= budget) {
          expect(trimmed).toEqual(messages);
          return;
        }
        const system = (message: ModelMessage) => message.role === 'system';
        expect(trimmed.filter(system)).toEqual(messages.filter(system));
        expect(trimmed.at(-1)?.role).toBe(messages.at(-1)?.role);
        expect(trimmed.some(({ role }) => role === 'user')).toBe(
          messages.some(({ role }) => role === 'user'),
        );

        const isWhole = trimmed.every((message) => messages.includes(message));
        if (isWhole && sizeOf(trimmed) <= budget) {
          const firstKept = trimmed.find((message) => !system(message));
          const lastUser = messages.findLastIndex(({ role }) => role === 'user');
          const isBeforeLastUser = firstKept && messages.indexOf(firstKept) < lastUser;
          if (isBeforeLastUser) {
            const dropped = messages
              .slice(0, messages.indexOf(firstKept))
              .filter((m) => !system(m));
            const unit = dropped.slice(dropped.findLastIndex(({ role }) => role !== 'tool'));
            expect(sizeOf(trimmed) + sizeOf(unit)).toBeGreaterThan(budget);
          }
        } else {
          // Only what must stay is left; beyond the fixed parts, at most a note a message.
          const fixed = trimmed.map((message) =>
            'blocks' in message ? { ...message, blocks: [] } : message,
          );
          const notes = trimmed.filter((message) => 'blocks' in message).length * 80;
          expect(sizeOf(trimmed)).toBeLessThanOrEqual(Math.max(budget, sizeOf(fixed) + notes));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('is trimmed in linear time', () => {
    const messages = Array.from({ length: 20_000 }, (_item, at) => toolTurn(String(at), 50)).flat();
    const trimmed = trimToWindow([...messages, user('go')], { tokens: 1_000 });
    expect(trimmed.at(-1)).toEqual(user('go'));
    expect(sizeOf(trimmed)).toBeLessThanOrEqual(1_000);
  });
});

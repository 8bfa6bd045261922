import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryMessages, complaintsAbout } from '../../tests/support/arbitrary-messages';
import { textBlock } from '../messaging/content';
import type { ModelMessage } from './model';
import { sanitizeMessages } from './sanitize-messages';

const user = (text: string): ModelMessage => ({ role: 'user', blocks: [textBlock(text)] });
const assistant = (text: string, ...calls: string[]): ModelMessage => ({
  role: 'assistant',
  text,
  toolCalls: calls.map((call) => {
    const [id = '', name = 'read'] = call.split(':');
    return { id, name, argumentsJson: '{}' };
  }),
});
const result = (toolCallId: string, text = 'ok'): ModelMessage => ({
  role: 'tool',
  toolCallId,
  name: 'read',
  blocks: [textBlock(text)],
});

describe('a history made valid', () => {
  it('KAI-90 is left as it is when it is valid', () => {
    const messages: ModelMessage[] = [
      { role: 'system', text: 'Be kind.' },
      user('hi'),
      assistant('', 'a', 'b'),
      result('a'),
      result('b'),
      assistant('done'),
    ];
    expect(sanitizeMessages(messages)).toEqual(messages);
  });

  it('KAI-90 loses a call without a result, and keeps the text of its turn', () => {
    expect(sanitizeMessages([user('hi'), assistant('Let me see.', 'a', 'b'), result('b')])).toEqual(
      [user('hi'), assistant('Let me see.', 'b'), result('b')],
    );
  });

  it('KAI-90 loses a turn that is left with nothing', () => {
    expect(
      sanitizeMessages([user('hi'), assistant('', 'a'), assistant(' \n'), user('ho')]),
    ).toEqual([user('hi'), user('ho')]);
  });

  it('KAI-90 loses results without a call, before their call, and second ones', () => {
    expect(
      sanitizeMessages([
        result('a', 'too early'),
        user('hi'),
        result('x'),
        assistant('', 'a'),
        result('a', 'first'),
        result('a', 'second'),
      ]),
    ).toEqual([user('hi'), assistant('', 'a'), result('a', 'first')]);
  });

  it('KAI-90 loses calls to tools that are not declared, with their results', () => {
    const messages = [assistant('', 'a:read', 'b:gone'), result('a'), result('b')];
    expect(sanitizeMessages(messages, ['read'])).toEqual([assistant('', 'a:read'), result('a')]);
    expect(sanitizeMessages(messages, [])).toEqual([]);
    expect(sanitizeMessages(messages)).toEqual(messages);
  });

  it('KAI-90 has results directly after their turn, in the order of the calls', () => {
    expect(
      sanitizeMessages([assistant('', 'a', 'b'), result('b'), user('meanwhile'), result('a')]),
    ).toEqual([assistant('', 'a', 'b'), result('a'), result('b'), user('meanwhile')]);
  });

  it('keeps turns apart that use the same ids', () => {
    const messages = [
      assistant('', 'call_0'),
      result('call_0', 'one'),
      assistant('', 'call_0'),
      result('call_0', 'two'),
    ];
    expect(sanitizeMessages(messages)).toEqual(messages);
  });

  it('has each id once in a turn', () => {
    expect(
      sanitizeMessages(
        [assistant('', 'a:gone', 'a:read', 'b', 'b'), result('a'), result('b')],
        ['read'],
      ),
    ).toEqual([assistant('', 'b'), result('b')]);
  });

  it('KAI-90 is valid whatever it was made from, and sanitising again changes nothing', () => {
    const declared = fc.option(fc.subarray(['read', 'find', 'click']), { nil: undefined });
    fc.assert(
      fc.property(arbitraryMessages, declared, (messages, names) => {
        const before = structuredClone(messages);
        const valid = sanitizeMessages(messages, names);
        expect(complaintsAbout(valid)).toEqual([]);
        expect(sanitizeMessages(valid, names)).toEqual(valid);
        expect(messages).toEqual(before);
        const called = valid.flatMap((entry) =>
          entry.role === 'assistant' ? entry.toolCalls : [],
        );
        expect(called.every((call) => names?.includes(call.name) ?? true)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

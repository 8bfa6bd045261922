import { describe, expect, it } from 'vitest';
import { AnswerReceiver } from './answer-receiver';
import type { ModelEvent, ToolDeclaration } from './model';

const look: ToolDeclaration = {
  name: 'look',
  description: 'Looks.',
  parameters: { type: 'object', properties: { depth: { type: 'number' } } },
};

function receive(events: readonly ModelEvent[], tools: readonly ToolDeclaration[] = [look]) {
  const shown: [string, string][] = [];
  let ids = 0;
  const receiver = new AnswerReceiver(
    tools,
    () => `id-${String(++ids)}`,
    (text, reasoning) => shown.push([text, reasoning]),
  );
  for (const event of events) receiver.push(event);
  return { receiver, shown };
}

describe('an answer that arrives', () => {
  it('is shown piece by piece and put together', () => {
    const { receiver, shown } = receive([
      { type: 'reasoning-delta', text: 'Hm' },
      { type: 'reasoning-delta', text: '.' },
      { type: 'text-delta', text: 'Hel' },
      { type: 'text-delta', text: 'lo' },
    ]);
    expect(shown).toEqual([
      ['', 'Hm'],
      ['', '.'],
      ['Hel', ''],
      ['lo', ''],
    ]);
    expect([receiver.text, receiver.reasoning]).toEqual(['Hello', 'Hm.']);
    expect(receiver.finish()).toStrictEqual({ text: 'Hello', reasoning: 'Hm.', toolCalls: [] });
  });

  it('shows nothing where there is nothing to show', () => {
    const { receiver, shown } = receive([
      { type: 'text-delta', text: '' },
      { type: 'reasoning-delta', text: '' },
      { type: 'usage-reported', usage: { inputTokens: 1, outputTokens: 2 } },
      { type: 'tool-call-delta', index: 0, id: 'a', name: 'look', argumentsDelta: '{}' },
    ]);
    expect(shown).toEqual([]);
    receiver.finish();
    expect(shown).toEqual([]);
  });

  it('shows what was held back once it is clear that it is only text', () => {
    const { receiver, shown } = receive([{ type: 'text-delta', text: 'a <tool_c' }]);
    expect(receiver.text).toBe('a ');
    expect(receiver.finish().text).toBe('a <tool_c');
    expect(shown.map(([text]) => text).join('')).toBe('a <tool_c');
  });

  it('has the calls of the protocol first, then those written into its text', () => {
    const { receiver, shown } = receive([
      { type: 'text-delta', text: 'So: <tool_call>{"name":"look","arguments":{"depth":"2"}}' },
      { type: 'text-delta', text: '</tool_call>' },
      { type: 'tool-call-delta', index: 0, id: 'a', name: 'look', argumentsDelta: '{"de' },
      { type: 'tool-call-delta', index: 0, argumentsDelta: 'pth":1}', providerState: 'signed' },
    ]);
    const { text, toolCalls } = receiver.finish();
    expect(text.trim()).toBe('So:');
    expect(shown.map(([piece]) => piece).join('')).toBe(text);
    expect(toolCalls).toEqual([
      { id: 'a', name: 'look', argumentsJson: '{"depth":1}', providerState: 'signed' },
      { id: expect.stringContaining('id-'), name: 'look', argumentsJson: '{"depth":2}' },
    ]);
  });

  it('leaves a written call in the text when no such tool was offered', () => {
    const written = '<tool_call>{"name":"look","arguments":{}}</tool_call>';
    const answer = receive([{ type: 'text-delta', text: written }], []).receiver.finish();
    expect(answer).toEqual({ text: written, reasoning: '', toolCalls: [] });
  });

  it('gives a call without an id one of its own', () => {
    const { receiver } = receive([{ type: 'tool-call-delta', index: 0, name: 'look' }]);
    expect(receiver.finish().toolCalls).toEqual([
      { id: 'call_id-1', name: 'look', argumentsJson: '' },
    ]);
  });

  it('takes thoughts that were written into the text out of it', () => {
    const { receiver } = receive([{ type: 'text-delta', text: '<think>Hm.</think>Yes.' }]);
    expect(receiver.finish()).toMatchObject({ text: 'Yes.', reasoning: 'Hm.' });
  });

  it('keeps what it cost and what the provider signed', () => {
    const providerState = { model: 'm', blocks: [1] };
    const { receiver } = receive([
      { type: 'usage-reported', usage: { inputTokens: 1, outputTokens: 1 } },
      { type: 'usage-reported', usage: { inputTokens: 7, outputTokens: 2 } },
      { type: 'answer-finished', reason: 'stop', providerState },
    ]);
    expect(receiver.finish()).toEqual({
      text: '',
      reasoning: '',
      toolCalls: [],
      usage: { inputTokens: 7, outputTokens: 2 },
      providerState,
    });
  });

  it.each([
    ['length', 'length'],
    ['filtered', 'filtered'],
    ['stop', undefined],
    ['tool-calls', undefined],
    ['other', undefined],
  ] as const)('that ended by %s is cut: %s', (reason, cut) => {
    const answer = receive([{ type: 'answer-finished', reason }]).receiver.finish();
    expect(answer.cut).toBe(cut);
    expect('cut' in answer).toBe(cut !== undefined);
  });
});

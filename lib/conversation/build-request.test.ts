import { describe, expect, it, vi } from 'vitest';
import { numbered } from '../../tests/support/sample-records';
import { textBlock, textOf, type ContentBlock } from '../messaging/content';
import { foldRecords } from '../messaging/fold-records';
import type { RunRecordDraft } from '../messaging/run-record';
import { buildMessages, type RequestOptions } from './build-request';
import { trimToWindow } from './context-window';
import type { ModelMessage, ToolDeclaration } from './model';

const declaration = (name: string, description = ''): ToolDeclaration => ({
  name,
  description,
  parameters: { type: 'object' },
});

function build(drafts: readonly RunRecordDraft[], options: Partial<RequestOptions> = {}) {
  return buildMessages(foldRecords(numbered(drafts)), {
    systemText: '',
    declarations: [declaration('look'), declaration('write')],
    contextTokens: 100_000,
    ...options,
  });
}

function prompt(turnId: string, parentId: string | null = null, text = turnId): RunRecordDraft {
  return { type: 'user-turn-added', turnId, parentId, blocks: [textBlock(text)] };
}

type Settlement = Omit<Extract<RunRecordDraft, { type: 'tool-use-settled' }>, 'type' | 'toolUseId'>;

/** An answer with one call of `name`, settled as given. */
function calling(
  turnId: string,
  parentId: string,
  name: string,
  settlement?: Settlement,
  text = '',
): RunRecordDraft[] {
  const toolUseId = `${turnId}-call`;
  return [
    { type: 'assistant-turn-started', turnId, parentId, runId: 'r', modelId: 'm' },
    {
      type: 'assistant-turn-completed',
      turnId,
      text,
      reasoning: '',
      toolCalls: [{ id: toolUseId, name, argumentsJson: '{"a":1}' }],
    },
    ...(settlement ? [{ type: 'tool-use-settled' as const, toolUseId, ...settlement }] : []),
  ];
}

function saying(turnId: string, parentId: string, text: string): RunRecordDraft[] {
  return [
    { type: 'assistant-turn-started', turnId, parentId, runId: 'r', modelId: 'm' },
    { type: 'assistant-turn-completed', turnId, text, reasoning: '', toolCalls: [] },
  ];
}

const ok = (text: string): Settlement => ({ outcome: 'ok', blocks: [textBlock(text)] });
const user = (...texts: string[]): ModelMessage => ({ role: 'user', blocks: texts.map(textBlock) });
const wordsOf = (message: ModelMessage | undefined) =>
  message && 'blocks' in message ? textOf(message.blocks) : message?.text;

describe('the messages of a request', () => {
  it('tell the conversation along its path, calls and results included', () => {
    const messages = build([
      prompt('u1'),
      ...calling('a1', 'u1', 'look', ok('seen'), 'Wait.'),
      ...saying('a2', 'a1', 'Done.'),
      prompt('u2', 'a2'),
    ]);
    expect(messages).toEqual([
      user('u1'),
      {
        role: 'assistant',
        text: 'Wait.',
        toolCalls: [{ id: 'a1-call', name: 'look', argumentsJson: '{"a":1}' }],
      },
      { role: 'tool', toolCallId: 'a1-call', name: 'look', blocks: [textBlock('seen')] },
      { role: 'assistant', text: 'Done.', toolCalls: [] },
      user('u2'),
    ]);
  });

  it('begin with the system text, if there is one', () => {
    expect(build([prompt('u1')], { systemText: 'Be kind.' })).toEqual([
      { role: 'system', text: 'Be kind.' },
      user('u1'),
    ]);
    expect(build([prompt('u1')])).toEqual([user('u1')]);
  });

  it('leave out what is on another branch', () => {
    const messages = build([
      prompt('u1'),
      ...saying('a1', 'u1', 'First.'),
      { type: 'leaf-moved', turnId: 'u1' },
      ...saying('a1b', 'u1', 'Second.'),
      prompt('u2', 'a1b'),
    ]);
    expect(JSON.stringify(messages)).not.toContain('First.');
    expect(messages).toHaveLength(3);
  });

  it('give back what the model thought and its provider signed', () => {
    const providerState = { model: 'm', blocks: [{ signature: 's' }] };
    const messages = build([
      prompt('u1'),
      { type: 'assistant-turn-started', turnId: 'a1', parentId: 'u1', runId: 'r', modelId: 'm' },
      {
        type: 'assistant-turn-completed',
        turnId: 'a1',
        text: 'Yes.',
        reasoning: 'Hm.',
        toolCalls: [],
        providerState,
      },
    ]);
    expect(messages[1]).toEqual({
      role: 'assistant',
      text: 'Yes.',
      toolCalls: [],
      reasoning: 'Hm.',
      providerState,
    });
    const [, plain] = build([prompt('u1'), ...saying('a1', 'u1', 'Yes.')]);
    expect(plain).toStrictEqual({ role: 'assistant', text: 'Yes.', toolCalls: [] });
  });

  it.each(['error', 'denied', 'interrupted'] as const)(
    'mark the result of a call as an error when it was settled as %s',
    (outcome) => {
      const settlement = { outcome, blocks: [textBlock('No.')] };
      const messages = build([prompt('u1'), ...calling('a1', 'u1', 'look', settlement)]);
      expect(messages.at(-1)).toEqual({
        role: 'tool',
        toolCallId: 'a1-call',
        name: 'look',
        blocks: [textBlock('No.')],
        isError: true,
      });
    },
  );

  it('leave out calls without a result', () => {
    const pruned = [
      prompt('u1'),
      ...calling('a1', 'u1', 'look', { outcome: 'pruned' }, 'Wait.'),
      prompt('u2', 'a1'),
    ];
    expect(build(pruned)).toEqual([
      user('u1'),
      { role: 'assistant', text: 'Wait.', toolCalls: [] },
      user('u2'),
    ]);
    expect(build([prompt('u1'), ...calling('a1', 'u1', 'look')])).toEqual([user('u1')]);
  });

  it('do not change the records they come from', () => {
    const state = foldRecords(numbered([prompt('u1'), ...calling('a1', 'u1', 'look', ok('seen'))]));
    const before = structuredClone(state);
    const messages = buildMessages(state, {
      systemText: '',
      declarations: [declaration('look')],
      contextTokens: 100_000,
    });
    for (const message of messages) if ('blocks' in message) message.blocks.push(textBlock('x'));
    expect(state).toEqual(before);
  });
});

describe('a write that was cut off', () => {
  const doubt: Settlement = { outcome: 'pruned', inDoubt: true };
  const note =
    '[Note: write was called with {"a":1} and stopped while it was running. It may have taken effect.]';

  it('is told in plain text with the next prompt, and only there', () => {
    const messages = build([
      prompt('u1'),
      ...calling('a1', 'u1', 'write', doubt),
      prompt('u2', 'a1'),
      ...saying('a2', 'u2', 'Fine.'),
      prompt('u3', 'a2'),
    ]);
    expect(messages.filter(({ role }) => role === 'user')).toEqual([
      user('u1'),
      user(note, 'u2'),
      user('u3'),
    ]);
  });

  it('is not told twice when its result says so already', () => {
    const settled: Settlement = { ...doubt, blocks: [textBlock('Maybe.')] };
    const drafts = [prompt('u1'), ...calling('a1', 'u1', 'write', settled), prompt('u2', 'a1')];
    expect(build(drafts).at(-1)).toEqual(user('u2'));
  });

  it('is not told when there is no doubt', () => {
    const settled: Settlement = { outcome: 'pruned', inDoubt: false };
    const drafts = [prompt('u1'), ...calling('a1', 'u1', 'write', settled), prompt('u2', 'a1')];
    expect(build(drafts).at(-1)).toEqual(user('u2'));
  });
});

describe('a tool that is gone', () => {
  const gone = calling('a1', 'u1', 'gone', ok('seen'), 'Wait.');

  it('leaves the request with its calls once another prompt is answered', () => {
    const messages = build([prompt('u1'), ...gone, prompt('u2', 'a1')]);
    expect(messages).toEqual([
      user('u1'),
      { role: 'assistant', text: 'Wait.', toolCalls: [] },
      user('u2'),
    ]);
  });

  it('stays in the answer under way, so that the model reads what became of its call', () => {
    expect(build([prompt('u1'), ...gone]).at(-1)).toMatchObject({ role: 'tool', name: 'gone' });
  });
});

describe('a request without tools', () => {
  const gathered = [prompt('u1'), ...calling('a1', 'u1', 'look', ok('seen'))];

  it('carries what was gathered as plain text', () => {
    const messages = build(gathered, { declarations: [] });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'user']);
    expect(wordsOf(messages.at(-1))).toContain('Result of look({"a":1}): seen');
  });

  it('carries what was gathered for earlier prompts as well', () => {
    const messages = build([...gathered, prompt('u2', 'a1')], { declarations: [] });
    expect(JSON.stringify(messages)).toContain('Result of look({\\"a\\":1}): seen');
  });

  it.each([
    [
      'limit',
      'You have reached the tool call limit. Please respond with the best answer you have so far based on the information gathered.',
    ],
    [
      'repeat',
      'You are repeating the same tool calls. Please respond with the best answer you have so far.',
    ],
  ] as const)('KAI-74 ends with a request for the best answer: %s', (guard, text) => {
    const messages = build(gathered, { declarations: [], guard });
    expect(messages.at(-1)).toEqual(user(text));
    expect(messages).toHaveLength(3);
  });

  it('KAI-139 keeps the prompt when the window is full, although a guard has the last word', () => {
    const messages = build(
      [prompt('u1', null, `START ${'x'.repeat(40_000)}`), ...gathered.slice(1)],
      { declarations: [], guard: 'limit', contextTokens: 2_000 },
    );
    expect(wordsOf(messages[0])).toMatch(/^START/);
    expect(wordsOf(messages.at(-1))).toMatch(/^You have reached the tool call limit/);
  });
});

describe('the window of the model', () => {
  const long = (count: number) => [
    ...Array.from({ length: count }, (_, index) => [
      prompt(`u${index}`, index === 0 ? null : `a${index - 1}`),
      ...saying(`a${index}`, `u${index}`, 'word '.repeat(400)),
    ]).flat(),
    prompt('last', `a${count - 1}`),
  ];
  const sizeOf = (messages: readonly ModelMessage[]) =>
    messages.reduce((sum, message) => sum + (wordsOf(message) ?? '').length, 0) / 4;

  it('leaves room for an answer: a quarter, at most 4,096 tokens', () => {
    const small = build(long(40), { declarations: [], contextTokens: 8_000 });
    expect(sizeOf(small)).toBeLessThanOrEqual(6_000);
    expect(sizeOf(small)).toBeGreaterThan(5_000);
    const large = build(long(60), { declarations: [], contextTokens: 20_000 });
    expect(sizeOf(large)).toBeLessThanOrEqual(20_000 - 4_096);
    expect(sizeOf(large)).toBeGreaterThan(20_000 - 4_096 - 1_000);
  });

  it('leaves room for the tools themselves', () => {
    const declarations = [declaration('look', 'x'.repeat(8_000))];
    const messages = build(long(40), { declarations, contextTokens: 8_000 });
    expect(sizeOf(messages)).toBeLessThanOrEqual(4_000);
    expect(sizeOf(messages)).toBeGreaterThan(3_000);
  });

  it('is never so small that nothing could be said', () => {
    const declarations = [declaration('look', 'x'.repeat(80_000))];
    const messages = build([prompt('u1', null, 'y'.repeat(800))], {
      declarations,
      contextTokens: 1_000,
    });
    expect(wordsOf(messages[0])).toBe('y'.repeat(800));
  });

  it('keeps the newest two large results whole', () => {
    const drafts = ['a', 'b', 'c'].flatMap((letter, index) =>
      calling(`a${index + 1}`, index === 0 ? 'u1' : `a${index}`, 'look', ok(letter.repeat(2_000))),
    );
    const results = build([prompt('u1'), ...drafts]).flatMap((message): ContentBlock[] =>
      message.role === 'tool' ? message.blocks : [],
    );
    expect(results.map((block) => textOf([block]).slice(0, 6))).toEqual([
      '[The r',
      'bbbbbb',
      'cccccc',
    ]);
  });
});

describe('a long conversation', () => {
  /** Prompts and answers; every third turn calls a tool first. */
  function past(turns: number, textOfTurn: (turn: number) => string): RunRecordDraft[] {
    return Array.from({ length: turns }, (_, turn) => {
      const [promptId, callId, answerId] = [`u${turn}`, `c${turn}`, `a${turn}`];
      const text = textOfTurn(turn);
      const uses = turn % 3 === 0;
      return [
        prompt(promptId, turn === 0 ? null : `a${turn - 1}`, `${turn} ${text}`),
        ...(uses ? calling(callId, promptId, 'look', ok(`${turn} ${text}`)) : []),
        ...saying(answerId, uses ? callId : promptId, `${turn} ${text}`),
      ];
    }).flat();
  }

  const asked = (turns: number) => prompt('last', `a${turns - 1}`, 'And now?');

  it.each([
    { turns: 400, length: 10, contextTokens: 2_000 },
    { turns: 400, length: 10, contextTokens: 100_000 },
    { turns: 300, length: 1_500, contextTokens: 8_000 },
    { turns: 90, length: 40, contextTokens: 1_500 },
    { turns: 3, length: 40, contextTokens: 1_500 },
  ])('is sent as if all of it had been looked at: $turns × $length', (sizes) => {
    const { turns, length, contextTokens } = sizes;
    const drafts = [...past(turns, (turn) => 'x'.repeat((turn * 7) % length)), asked(turns)];
    const sent = build(drafts, { contextTokens });
    const whole = build(drafts, { contextTokens: 10_000_000 });
    const tools = [declaration('look'), declaration('write')];
    const toolTokens = Math.ceil(JSON.stringify(tools).length / 4);
    const answerTokens = Math.min(4_096, Math.floor(contextTokens / 4));
    const tokens = contextTokens - toolTokens - answerTokens;
    expect(sent).toEqual(trimToWindow(whole, { tokens }));
  });

  it('is not read further back than the window reaches', () => {
    const state = foldRecords(numbered([...past(1_000, () => 'x'.repeat(400)), asked(1_000)]));
    const get = vi.spyOn(state.turns, 'get');
    buildMessages(state, {
      systemText: '',
      declarations: [declaration('look')],
      contextTokens: 4_000,
    });
    expect(get.mock.calls.length).toBeLessThan(200);
  });
});

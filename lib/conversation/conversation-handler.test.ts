import { describe, expect, it, vi } from 'vitest';
import { createFixture, tool } from '../../tests/support/conversation-fixture';
import { deferred } from '../../tests/support/deferred';
import { ManualClock } from '../../tests/support/manual-clock';
import { calls, gated, says } from '../../tests/support/scripted-model';
import { textBlock } from '../messaging/content';
import { z } from '../shared/zod';
import { defineTool } from '../tools/define-tool';
import { createTodoWrite } from '../tools/catalogue/todo-write';
import { ToolStatistics } from '../tools/statistics';
import type { ModelEvent } from './model';

describe('a plain answer', () => {
  it('KAI-66 XEM-15 ends the run with the text and executes nothing', async () => {
    const run = vi.fn();
    const fixture = createFixture({ tools: [tool('look', { run })], replies: [says('Hello.')] });
    await fixture.send('Hi');
    expect(fixture.lastAnswer()).toMatchObject({ status: 'complete', text: 'Hello.' });
    expect(fixture.handler.state.run).toMatchObject({ status: 'ended', reason: 'answered' });
    expect(fixture.handler.busy).toBe(false);
    expect(run).not.toHaveBeenCalled();
    expect(fixture.model.requests).toHaveLength(1);
  });

  it('AGUI-41 passes every piece of text on while it arrives, tools or not', async () => {
    const fixture = createFixture({
      tools: [tool('look')],
      replies: [
        [
          { type: 'text-delta', text: 'Let ' },
          { type: 'tool-call-delta', index: 0, id: 'a', name: 'look', argumentsDelta: '{}' },
          { type: 'text-delta', text: 'me see.' },
          { type: 'answer-finished', reason: 'tool-calls' },
        ],
        says('Done.'),
      ],
    });
    await fixture.send('Hi');
    const streamed = fixture.live.flatMap((event) =>
      event.type === 'text-streamed' ? [event.text] : [],
    );
    expect(streamed).toEqual(['Let ', 'me see.', 'Done.']);
  });

  it('keeps what the model thought apart from what it said', async () => {
    const fixture = createFixture({
      replies: [
        [
          { type: 'reasoning-delta', text: 'Hm.' },
          { type: 'text-delta', text: 'Four.' },
          { type: 'usage-reported', usage: { inputTokens: 7, outputTokens: 2 } },
          { type: 'answer-finished', reason: 'stop' },
        ],
      ],
    });
    await fixture.send('2 + 2?');
    expect(fixture.lastAnswer()).toMatchObject({
      text: 'Four.',
      reasoning: 'Hm.',
      usage: { inputTokens: 7, outputTokens: 2 },
    });
  });

  it('says so when the model was cut off by its length limit', async () => {
    const fixture = createFixture({
      replies: [
        [
          { type: 'text-delta', text: 'Once upon' },
          { type: 'answer-finished', reason: 'length' },
        ],
      ],
    });
    await fixture.send('A story');
    expect(fixture.lastAnswer().cut).toBe('length');
  });

  it('refuses an empty prompt and changes nothing', async () => {
    const fixture = createFixture();
    await expect(fixture.send('  \n')).rejects.toMatchObject({ code: 'prompt-empty' });
    expect(fixture.handler.state.seq).toBe(0);
  });
});

describe('a self-executing tool', () => {
  it('KAI-01 KAI-64 BRV-03 XEM-14 AGUI-58 runs at once and its result goes back with its id', async () => {
    const run = vi.fn(() => '15 degrees');
    const weather = defineTool({
      name: 'weather',
      description: 'Use it when the user asks for the weather.',
      input: z.object({ city: z.string() }),
      effect: 'read',
      capability: 'none',
      run,
    });
    const fixture = createFixture({
      tools: [weather],
      replies: [
        calls([{ id: 'w1', name: 'weather', arguments: { city: 'Bonn' } }], 'One moment.'),
        says('15.'),
      ],
    });
    await fixture.send('Weather?');
    expect(run).toHaveBeenCalledOnce();
    expect(run.mock.calls[0]?.at(0)).toEqual({ city: 'Bonn' });
    expect(fixture.request(1).slice(-2)).toEqual([
      {
        role: 'assistant',
        text: 'One moment.',
        toolCalls: [{ id: 'w1', name: 'weather', argumentsJson: '{"city":"Bonn"}' }],
      },
      { role: 'tool', toolCallId: 'w1', name: 'weather', blocks: [textBlock('15 degrees')] },
    ]);
    expect(fixture.use('w1').state).toBe('ok');
  });

  it('KAI-08 BRV-32 XEM-17 runs only the tool that the model chose', async () => {
    const other = vi.fn();
    const fixture = createFixture({
      tools: [tool('look'), tool('other', { run: other })],
      replies: [calls([{ name: 'look' }]), says('Done.')],
    });
    await fixture.send('Go');
    expect(other).not.toHaveBeenCalled();
    expect(fixture.resultTexts(1)).toEqual(['look done']);
  });

  it('KAI-58 KAI-59 KAI-60 KAI-63 XEM-13 XEM-20 XEM-70 starts all calls together and answers them in one batch, in call order', async () => {
    const gates = [deferred<string>(), deferred<string>(), deferred<string>()];
    const started: number[] = [];
    const slow = tool('slow', {
      run: ({ value }) => {
        started.push(Number(value));
        return gates[Number(value)]?.promise;
      },
    });
    const fixture = createFixture({
      tools: [slow],
      replies: [
        calls([0, 1, 2].map((value) => ({ id: `s${value}`, name: 'slow', arguments: { value } }))),
        says('Done.'),
      ],
    });
    await fixture.handler.submit({ blocks: [textBlock('Go')] });
    await vi.waitFor(() => expect(started).toEqual([0, 1, 2]));
    expect([0, 1, 2].map((value) => fixture.use(`s${value}`).state)).toEqual(
      Array(3).fill('running'),
    );
    gates[2]?.resolve('third');
    gates[1]?.resolve('second');
    gates[0]?.resolve('first');
    await fixture.handler.whenQuiet();
    expect(fixture.resultTexts(1)).toEqual(['first', 'second', 'third']);
  });

  it('BRV-32 AGUI-42 AGUI-46 stays busy from the first request to the last answer', async () => {
    const gate = deferred<string>();
    const fixture = createFixture({
      tools: [tool('slow', { run: () => gate.promise })],
      replies: [calls([{ id: 's', name: 'slow' }, { name: 'slow' }]), says('Done.')],
    });
    const busy: boolean[] = [];
    await fixture.handler.submit({ blocks: [textBlock('Go')] });
    await vi.waitFor(() => expect(fixture.use('s').state).toBe('running'));
    busy.push(fixture.handler.busy);
    expect(fixture.handler.activeExecutionCount).toBe(2);
    expect(fixture.handler.isExecuting('s')).toBe(true);
    gate.resolve('ok');
    await fixture.handler.whenQuiet();
    expect(busy).toEqual([true]);
    expect(fixture.handler.busy).toBe(false);
    expect(fixture.handler.activeExecutionCount).toBe(0);
    expect(fixture.handler.isExecuting('s')).toBe(false);
  });

  it('KAI-62 AGUI-40 goes through proposed, running and ok, each a record', async () => {
    const fixture = createFixture({
      tools: [tool('look')],
      replies: [calls([{ id: 'l', name: 'look' }]), says('Done.')],
    });
    await fixture.send('Go');
    const story = fixture.records.flatMap((record) =>
      'toolUseId' in record && record.toolUseId === 'l' ? [record.type] : [],
    );
    expect(story).toEqual(['tool-use-proposed', 'tool-use-started', 'tool-use-settled']);
  });

  it('KAI-65 goes on until the model has no more calls', async () => {
    const fixture = createFixture({
      tools: [tool('look')],
      replies: [
        calls([{ name: 'look', arguments: { value: 1 } }]),
        calls([{ name: 'look', arguments: { value: 2 } }]),
        says('Done.'),
      ],
    });
    await fixture.send('Go');
    expect(fixture.model.requests).toHaveLength(3);
    expect(fixture.lastAnswer().text).toBe('Done.');
  });

  it('AGUI-04 tells the tool which call, conversation and run it works for', async () => {
    const run = vi.fn();
    const fixture = createFixture({
      tools: [tool('look', { run })],
      replies: [calls([{ id: 'l', name: 'look', arguments: { value: 1 } }]), says('Done.')],
    });
    await fixture.send('Go');
    expect(run.mock.calls[0]?.[1]).toMatchObject({
      toolCall: { id: 'l', name: 'look', argumentsJson: '{"value":1}' },
      conversationId: 'c1',
      runId: fixture.handler.state.run?.id,
      metadata: {},
    });
  });

  it('BRV-42 keeps artifacts beside the result and out of the request', async () => {
    const artifact = { kind: 'chart', title: 'Chart', mediaType: 'image/svg+xml', data: 'SECRET' };
    const fixture = createFixture({
      tools: [
        tool('draw', { run: () => ({ blocks: [textBlock('drawn')], artifacts: [artifact] }) }),
      ],
      replies: [calls([{ id: 'd', name: 'draw' }]), says('Done.')],
    });
    await fixture.send('Draw');
    expect(fixture.use('d').artifacts).toEqual([artifact]);
    expect(JSON.stringify(fixture.model.requests[1])).not.toContain('SECRET');
    expect(fixture.resultTexts(1)).toEqual(['drawn']);
  });

  it('BRV-29 BRV-30 evaluates label, icons and tooltip to strings in the record', async () => {
    const fixture = createFixture({
      tools: [
        tool('look', {
          title: 'Look',
          toolText: ({ value }) => `Looking at ${String(value)}`,
          progressIcon: 'eye',
          statusIcon: 'done',
          tooltip: (_input, result) => `saw ${String(result.blocks.length)}`,
        }),
      ],
      replies: [calls([{ id: 'l', name: 'look', arguments: { value: 'it' } }]), says('Done.')],
    });
    await fixture.send('Go');
    expect(fixture.use('l')).toMatchObject({
      presentation: { toolText: 'Looking at it', progressIcon: 'eye', statusIcon: 'done' },
      tooltip: 'saw 1',
    });
  });

  it('keeps its result when its tooltip fails', async () => {
    const fixture = createFixture({
      tools: [
        tool('look', {
          tooltip: () => {
            throw new Error('no words');
          },
        }),
      ],
      replies: [calls([{ id: 'l', name: 'look' }]), says('Done.')],
    });
    await fixture.send('Go');
    expect(fixture.use('l')).toMatchObject({ state: 'ok', tooltip: 'look done' });
    expect(fixture.lastAnswer().text).toBe('Done.');
  });

  it('XEM-16 works with whatever its factory was given, and may answer in several blocks', async () => {
    const asked: unknown[] = [];
    const createQuery = (database: { query(sql: unknown): string[] }) =>
      tool('query', { run: ({ value }) => database.query(value) });
    const fixture = createFixture({
      tools: [createQuery({ query: (sql) => (asked.push(sql), ['Ada', 'Grace']) })],
      replies: [
        calls([{ id: 'q', name: 'query', arguments: { value: 'SELECT name' } }]),
        says('Two.'),
      ],
    });
    await fixture.send('Who?');
    expect(asked).toEqual(['SELECT name']);
    expect(fixture.use('q').blocks).toEqual([textBlock('Ada'), textBlock('Grace')]);
  });

  it('XEM-21 can say in plain words that it does not know, which is no error', async () => {
    const fixture = createFixture({
      tools: [tool('weather', { run: () => 'Weather data not available' })],
      replies: [calls([{ id: 'w', name: 'weather' }]), says('No idea.')],
    });
    await fixture.send('Weather on the moon?');
    expect(fixture.use('w').state).toBe('ok');
    expect(fixture.request(1).at(-1)).not.toHaveProperty('isError');
  });

  it('AGUI-38 counts how often each tool ran and how it went', async () => {
    const statistics = new ToolStatistics();
    const fixture = createFixture({
      statistics,
      tools: [
        tool('look'),
        tool('fail', {
          run: () => {
            throw new Error('no');
          },
        }),
      ],
      replies: [calls([{ name: 'look' }, { name: 'fail' }]), says('Done.')],
    });
    await fixture.send('Go');
    expect(statistics.of('look')).toMatchObject({ successCount: 1, failureCount: 0 });
    expect(statistics.of('fail')).toMatchObject({ successCount: 0, failureCount: 1 });
  });
});

describe('a call that cannot be carried out', () => {
  const cases = [
    {
      title: 'KAI-09 KAI-61 BRV-37 AGUI-45 XEM-55 answers an unknown tool, bad arguments or not',
      call: { id: 'x', name: 'nope', argumentsJson: '{bad' },
      text: /^Error: Unknown tool: nope\. The nope tool is not available\./,
    },
    {
      title: 'KAI-11 answers arguments that are not JSON',
      call: { id: 'x', name: 'look', argumentsJson: '{bad' },
      text: /^Error: Failed to parse arguments: /,
    },
    {
      title: 'AGUI-12 AGUI-13 answers arguments that do not fit the schema',
      call: { id: 'x', name: 'strict', argumentsJson: '{}' },
      text: /^Error: Validation failed: Missing required parameter: city/,
    },
    {
      title: 'KAI-12 AGUI-44 XEM-52 answers with the error of a tool that throws',
      call: { id: 'x', name: 'fail', argumentsJson: '{}' },
      text: /^Error: Tool execution failed: boom$/,
    },
  ];
  it.each(cases.map(({ title, ...rest }) => [`${title}, and the loop goes on`, rest] as const))(
    '%s',
    async (_title, { call, text }) => {
      const run = vi.fn();
      const fixture = createFixture({
        tools: [
          tool('look', { run }),
          defineTool({
            name: 'strict',
            description: 'Use it when a city is known.',
            input: z.object({ city: z.string() }),
            effect: 'read',
            capability: 'none',
            run,
          }),
          tool('fail', {
            run: () => {
              throw new Error('boom');
            },
          }),
          tool('fine'),
        ],
        replies: [calls([call, { id: 'f', name: 'fine' }]), says('Sorry.')],
      });
      await fixture.send('Go');
      expect(run).not.toHaveBeenCalled();
      expect(fixture.use('x').state).toBe('error');
      expect(fixture.use('f').state).toBe('ok');
      expect(fixture.resultTexts(1)[0]).toMatch(text);
      expect(fixture.request(1).find((message) => message.role === 'tool')).toMatchObject({
        isError: true,
      });
      expect(fixture.lastAnswer().text).toBe('Sorry.');
    },
  );

  it('XEM-62 tells whoever listens about the error, once', async () => {
    const onToolError = vi.fn();
    const fixture = createFixture({
      onToolError,
      tools: [
        tool('fail', {
          run: () => {
            throw new Error('boom');
          },
        }),
      ],
      replies: [calls([{ name: 'fail' }]), says('Sorry.')],
    });
    await fixture.send('Go');
    expect(onToolError).toHaveBeenCalledOnce();
    expect(onToolError.mock.calls[0]).toEqual([
      expect.objectContaining({ message: 'boom' }),
      'fail',
    ]);
  });

  it('KAI-02 KAI-81 KAI-82 stops a tool that takes too long and says so to the model', async () => {
    const clock = new ManualClock();
    let signal: AbortSignal | undefined;
    const fixture = createFixture({
      clock,
      tools: [
        tool('stuck', {
          run: (_input, context) => {
            signal = context.signal;
            return new Promise(() => undefined);
          },
        }),
      ],
      replies: [calls([{ id: 's', name: 'stuck' }]), says('Sorry.')],
    });
    await fixture.handler.submit({ blocks: [textBlock('Go')] });
    await vi.waitFor(() => expect(signal).toBeDefined());
    clock.advance(29_999);
    await Promise.resolve();
    expect(signal?.aborted).toBe(false);
    expect(fixture.use('s').state).toBe('running');
    clock.advance(1);
    await fixture.handler.whenQuiet();
    expect(signal?.aborted).toBe(true);
    expect(fixture.resultTexts(1)).toEqual(["Error: Tool 'stuck' timed out after 30s"]);
  });

  it('KAI-68 BRV-36 gives a call without an id one, and runs a doubled id once', async () => {
    const run = vi.fn(() => 'seen');
    const fixture = createFixture({
      tools: [tool('look', { run })],
      replies: [
        [
          { type: 'tool-call-delta', index: 0, name: 'look', argumentsDelta: '{}' },
          { type: 'answer-finished', reason: 'tool-calls' },
        ],
        calls([
          { id: 'same', name: 'look', arguments: { value: 1 } },
          { id: 'same', name: 'look', arguments: { value: 1 } },
        ]),
        says('Done.'),
      ],
    });
    await fixture.send('Go');
    expect(run).toHaveBeenCalledTimes(2);
    const [first] = fixture
      .request(1)
      .flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
    expect(first?.id).toMatch(/.+/);
    expect(fixture.request(1).at(-1)).toMatchObject({ role: 'tool', toolCallId: first?.id });
  });

  it('KAI-68 keeps ids apart when a server counts from one again in every answer', async () => {
    const fixture = createFixture({
      tools: [tool('look')],
      replies: [
        calls([{ id: 'call_0', name: 'look', arguments: { value: 1 } }]),
        calls([{ id: 'call_0', name: 'look', arguments: { value: 2 } }]),
        says('Done.'),
      ],
    });
    await fixture.send('Go');
    const ids = fixture
      .request(2)
      .flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []));
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('an externally executing tool', () => {
  const ask = tool('ask', { interaction: 'external', card: 'choice' });

  it('BRV-06 BRV-07 BRV-13 BRV-14 BRV-16 waits for its answer, then goes on once', async () => {
    const fixture = createFixture({
      tools: [ask],
      replies: [calls([{ id: 'a', name: 'ask' }]), says('Good choice.')],
    });
    await fixture.send('Go');
    expect(fixture.use('a')).toMatchObject({
      state: 'awaiting-user',
      request: { kind: 'external', card: 'choice' },
    });
    expect(fixture.model.requests).toHaveLength(1);
    expect(fixture.handler.busy).toBe(false);
    await fixture.handler.respondToToolUse('a', [textBlock('first')]);
    await fixture.handler.whenQuiet();
    expect(fixture.resultTexts(1)).toEqual(['first']);
    expect(fixture.model.requests).toHaveLength(2);
    expect(fixture.lastAnswer().text).toBe('Good choice.');
  });

  it('refuses an empty answer and goes on waiting', async () => {
    const fixture = createFixture({ tools: [ask], replies: [calls([{ id: 'a', name: 'ask' }])] });
    await fixture.send('Go');
    await expect(fixture.handler.respondToToolUse('a', [textBlock(' ')])).rejects.toMatchObject({
      code: 'answer-empty',
    });
    expect(fixture.use('a').state).toBe('awaiting-user');
  });

  it('refuses a second answer and an answer to nothing', async () => {
    const fixture = createFixture({
      tools: [ask],
      replies: [calls([{ id: 'a', name: 'ask' }]), says('Done.')],
    });
    await fixture.send('Go');
    await fixture.handler.respondToToolUse('a', [textBlock('one')]);
    await fixture.handler.whenQuiet();
    for (const id of ['a', 'missing']) {
      await expect(fixture.handler.respondToToolUse(id, [textBlock('two')])).rejects.toMatchObject({
        code: 'tool-use-not-waiting',
      });
    }
    expect(fixture.model.requests).toHaveLength(2);
    expect(fixture.resultTexts(1)).toEqual(['one']);
  });

  it('cannot be run, only answered', async () => {
    const fixture = createFixture({ tools: [ask], replies: [calls([{ id: 'a', name: 'ask' }])] });
    await fixture.send('Go');
    await expect(fixture.handler.useTool('a')).rejects.toMatchObject({ code: 'answer-invalid' });
    await expect(fixture.handler.respondToPermission('a', 'once')).rejects.toMatchObject({
      code: 'answer-invalid',
    });
    expect(fixture.use('a').state).toBe('awaiting-user');
  });

  it('BRV-17 is settled at once with "ok" when it needs no answer', async () => {
    const note = tool('note', { interaction: 'external', noOutput: true });
    const fixture = createFixture({
      tools: [note],
      replies: [calls([{ id: 'n', name: 'note', arguments: { value: 'kept' } }]), says('Noted.')],
    });
    await fixture.send('Go');
    expect(fixture.use('n')).toMatchObject({
      state: 'ok',
      call: { argumentsJson: '{"value":"kept"}' },
    });
    expect(fixture.resultTexts(1)).toEqual(['ok']);
  });

  it('BRV-19 ends the turn without another request when the tool says so', async () => {
    const summary = tool('summary', { interaction: 'external', noOutput: true, endsTurn: true });
    const fixture = createFixture({
      tools: [summary],
      replies: [calls([{ id: 's', name: 'summary' }], 'All done.'), says('Next answer.')],
    });
    await fixture.send('Go');
    expect(fixture.model.requests).toHaveLength(1);
    expect(fixture.handler.state.run).toMatchObject({ status: 'ended', reason: 'answered' });
    await fixture.send('And now?');
    expect(fixture.resultTexts(1)).toEqual(['ok']);
  });

  it('BRV-35 lets the others of its batch run while it waits, and asks the model only then', async () => {
    const fixture = createFixture({
      tools: [ask, tool('look')],
      replies: [
        calls([
          { id: 'a', name: 'ask' },
          { id: 'l', name: 'look' },
        ]),
        says('Done.'),
      ],
    });
    await fixture.send('Go');
    expect(fixture.use('l').state).toBe('ok');
    expect(fixture.use('a').state).toBe('awaiting-user');
    expect(fixture.model.requests).toHaveLength(1);
    await fixture.handler.respondToToolUse('a', [textBlock('yes')]);
    await fixture.handler.whenQuiet();
    expect(fixture.resultTexts(1)).toEqual(['yes', 'look done']);
  });
});

describe('two conversations', () => {
  it('BRV-22 share their tools and nothing that the tools keep', async () => {
    const todo = createTodoWrite();
    const item = (text: string) => ({ items: [{ text, status: 'pending' }] });
    const fixtures = ['c1', 'c2'].map((conversationId) =>
      createFixture({
        conversationId,
        tools: [todo],
        replies: [
          calls([{ id: 't', name: 'todo_write', arguments: item(`of ${conversationId}`) }]),
          says('Planned.'),
        ],
      }),
    );
    await Promise.all(fixtures.map((fixture) => fixture.send('Plan')));
    expect(fixtures.map((fixture) => fixture.resultTexts(1).join())).toEqual([
      expect.stringMatching(/of c1(?![^]*of c2)/),
      expect.stringMatching(/of c2(?![^]*of c1)/),
    ]);
  });
});

describe('a model of another kind', () => {
  // As Gemini does it: whole calls, no ids, and a signature that must come back with the call.
  const other = [
    [
      { type: 'text-delta', text: 'Looking.' },
      {
        type: 'tool-call-delta',
        index: 0,
        name: 'look',
        argumentsDelta: '{"value":1}',
        providerState: { thoughtSignature: 's1' },
      },
      {
        type: 'answer-finished',
        reason: 'stop',
        providerState: { model: 'scripted', blocks: [{ thought: 't1' }] },
      },
    ],
    says('Done.'),
  ] as const satisfies readonly (readonly ModelEvent[])[];
  // As the chat-completions protocol does it: ids, and arguments in pieces.
  const usual = [
    [
      { type: 'text-delta', text: 'Look' },
      { type: 'text-delta', text: 'ing.' },
      { type: 'tool-call-delta', index: 0, id: 'l', name: 'look', argumentsDelta: '{"val' },
      { type: 'tool-call-delta', index: 0, argumentsDelta: 'ue":1}' },
      { type: 'answer-finished', reason: 'tool-calls' },
    ],
    says('Done.'),
  ] as const satisfies readonly (readonly ModelEvent[])[];

  it('KAI-67 is driven by the same loop, and gets back the state that it alone understands', async () => {
    const seen = await Promise.all(
      [usual, other].map(async (replies) => {
        const fixture = createFixture({ tools: [tool('look')], replies });
        await fixture.send('Go');
        return fixture;
      }),
    );
    for (const fixture of seen) {
      expect(fixture.request(1).at(-2)).toMatchObject({
        role: 'assistant',
        text: 'Looking.',
        toolCalls: [{ name: 'look', argumentsJson: '{"value":1}' }],
      });
      expect(fixture.resultTexts(1)).toEqual(['look done']);
      expect(fixture.lastAnswer().text).toBe('Done.');
    }
    expect(seen[1]?.request(1).at(-2)).toMatchObject({
      toolCalls: [{ providerState: { thoughtSignature: 's1' } }],
      providerState: { model: 'scripted', blocks: [{ thought: 't1' }] },
    });
  });
});

describe('a conversation that is read again', () => {
  it('BRV-07 still waits for the same answer, and takes it', async () => {
    const ask = tool('ask', { interaction: 'external' });
    const first = createFixture({ tools: [ask], replies: [calls([{ id: 'a', name: 'ask' }])] });
    await first.send('Go');
    const second = createFixture({ tools: [ask], log: first.log, replies: [says('Thanks.')] });
    await second.handler.load();
    expect(second.use('a').state).toBe('awaiting-user');
    await second.handler.respondToToolUse('a', [textBlock('here')]);
    await second.handler.whenQuiet();
    expect(second.resultTexts(0)).toEqual(['here']);
    expect(second.lastAnswer().text).toBe('Thanks.');
  });

  it('shows what has been streamed so far to whoever opens it in the middle', async () => {
    const stream = gated([{ type: 'text-delta', text: 'Half of' }], says(' it.'));
    const fixture = createFixture({ replies: [stream.reply] });
    await fixture.handler.submit({ blocks: [textBlock('Hi')] });
    await stream.reached;
    expect(fixture.handler.streamed).toMatchObject({ type: 'text-replaced', text: 'Half of' });
    stream.release();
    await fixture.handler.whenQuiet();
    expect(fixture.handler.streamed).toBeUndefined();
    expect(fixture.lastAnswer().text).toBe('Half of it.');
  });
});

describe('a disk that fails', () => {
  it('tells the user, goes back to what is stored, and does not spin', async () => {
    const fixture = createFixture({ replies: [says('One.'), says('Two.')] });
    await fixture.send('First');
    const stored = fixture.handler.state.seq;
    fixture.log.failing = true;
    await expect(fixture.send('Second')).rejects.toMatchObject({ code: 'storage-failed' });
    await fixture.handler.whenQuiet();
    expect(fixture.handler.state.seq).toBe(stored);
    expect(fixture.model.requests).toHaveLength(1);
    fixture.log.failing = false;
    await fixture.send('Second');
    expect(fixture.lastAnswer().text).toBe('Two.');
  });
});

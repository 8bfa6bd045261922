import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collect } from '../../tests/support/collect';
import {
  errorBody,
  errorReply,
  gatedReply,
  hangReply,
  rawReply,
  textReply,
  toolCallsReply,
} from '../../tests/support/provider-replies';
import { startProviderServer, type ProviderServer } from '../../tests/support/provider-server';
import type { ModelEvent, ModelMessage, ModelRequest } from '../conversation/model';
import type { ConnectionDraft } from '../messaging/settings';
import { z } from '../shared/zod';
import { defineTool } from '../tools/define-tool';
import { toolChoiceFor, type ToolChoice } from '../tools/tool-choice';
import { createOpenAiModel } from './openai-model';

let server: ProviderServer;
beforeEach(async () => {
  server = await startProviderServer();
});
afterEach(() => server.close());

const hello: ModelMessage = { role: 'user', blocks: [{ type: 'text', text: 'Hello' }] };
const lookTool = defineTool({
  name: 'look',
  description: 'Looks at a place.',
  input: z.object({
    place: z.string().describe('Where to look.'),
    zoom: z.number().optional().describe('How closely.'),
  }),
  effect: 'read',
  capability: 'none',
  run: () => 'seen',
});
const look = { name: 'look', description: lookTool.description, parameters: lookTool.schema };

function modelWith(connection: Partial<ConnectionDraft> = {}) {
  return createOpenAiModel({
    connection: {
      baseUrl: server.url,
      model: 'test-model',
      contextTokens: 100_000,
      supportsTools: true,
      supportsImages: true,
      ...connection,
    },
  });
}

function ask(request: Partial<ModelRequest> = {}, model = modelWith()): Promise<ModelEvent[]> {
  return collect(
    model.stream({ messages: [hello], tools: [], ...request }, new AbortController().signal),
  );
}

const textIn = (events: ModelEvent[]) =>
  events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');

/** Calls put together by their index, as whoever reads the events does. */
function callsIn(events: ModelEvent[]) {
  const calls = new Map<number | undefined, { id: string; name: string; json: string }>();
  for (const event of events) {
    if (event.type !== 'tool-call-delta') continue;
    const call = calls.get(event.index) ?? { id: '', name: '', json: '' };
    calls.set(event.index, {
      id: event.id ?? call.id,
      name: event.name ?? call.name,
      json: call.json + (event.argumentsDelta ?? ''),
    });
  }
  return [...calls.values()];
}

/** An event stream with these data lines. */
const streamOf = (...data: unknown[]) =>
  rawReply({
    chunks: data.map(
      (item) => `data: ${typeof item === 'string' ? item : JSON.stringify(item)}\n\n`,
    ),
  });
const choice = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});

describe('an answer in words', () => {
  it('arrives piece by piece, then its usage, then its end', async () => {
    server.script(textReply('Hello you', { usage: { prompt_tokens: 3, completion_tokens: 4 } }));
    expect(await ask()).toEqual([
      { type: 'text-delta', text: 'Hello ' },
      { type: 'text-delta', text: 'you' },
      { type: 'usage-reported', usage: { inputTokens: 3, outputTokens: 4 } },
      { type: 'answer-finished', reason: 'stop' },
    ]);
    const [request] = server.requests;
    await request?.closed;
    expect(request?.aborted).toBe(false);
  });

  it('shows its first piece while the rest is still being written', async () => {
    const reply = gatedReply(textReply('one two'));
    server.script(reply);
    const events = modelWith()
      .stream({ messages: [hello], tools: [] }, new AbortController().signal)
      [Symbol.asyncIterator]();
    expect((await events.next()).value).toEqual({ type: 'text-delta', text: 'one ' });
    reply.release();
    expect((await events.next()).value).toEqual({ type: 'text-delta', text: 'two' });
    await events.return?.();
  });

  it.each([
    ['cut at every byte', { splitBytes: 1 }],
    ['cut inside characters', { splitBytes: 7 }],
    ['with CRLF', { lineEnding: '\r\n' as const, splitBytes: 5 }],
    ['between comments', { pings: true }],
    ['all at once', { oneWrite: true }],
    ['without [DONE]', { withoutDone: true }],
  ])('is the same %s', async (_name, wire) => {
    server.script(textReply('Grüße 👋🏽 „ok“', { reasoning: 'Hä? 🤔', wire }));
    const events = await ask();
    expect(textIn(events)).toBe('Grüße 👋🏽 „ok“');
    expect(events[0]).toEqual({ type: 'reasoning-delta', text: 'Hä? 🤔' });
    expect(events.at(-1)).toEqual({ type: 'answer-finished', reason: 'stop' });
  });

  it.each(['reasoning_content', 'reasoning'] as const)(
    'keeps thoughts apart that come in %s',
    async (reasoningField) => {
      server.script(textReply('Four', { reasoning: 'Two and two', reasoningField }));
      expect((await ask()).slice(0, 2)).toEqual([
        { type: 'reasoning-delta', text: 'Two and two' },
        { type: 'text-delta', text: 'Four' },
      ]);
    },
  );

  it('may come as parts, with thoughts among them, or as a refusal', async () => {
    server.script(
      streamOf(
        choice({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }] }),
        choice({ content: [{ type: 'text', text: 'Yes' }] }),
        choice({ refusal: ' but no' }, 'stop'),
      ),
    );
    expect((await ask()).slice(0, 3)).toEqual([
      { type: 'reasoning-delta', text: 'Hm' },
      { type: 'text-delta', text: 'Yes' },
      { type: 'text-delta', text: ' but no' },
    ]);
  });

  it('may be empty', async () => {
    server.script(textReply(''));
    expect((await ask()).at(-1)).toEqual({ type: 'answer-finished', reason: 'stop' });
  });

  it.each([
    ['length', 'length'],
    ['content_filter', 'filtered'],
    ['banana', 'other'],
    ['tool_calls', 'stop'],
  ])('that ends with %s ends as %s', async (finishReason, reason) => {
    server.script(textReply('Hm', { finishReason }));
    expect((await ask()).at(-1)).toMatchObject({ reason });
  });

  it('needs no reason when the server says [DONE]', async () => {
    server.script(streamOf(choice({ content: 'Hi' }), '[DONE]'));
    expect((await ask()).at(-1)).toEqual({ type: 'answer-finished', reason: 'stop' });
  });

  it('leaves its connection whole when the end comes a moment after the last word', async () => {
    const words = `data: ${JSON.stringify(choice({ content: 'Hi' }, 'stop'))}\n\n`;
    const reply = gatedReply(rawReply({ chunks: [`${words}data: [DONE]\n\n`, ': goodbye\n\n'] }));
    server.script([reply, textReply('Again')]);
    expect(textIn(await ask())).toBe('Hi');
    // By the time another is answered, the server would have noticed that this one was cut.
    expect(textIn(await ask())).toBe('Again');
    reply.release();
    const [request] = server.requests;
    await request?.closed;
    expect(request?.aborted).toBe(false);
  });

  it('is not lost to a strange usage, an unknown event or a second choice', async () => {
    server.script(
      streamOf(
        { object: 'keepalive' },
        { choices: [{ index: 1, delta: { content: 'other' } }] },
        choice({ content: 'Hi' }, 'stop'),
        { choices: [], usage: { prompt_tokens: 'many' } },
      ),
    );
    expect(await ask()).toEqual([
      { type: 'text-delta', text: 'Hi' },
      { type: 'answer-finished', reason: 'stop' },
    ]);
  });

  it('is accepted whole where a stream was asked for', async () => {
    const message = {
      content: 'Hi',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
    };
    server.script(
      errorReply(200, {
        body: {
          choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
          usage: { prompt_tokens: 1, completion_tokens: 2 },
        },
      }),
    );
    expect(await ask()).toEqual([
      { type: 'text-delta', text: 'Hi' },
      { type: 'tool-call-delta', id: 'a', name: 'look', argumentsDelta: '{}' },
      { type: 'usage-reported', usage: { inputTokens: 1, outputTokens: 2 } },
      { type: 'answer-finished', reason: 'tool-calls' },
    ]);
  });

  it('is accepted whole after white space that kept the connection awake', async () => {
    const whole = { choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] };
    server.script(rawReply({ chunks: ['\n  \n', ` ${JSON.stringify(whole)}`] }));
    expect(textIn(await ask())).toBe('Hi');
  });

  it('is read as a stream whatever it is labelled as', async () => {
    server.script(
      rawReply({
        headers: { 'content-type': 'application/json' },
        chunks: ['\n\n', 'da', `ta: ${JSON.stringify(choice({ content: 'Hi' }, 'stop'))}\n\n`],
      }),
    );
    expect(textIn(await ask())).toBe('Hi');
  });
});

describe('tool calls', () => {
  const three = [
    { id: 'a', name: 'look', arguments: { place: 'sky' } },
    { id: 'b', name: 'look', arguments: { place: 'sea' } },
    { id: 'c', name: 'listen', arguments: {} },
  ];

  it.each([
    ['one after another', {}],
    ['with split arguments', { splitArguments: 3 }],
    ['taking turns', { splitArguments: 2, interleaved: true }],
    ['after some words', { text: 'Let me see.' }],
    ['that end with stop', { finishReason: 'stop' }],
  ])('KAI-58 all arrive, by index, %s', async (_name, options) => {
    server.script(toolCallsReply(three, options));
    const events = await ask({ tools: [look] });
    expect(callsIn(events)).toEqual([
      { id: 'a', name: 'look', json: '{"place":"sky"}' },
      { id: 'b', name: 'look', json: '{"place":"sea"}' },
      { id: 'c', name: 'listen', json: '{}' },
    ]);
    expect(textIn(events)).toBe('text' in options ? 'Let me see.' : '');
    expect(events.at(-1)).toMatchObject({ reason: 'tool-calls' });
  });

  it('say no index where the server said none', async () => {
    server.script(toolCallsReply(three.slice(0, 2), { indexless: true }));
    const deltas = (await ask()).filter(({ type }) => type === 'tool-call-delta');
    expect(deltas).toEqual([
      { type: 'tool-call-delta', id: 'a', name: 'look' },
      { type: 'tool-call-delta', argumentsDelta: '{"place":"sky"}' },
      { type: 'tool-call-delta', id: 'b', name: 'look' },
      { type: 'tool-call-delta', argumentsDelta: '{"place":"sea"}' },
    ]);
  });

  it('may come without an id, with arguments as an object, or as the old function_call', async () => {
    server.script([
      streamOf(
        choice({
          tool_calls: [{ index: 0, id: null, function: { name: 'look', arguments: { at: 1 } } }],
        }),
        choice({}, 'tool_calls'),
      ),
      streamOf(
        choice({ function_call: { name: 'look', arguments: '' } }),
        choice({ function_call: { arguments: '{}' } }),
        choice({}, 'function_call'),
      ),
    ]);
    expect(await ask()).toEqual([
      { type: 'tool-call-delta', index: 0, name: 'look', argumentsDelta: '{"at":1}' },
      { type: 'answer-finished', reason: 'tool-calls' },
    ]);
    expect(await ask()).toEqual([
      { type: 'tool-call-delta', index: 0, name: 'look' },
      { type: 'tool-call-delta', index: 0, argumentsDelta: '{}' },
      { type: 'answer-finished', reason: 'tool-calls' },
    ]);
  });

  it('that are cut by the length stay cut', async () => {
    server.script(
      toolCallsReply([{ name: 'look', arguments: '{"pl' }], { finishReason: 'length' }),
    );
    expect((await ask()).at(-1)).toMatchObject({ reason: 'length' });
  });

  it('hand over reasoning and signatures that the same model gets back', async () => {
    const extra = { extra_content: { google: { thought_signature: 'sig' } } };
    server.script([
      toolCallsReply([{ id: 'a', name: 'look', arguments: {}, extra }], { reasoning: 'Hm.' }),
      textReply('Done'),
    ]);
    const events = await ask({ tools: [look] });
    const finished = events.at(-1);
    const opening = events.find(({ type }) => type === 'tool-call-delta');
    await ask({
      tools: [look],
      messages: [
        hello,
        {
          role: 'assistant',
          text: '',
          toolCalls: [
            {
              id: 'a',
              name: 'look',
              argumentsJson: '{}',
              providerState:
                opening?.type === 'tool-call-delta' ? opening.providerState : undefined,
            },
          ],
          ...(finished?.type === 'answer-finished' && finished.providerState
            ? { providerState: finished.providerState }
            : {}),
        },
        { role: 'tool', toolCallId: 'a', name: 'look', blocks: [] },
      ],
    });
    expect(server.requests[1]?.body.messages[1]).toMatchObject({
      reasoning_content: 'Hm.',
      tool_calls: [{ id: 'a', ...extra }],
    });
  });
});

describe('a request', () => {
  it('KAI-04 carries the schema of its tools, with exactly the required parameters', async () => {
    server.script(textReply('ok'));
    await ask({ tools: [look] });
    const [request] = server.requests;
    expect(request?.body.tools).toEqual([
      {
        type: 'function',
        function: {
          name: 'look',
          description: 'Looks at a place.',
          parameters: {
            type: 'object',
            properties: {
              place: { type: 'string', description: 'Where to look.' },
              zoom: { type: 'number', description: 'How closely.' },
            },
            required: ['place'],
          },
        },
      },
    ]);
  });

  it('carries no tools, choice or parallel switch when there are no tools', async () => {
    server.setFallback(textReply('ok'));
    await ask({ tools: [], toolChoice: { kind: 'any', disableParallel: true } });
    await ask({ tools: [look], toolChoice: { kind: 'any' } }, modelWith({ supportsTools: false }));
    for (const { body } of server.requests) {
      expect(Object.keys(body).sort()).toEqual(['messages', 'model', 'stream', 'stream_options']);
    }
    expect(server.violations).toEqual([]);
  });

  it.each<[string, ToolChoice | undefined, unknown]>([
    ['XEM-33 leaves the choice out by default', undefined, undefined],
    ['XEM-33 leaves it out where the model decides', { kind: 'auto' }, undefined],
    ['XEM-34 makes it use some tool', { kind: 'any' }, 'required'],
    ['lets it use none', { kind: 'none' }, 'none'],
    [
      'XEM-35 makes it use one by name',
      { kind: 'tool', name: 'look' },
      { type: 'function', function: { name: 'look' } },
    ],
    [
      'XEM-35 normalises the name it is forced to',
      { kind: 'tool', name: 'shop.find$' },
      { type: 'function', function: { name: 'shop_find' } },
    ],
    [
      'XEM-36 makes it use one by the tool itself',
      toolChoiceFor(lookTool),
      { type: 'function', function: { name: 'look' } },
    ],
  ])('%s', async (_name, toolChoice, expected) => {
    server.script(textReply('ok'));
    const tools = [look, { ...look, name: 'shop_find' }];
    await ask({ tools, ...(toolChoice === undefined ? {} : { toolChoice }) });
    expect(server.violations).toEqual([]);
    expect(server.requests[0]?.body.tool_choice).toEqual(expected);
    expect(server.requests[0]?.body).not.toHaveProperty('parallel_tool_calls');
  });

  it('XEM-37 says that calls must come one at a time', async () => {
    server.script(textReply('ok'));
    await ask({ tools: [look], toolChoice: { kind: 'auto', disableParallel: true } });
    expect(server.requests[0]?.body.parallel_tool_calls).toBe(false);
  });

  it('KAI-64 AGUI-58 XEM-45 XEM-57 XEM-58 returns every result under the id of its call', async () => {
    server.script(textReply('ok'));
    await ask({
      tools: [look],
      messages: [
        hello,
        {
          role: 'assistant',
          text: '',
          toolCalls: ['a', 'b', 'c'].map((id) => ({ id, name: 'look', argumentsJson: '{}' })),
        },
        {
          role: 'tool',
          toolCallId: 'a',
          name: 'look',
          blocks: ['x', 'y'].map((text) => ({ type: 'text', text })),
        },
        {
          role: 'tool',
          toolCallId: 'b',
          name: 'look',
          blocks: [{ type: 'image', mediaType: 'image/png', data: 'QUJD' }],
        },
        { role: 'tool', toolCallId: 'c', name: 'look', blocks: [] },
      ],
    });
    const messages = server.requests[0]?.body.messages.slice(1) ?? [];
    expect(messages.map(({ role, tool_call_id }) => [role, tool_call_id])).toEqual([
      ['assistant', undefined],
      ['tool', 'a'],
      ['tool', 'b'],
      ['tool', 'c'],
      ['user', undefined],
    ]);
    expect(messages.map(({ content }) => content)).toMatchObject([
      null,
      'x\ny',
      expect.stringMatching(/./),
      expect.stringMatching(/./),
      [{ type: 'text' }, { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } }],
    ]);
    expect(server.violations).toEqual([]);
  });

  it('goes to the address as people write it', async () => {
    server.setFallback(textReply('ok'));
    await ask({}, modelWith({ baseUrl: `${server.url}//` }));
    await ask({}, modelWith({ baseUrl: `${server.url}/chat/completions?version=2` }));
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/v1/chat/completions',
      '/v1/chat/completions?version=2',
    ]);
  });

  it('carries the key, or no authorization at all, and no headers about this computer', async () => {
    server.setFallback(textReply('ok'));
    await ask({}, modelWith({ apiKey: ' secret ' }));
    await ask({}, modelWith({ apiKey: '' }));
    await ask({}, modelWith());
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer secret',
      undefined,
      undefined,
    ]);
    const names = server.requests.flatMap(({ headers }) => Object.keys(headers));
    expect(names.filter((name) => name.startsWith('x-'))).toEqual([]);
  });

  it.each([
    ['stream_options', errorBody('Unrecognized request argument: stream_options')],
    ['stream_options', { error: { message: 'Not supported', param: 'stream_options' } }],
    ['parallel_tool_calls', { detail: [{ loc: ['body', 'parallel_tool_calls'], msg: 'Extra' }] }],
  ])('is repeated without %s by a server that refuses it, and stays so', async (field, body) => {
    server.script([errorReply(400, { body }), textReply('ok'), textReply('ok')]);
    const model = modelWith();
    const request: Partial<ModelRequest> = {
      tools: [look],
      toolChoice: { kind: 'auto', disableParallel: true },
    };
    expect(textIn(await ask(request, model))).toBe('ok');
    await ask(request, model);
    expect(server.requests.map((sent) => field in sent.body)).toEqual([true, false, false]);
  });

  it('is not repeated for any other refusal', async () => {
    server.setFallback(errorReply(400));
    await expect(ask()).rejects.toMatchObject({ code: 'model-request' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('an answer nobody waits for any more', () => {
  const reason = new Error('The user pressed Stop.');

  it('before its first byte is given up with the reason of the abort', async () => {
    server.script(hangReply());
    const controller = new AbortController();
    const pending = collect(
      modelWith().stream({ messages: [hello], tools: [] }, controller.signal),
    );
    const request = await server.waitForRequest(1);
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
    await request.closed;
    expect(request.aborted).toBe(true);
  });

  it('in the middle is given up with the reason of the abort', async () => {
    server.script(gatedReply(textReply('one two')));
    const controller = new AbortController();
    const events = modelWith()
      .stream({ messages: [hello], tools: [] }, controller.signal)
      [Symbol.asyncIterator]();
    await events.next();
    const pending = events.next();
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
    const [request] = server.requests;
    await request?.closed;
    expect(request?.aborted).toBe(true);
  });

  it('gives no further event once aborted, even one that has arrived', async () => {
    server.script(textReply('one two', { wire: { oneWrite: true } }));
    const controller = new AbortController();
    const events = modelWith()
      .stream({ messages: [hello], tools: [] }, controller.signal)
      [Symbol.asyncIterator]();
    await events.next();
    controller.abort(reason);
    await expect(events.next()).rejects.toBe(reason);
  });

  it('is really ended on the server when the reader just stops reading', async () => {
    server.script(gatedReply(textReply('one two')));
    const stream = modelWith().stream(
      { messages: [hello], tools: [] },
      new AbortController().signal,
    );
    for await (const event of stream) {
      expect(event.type).toBe('text-delta');
      break;
    }
    const [request] = server.requests;
    await request?.closed;
    expect(request?.aborted).toBe(true);
  });

  it('is not even asked for when the signal is aborted already', async () => {
    const signal = AbortSignal.abort(reason);
    await expect(
      collect(modelWith().stream({ messages: [hello], tools: [] }, signal)),
    ).rejects.toBe(reason);
    expect(server.requests).toHaveLength(0);
  });

  it('leaves no listener on a signal that lives on', async () => {
    server.setFallback(textReply('ok'));
    const controller = new AbortController();
    const { signal } = controller;
    await collect(modelWith().stream({ messages: [hello], tools: [] }, signal));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

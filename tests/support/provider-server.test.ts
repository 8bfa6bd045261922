import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  cutReply,
  droppedReply,
  errorBody,
  errorReply,
  gatedReply,
  hangReply,
  rawReply,
  textReply,
  toolCallsReply,
} from './provider-replies';
import { startProviderServer, type ProviderServer } from './provider-server';

const user = { role: 'user', content: 'Hello' };
const tool = {
  type: 'function',
  function: { name: 'look', parameters: { type: 'object', properties: {} } },
};

let server: ProviderServer;
beforeEach(async () => {
  server = await startProviderServer();
});
afterEach(() => server.close());

function post(body: object, init: RequestInit = {}): Promise<Response> {
  return fetch(`${server.url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', ...body }),
    ...init,
  });
}

const stream = (body: object = {}, init: RequestInit = {}) =>
  post({ messages: [user], stream: true, ...body }, init);

/** The data of each event, read as plainly as can be. */
function eventsOf(text: string): unknown[] {
  return text
    .split(/\r?\n\r?\n/)
    .flatMap((event) => event.split(/\r?\n/).filter((line) => line.startsWith('data: ')))
    .map((line) => line.slice(6))
    .map((data): unknown => (data === '[DONE]' ? data : JSON.parse(data)));
}

function choiceOf(event: unknown): unknown {
  if (typeof event !== 'object' || event === null || !('choices' in event)) return event;
  return Array.isArray(event.choices) ? event.choices[0] : event;
}

describe('a streamed answer', () => {
  it('begins with the role, brings the text in pieces, and ends with the reason and [DONE]', async () => {
    server.script(textReply('Hello you', { reasoning: 'Greet.' }));
    const response = await stream();
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = eventsOf(await response.text());
    expect(events.map(choiceOf)).toEqual([
      { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null },
      { index: 0, delta: { reasoning_content: 'Greet.' }, finish_reason: null },
      { index: 0, delta: { content: 'Hello ' }, finish_reason: null },
      { index: 0, delta: { content: 'you' }, finish_reason: null },
      { index: 0, delta: {}, finish_reason: 'stop' },
      '[DONE]',
    ]);
    expect(events[0]).toMatchObject({ object: 'chat.completion.chunk', model: 'm' });
    expect(events[0]).not.toHaveProperty('usage');
  });

  it('reports usage in an event of its own, only when asked', async () => {
    server.script(textReply('Hi', { usage: { prompt_tokens: 3, completion_tokens: 4 } }));
    const response = await stream({ stream_options: { include_usage: true } });
    const events = eventsOf(await response.text());
    expect(events[0]).toMatchObject({ usage: null });
    expect(events.at(-2)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
    });
  });

  it('sends id and name of a call before its arguments, by index', async () => {
    server.script(
      toolCallsReply(
        [
          { id: 'a', name: 'look', arguments: { at: 'sky' } },
          { id: 'b', name: 'look', arguments: '{}' },
        ],
        { splitArguments: 6 },
      ),
    );
    const events = eventsOf(await (await stream()).text());
    expect(events.slice(1, -2).map(choiceOf)).toMatchObject([
      { delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'look', arguments: '' } }] } },
      { delta: { tool_calls: [{ index: 0, function: { arguments: '{"at":' } }] } },
      { delta: { tool_calls: [{ index: 0, function: { arguments: '"sky"}' } }] } },
      { delta: { tool_calls: [{ index: 1, id: 'b', function: { name: 'look', arguments: '' } }] } },
      { delta: { tool_calls: [{ index: 1, function: { arguments: '{}' } }] } },
    ]);
    expect(choiceOf(events.at(-2))).toMatchObject({ finish_reason: 'tool_calls' });
  });

  it('can leave the index out and let parallel calls take turns', async () => {
    const calls = [
      { id: 'a', name: 'look', arguments: '{}' },
      { id: 'b', name: 'look', arguments: '{}' },
    ];
    server.script([
      toolCallsReply(calls, { indexless: true }),
      toolCallsReply(calls, { interleaved: true }),
    ]);
    const indexless = await (await stream()).text();
    expect(indexless).toContain('"tool_calls":[{"id":"a"');
    const taking = eventsOf(await (await stream()).text()).slice(1, 5);
    expect(taking.map((event) => JSON.stringify(event).match(/"index":(\d),/g)?.[1])).toEqual([
      '"index":0,',
      '"index":1,',
      '"index":0,',
      '"index":1,',
    ]);
  });

  it.each([
    ['split inside characters', { splitBytes: 3 }],
    ['with CRLF', { lineEnding: '\r\n' as const }],
    ['with comments', { pings: true }],
    ['in one write', { oneWrite: true }],
  ])('says the same %s', async (_name, wire) => {
    server.script(textReply('Grüße 👋', { chunks: ['Grüße ', '👋'], wire }));
    const text = await (await stream()).text();
    const deltas = eventsOf(text).slice(1, 3).map(choiceOf);
    expect(deltas).toMatchObject([{ delta: { content: 'Grüße ' } }, { delta: { content: '👋' } }]);
    expect(text.includes('\r\n')).toBe('lineEnding' in wire);
    expect(text.includes(': ping')).toBe('pings' in wire);
  });
});

describe('other answers', () => {
  it('are plain JSON when no stream was asked for', async () => {
    server.script(toolCallsReply([{ name: 'look', arguments: {} }]));
    const response = await post({ messages: [user] });
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      choices: [
        {
          message: {
            content: null,
            tool_calls: [{ id: 'call_0_0', function: { arguments: '{}' } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
    });
  });

  it('carry the status, headers and body of an error', async () => {
    server.script(errorReply(429, { headers: { 'retry-after': '3' } }));
    const response = await stream();
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('3');
    expect(await response.json()).toHaveProperty('error.message');
  });

  it('are raw bytes when scripted so', async () => {
    server.script(
      rawReply({ status: 201, headers: { 'x-a': 'b' }, chunks: ['one', Buffer.from('two')] }),
    );
    const response = await stream();
    expect([response.status, response.headers.get('x-a'), await response.text()]).toEqual([
      201,
      'b',
      'onetwo',
    ]);
  });

  it('are refused loudly when nothing is scripted, until there is a fallback', async () => {
    expect((await stream()).status).toBe(400);
    server.setFallback((request) =>
      textReply(`You said ${JSON.stringify(request.body.messages[0]?.content)}`),
    );
    expect(await (await stream()).text()).toContain('Hello');
  });
});

describe('a connection that goes wrong', () => {
  it('is cut after the scripted pieces, which is not the client aborting', async () => {
    server.script(cutReply(['Half an ']));
    const response = await stream();
    await expect(response.text()).rejects.toThrow();
    const [request] = server.requests;
    await request?.closed;
    expect(request?.aborted).toBe(false);
  });

  it('is dropped before the headers', async () => {
    server.script(droppedReply());
    await expect(stream()).rejects.toThrow('fetch failed');
  });

  it('hangs until the client aborts, and that is recorded', async () => {
    server.script(hangReply());
    const controller = new AbortController();
    const pending = stream({}, { signal: controller.signal });
    const request = await server.waitForRequest(1);
    expect(request.aborted).toBe(false);
    controller.abort();
    await expect(pending).rejects.toThrow('aborted');
    await request.closed;
    expect(request.aborted).toBe(true);
  });

  it('stands at a gate after the first piece until released', async () => {
    const reply = gatedReply(textReply('one two'));
    server.script(reply);
    const response = await stream();
    await reply.reached;
    const reader = response.body?.getReader();
    let seen = '';
    while (!seen.includes('one '))
      seen += Buffer.from((await reader?.read())?.value ?? []).toString();
    expect(seen).not.toContain('two');
    reply.release();
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      seen += Buffer.from(part.value).toString();
    }
    expect(seen).toContain('two');
    expect(seen).toContain('[DONE]');
  });

  it('stands at a gate before the first byte until released', async () => {
    const reply = gatedReply(errorReply(503), 'before-first-byte');
    server.script(reply);
    let answered = false;
    const pending = stream().then((response) => {
      answered = true;
      return response.status;
    });
    await reply.reached;
    expect(answered).toBe(false);
    reply.release();
    expect(await pending).toBe(503);
  });
});

describe('what arrives', () => {
  it('is recorded in order, and waited for', async () => {
    server.setFallback(textReply('ok'));
    const second = server.waitForRequest(2);
    await stream({ messages: [{ role: 'user', content: 'first' }] });
    await stream(
      { messages: [{ role: 'user', content: 'second' }] },
      { headers: { 'x-mine': '1' } },
    );
    expect((await second).body.messages[0]?.content).toBe('second');
    expect((await second).headers['x-mine']).toBe('1');
    expect(server.requests.map(({ index, method, path }) => [index, method, path])).toEqual([
      [0, 'POST', '/v1/chat/completions'],
      [1, 'POST', '/v1/chat/completions'],
    ]);
  });

  it('may list the models, preflight, or miss the path without counting as chat', async () => {
    const models = await fetch(`${server.url}/models`);
    expect(await models.json()).toHaveProperty('data[0].id', 'test-model');
    const preflight = await fetch(`${server.url}/chat/completions`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'authorization' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization');
    expect((await fetch(`${server.url}/nothing`)).status).toBe(404);
    expect(server.requests).toHaveLength(0);
    expect(server.otherRequests).toHaveLength(3);
  });

  it('gets no CORS headers when they are switched off', async () => {
    const closed = await startProviderServer({ cors: false });
    const response = await fetch(`${closed.url}/models`);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
    await closed.close();
  });

  it('needs the key when one is set', async () => {
    const locked = await startProviderServer({ apiKey: 'secret' });
    locked.setFallback(textReply('in'));
    const ask = (headers: Record<string, string>) =>
      fetch(`${locked.url}/chat/completions`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model: 'm', messages: [user] }),
      });
    expect((await ask({})).status).toBe(401);
    expect((await ask({ authorization: 'Bearer secret' })).status).toBe(200);
    await locked.close();
  });
});

describe('a request that breaks the protocol', () => {
  const call = (id: string, name = 'look') => ({
    id,
    type: 'function',
    function: { name, arguments: '{}' },
  });
  const assistant = (...ids: string[]) => ({
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => call(id)),
  });
  const answer = (id: string, content: unknown = 'ok') => ({
    role: 'tool',
    tool_call_id: id,
    content,
  });

  it.each<[string, object]>([
    ['messages: must not be empty', { messages: [] }],
    ['Invalid input', { messages: 'Hello' }],
    ['have no answer: b', { messages: [user, assistant('a', 'b'), answer('a')] }],
    ['have no answer: a', { messages: [user, assistant('a'), user, answer('a')] }],
    ['must answer a call', { messages: [user, answer('a')] }],
    ['must answer a call', { messages: [user, assistant('a'), answer('a'), answer('a')] }],
    ['used twice', { messages: [user, assistant('a', 'a'), answer('a')] }],
    ['must not be empty', { messages: [user, assistant('a'), answer('a', '')] }],
    ['text parts only', { messages: [user, assistant('a'), answer('a', [{ type: 'image_url' }])] }],
    ['at least one call', { messages: [user, assistant()] }],
    ['content: must be there', { messages: [user, { role: 'assistant', content: null }] }],
    [
      "name 'a b' is not allowed",
      {
        messages: [
          user,
          { role: 'assistant', content: null, tool_calls: [call('a', 'a b')] },
          answer('a'),
        ],
      },
    ],
    ["'robot' is unknown", { messages: [{ role: 'robot', content: 'Hello' }] }],
    ['at least one tool', { messages: [user], tools: [] }],
    [
      "'shop.find' is not allowed",
      { messages: [user], tools: [{ type: 'function', function: { name: 'shop.find' } }] },
    ],
    [
      'is not allowed',
      { messages: [user], tools: [{ type: 'function', function: { name: 'x'.repeat(65) } }] },
    ],
    ["'look' is used twice", { messages: [user], tools: [tool, tool] }],
    [
      'of type object',
      {
        messages: [user],
        tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'array' } } }],
      },
    ],
    ['together with tools', { messages: [user], tool_choice: 'auto' }],
    ['together with tools', { messages: [user], parallel_tool_calls: false }],
    [
      'names no tool',
      {
        messages: [user],
        tools: [tool],
        tool_choice: { type: 'function', function: { name: 'other' } },
      },
    ],
    ['when stream is true', { messages: [user], stream_options: { include_usage: true } }],
  ])('is refused: %s', async (violation, body) => {
    server.script(textReply('never'));
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty(
      'error.message',
      expect.stringContaining(violation),
    );
    expect(server.violations).toHaveLength(1);
  });

  it('does not use a scripted reply up', async () => {
    server.script(textReply('kept'));
    await post({ messages: [] });
    expect(await (await stream()).text()).toContain('kept');
  });

  it('is told apart from one that keeps every rule', async () => {
    server.script(textReply('fine'));
    const response = await post({
      stream: true,
      stream_options: { include_usage: true },
      tools: [tool],
      tool_choice: { type: 'function', function: { name: 'look' } },
      parallel_tool_calls: false,
      messages: [
        { role: 'system', content: 'Be brief.' },
        user,
        assistant('a', 'b'),
        answer('a'),
        answer('b', [{ type: 'text', text: 'ok' }]),
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,' } }] },
        { role: 'assistant', content: 'Seen.' },
      ],
    });
    expect(response.status).toBe(200);
    expect(server.violations).toEqual([]);
  });

  it('is refused with the error body of the protocol when it is not even JSON', async () => {
    const response = await stream({}, { body: 'not json' });
    expect(await response.json()).toEqual(errorBody('The body is not JSON.'));
  });
});

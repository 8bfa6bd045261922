import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  cutReply,
  droppedReply,
  errorBody,
  errorReply,
  rawReply,
  textReply,
  type ProviderReply,
} from '../../tests/support/provider-replies';
import { startProviderServer, type ProviderServer } from '../../tests/support/provider-server';
import type { ModelEvent } from '../conversation/model';
import type { ConnectionDraft } from '../messaging/settings';
import { AppError } from '../shared/app-error';
import { createOpenAiModel } from './openai-model';
import type { Fetch } from './readable-errors';

const now = Date.parse('2026-01-01T00:00:00Z');
const key = 'sekrit-0123456789';

let server: ProviderServer;
beforeEach(async () => {
  server = await startProviderServer();
});
afterEach(() => server.close());

interface Failed {
  error: AppError;
  /** What had been received before. */
  events: ModelEvent[];
}

async function fail(
  reply: ProviderReply | undefined,
  connection: Partial<ConnectionDraft> = {},
  fetch?: Fetch,
): Promise<Failed> {
  if (reply !== undefined) server.script(reply);
  const model = createOpenAiModel({
    connection: {
      baseUrl: server.url,
      model: 'test-model',
      apiKey: key,
      contextTokens: 100_000,
      supportsTools: true,
      supportsImages: true,
      ...connection,
    },
    now: () => now,
    ...(fetch === undefined ? {} : { fetch }),
  });
  const events: ModelEvent[] = [];
  try {
    const request = { messages: [], tools: [] };
    const hello = { role: 'user' as const, blocks: [{ type: 'text' as const, text: 'Hello' }] };
    const stream = model.stream({ ...request, messages: [hello] }, new AbortController().signal);
    for await (const event of stream) events.push(event);
  } catch (error) {
    if (error instanceof AppError) return { error, events };
    throw error;
  }
  throw new Error('It did not fail.');
}

const page = (title: string) =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>…</body></html>`;

describe('a request that a server refuses', () => {
  it.each<[string, ProviderReply, string, RegExp, RegExp, boolean]>([
    [
      'for a wrong key',
      errorReply(401, { body: errorBody('Incorrect key', 'invalid_api_key') }),
      'model-auth',
      /refused the API key: “Incorrect key”/,
      /Check the API key/,
      false,
    ],
    [
      'for lack of rights or for its origin',
      errorReply(403, { body: '' }),
      'model-auth',
      /refused access\.$/,
      /OLLAMA_ORIGINS/,
      false,
    ],
    [
      'for an unpaid account',
      errorReply(402, { body: { error: { message: 'Insufficient credits', code: 402 } } }),
      'model-auth',
      /no credit left: “Insufficient credits”/,
      /balance/,
      false,
    ],
    [
      'for a model it does not have',
      errorReply(404, { body: { error: "model 'llama3.2:3b' not found" } }),
      'model-not-found',
      /does not know the model 'test-model': “model 'llama3/,
      /name of the model/,
      false,
    ],
    [
      'for a model it does not have, by code',
      errorReply(400, { body: errorBody('No.', 'model_not_found') }),
      'model-not-found',
      /does not know the model/,
      /name of the model/,
      false,
    ],
    [
      'for a wrong path',
      errorReply(404, { body: { detail: 'Not Found' } }),
      'model-not-found',
      /no chat service at http:\/\/127\.0\.0\.1:\d+\/v1: “Not Found”/,
      /usually ends in \/v1/,
      false,
    ],
    [
      'with a web page',
      errorReply(404, { body: page('Nothing here'), contentType: 'text/html' }),
      'model-not-found',
      /no chat service at .*“Nothing here”/,
      /usually ends in \/v1/,
      false,
    ],
    [
      'with a web page and another status',
      errorReply(400, { body: page('Bad'), contentType: 'text/html' }),
      'model-not-found',
      /no chat service/,
      /usually ends in \/v1/,
      false,
    ],
    [
      'for a body too large',
      errorReply(413, { body: page('413 Too Large') }),
      'model-context',
      /too long for the model: “413 Too Large”/,
      /new chat/,
      false,
    ],
    [
      'for a full context, by code',
      errorReply(400, { body: errorBody('8192 tokens', 'context_length_exceeded') }),
      'model-context',
      /too long for the model: “8192 tokens”/,
      /new chat/,
      false,
    ],
    [
      'for a full context, by words',
      errorReply(400, {
        body: { error: { message: 'the request exceeds the available context size' } },
      }),
      'model-context',
      /too long/,
      /context size/,
      false,
    ],
    [
      'for too many requests',
      errorReply(429, { body: errorBody('Slow down') }),
      'model-rate-limit',
      /fewer requests: “Slow down”/,
      /Wait a minute/,
      true,
    ],
    [
      'for a spent quota',
      errorReply(429, { body: errorBody('You ran out', 'insufficient_quota') }),
      'model-rate-limit',
      /no credit left/,
      /plan/,
      false,
    ],
    [
      'with 500',
      errorReply(500, { body: 'boom' }),
      'model-overload',
      /has a problem: “boom”/,
      /try again/,
      true,
    ],
    [
      'with 502 and a page of its proxy',
      errorReply(502, { body: page('502 Bad Gateway') }),
      'model-overload',
      /has a problem: “502 Bad Gateway”/,
      /try again/,
      true,
    ],
    ['with 503', errorReply(503), 'model-overload', /overloaded/, /try again/, true],
    ['with 529', errorReply(529), 'model-overload', /overloaded/, /try again/, true],
    ['with 408', errorReply(408), 'model-connection', /in time\.$/, /loading/, false],
    [
      'because it has no tools',
      errorReply(400, { body: { error: { message: 'gemma does not support tools' } } }),
      'model-request',
      /did not accept the request: “gemma does not support tools”/,
      /switch tools off/,
      false,
    ],
    [
      'because it has no eyes',
      errorReply(422, { body: { message: 'image input is not supported' } }),
      'model-request',
      /image input/,
      /switch images off/,
      false,
    ],
    [
      'for any other reason',
      errorReply(418, { body: '' }),
      'model-request',
      /did not accept the request\.$/,
      /model settings/,
      false,
    ],
  ])('%s', async (_name, reply, code, message, advice, retryable) => {
    const { error, events } = await fail(reply);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(error.advice).toMatch(advice);
    expect(error.retryable).toBe(retryable);
    expect(events).toEqual([]);
    expect(server.requests).toHaveLength(1);
  });

  it('for want of a key is told so when there is none', async () => {
    const { error } = await fail(errorReply(401), { apiKey: '' });
    expect(error.message).toContain('wants an API key');
    expect(error.advice).toContain('Enter an API key');
  });

  it.each<[string, Record<string, string>, number | undefined, string]>([
    ['seconds', { 'retry-after': '20' }, 20_000, 'Try again in 20 seconds.'],
    ['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:10:00 GMT' }, 600_000, 'in 10 minutes'],
    ['milliseconds', { 'retry-after-ms': '900' }, 900, 'Try again in 1 second.'],
    ['nothing', {}, undefined, 'Wait a minute'],
  ])('for too many requests is told to wait: %s', async (_name, headers, wait, advice) => {
    const { error } = await fail(errorReply(429, { headers }));
    expect(error.retryAfterMs).toBe(wait);
    expect(error.advice).toContain(advice);
  });

  it('while it is overloaded is told to wait too', async () => {
    const { error } = await fail(errorReply(503, { headers: { 'retry-after': '2' } }));
    expect(error.retryAfterMs).toBe(2_000);
  });

  it('never lets the key through, wherever the server repeats it', async () => {
    const replies = [
      errorReply(401, { body: errorBody(`Incorrect API key: ${key}`) }),
      errorReply(400, { body: { error: { message: 'no', code: key, type: key } } }),
      errorReply(500, { body: page(`Header Authorization: Bearer ${key}`) }),
      rawReply({ chunks: [`data: {"error":{"message":"bad ${key}"}}\n\n`] }),
      rawReply({ chunks: [`data: ${key}\n\n`] }),
      rawReply({ chunks: [`{"your_key":"${key}"}`] }),
    ];
    for (const reply of replies) {
      const { error } = await fail(reply);
      expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(key);
    }
    expect(server.requests).toHaveLength(replies.length);
  });

  it('is quoted in at most 300 characters', async () => {
    const { error } = await fail(errorReply(500, { body: 'very long '.repeat(50_000) }));
    expect(error.message.length).toBeLessThan(400);
  });

  it('is understood although its reason never ends', async () => {
    const forever = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(10_000).fill(120)),
    });
    const { error } = await fail(undefined, {}, () =>
      Promise.resolve(new Response(forever, { status: 500 })),
    );
    expect(error.code).toBe('model-overload');
  });
});

describe('a server that cannot be reached', () => {
  it('is unreachable when nothing listens there', async () => {
    const gone = await startProviderServer();
    await gone.close();
    const { error } = await fail(undefined, { baseUrl: gone.url });
    expect(error).toMatchObject({ code: 'model-connection', retryable: true });
    expect(error.message).toBe(`The server at ${gone.url} could not be reached.`);
    expect(error.advice).toMatch(/Start the model server.*CORS/);
  });

  it('is unreachable when it drops the connection before an answer', async () => {
    const { error } = await fail(droppedReply());
    expect(error).toMatchObject({ code: 'model-connection', retryable: true });
  });

  it.each([
    ['http://192.168.0.7:1234/v1', /listens on the network.*try https/],
    ['https://nas.local/v1', /allows requests from browser extensions \(CORS\)\.$/],
    ['https://api.example.com/v1', /internet connection/],
    ['http://api.example.com/v1', /https:\/\//],
  ])('gets advice that fits %s', async (baseUrl, advice) => {
    const { error } = await fail(undefined, { baseUrl }, () =>
      Promise.reject(new TypeError('Failed to fetch')),
    );
    expect(error.code).toBe('model-connection');
    expect(error.advice).toMatch(advice);
  });

  it('is not asked at an address or with a key that cannot be used', async () => {
    const address = await fail(undefined, { baseUrl: 'not an address' });
    expect(address.error).toMatchObject({ code: 'model-connection', retryable: false });
    const badKey = await fail(undefined, { apiKey: 'ключ-0123' });
    expect(badKey.error).toMatchObject({ code: 'model-auth', retryable: false });
    expect(badKey.error.message).not.toContain('ключ');
  });
});

describe('an answer that goes wrong on the way', () => {
  const chunk = (content: string) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
  const received = [{ type: 'text-delta', text: 'Half ' }];

  it.each<[string, ProviderReply]>([
    ['cut by the network', cutReply(['Half '])],
    ['ended politely, but early', rawReply({ chunks: [chunk('Half ')] })],
    ['ended inside a piece', rawReply({ chunks: [chunk('Half '), 'data: {"choices":[{"del'] })],
  ])('is %s: what arrived is kept, and nothing is repeated', async (_name, reply) => {
    const { error, events } = await fail(reply);
    expect(error).toMatchObject({ code: 'model-connection', retryable: false });
    expect(error.message).toBe('The connection broke off in the middle of the answer.');
    expect(events).toEqual(received);
  });

  it('is a cut connection as well when there is no byte at all', async () => {
    const { error } = await fail(rawReply({ chunks: [] }));
    expect(error).toMatchObject({ code: 'model-connection', retryable: false });
  });

  it.each<[string, ProviderReply, RegExp]>([
    [
      'not JSON',
      rawReply({ chunks: [chunk('Half '), 'data: {garbage\n\n'] }),
      /not JSON: “\{garbage”/,
    ],
    [
      'JSON of another kind',
      rawReply({ chunks: [chunk('Half '), 'data: {"choices":"none"}\n\n'] }),
      /does not belong in a chat answer: “\{"choices":"none"\}”/,
    ],
    ['null', rawReply({ chunks: [chunk('Half '), 'data: null\n\n'] }), /does not belong/],
  ])('holds a piece that is %s', async (_name, reply, message) => {
    const { error, events } = await fail(reply);
    expect(error).toMatchObject({ code: 'model-protocol', retryable: false });
    expect(error.message).toMatch(message);
    expect(events).toEqual(received);
  });

  it.each<[string, ProviderReply, RegExp]>([
    [
      'a web page',
      errorReply(200, { body: page('Welcome to the router'), contentType: 'text/html' }),
      /answered with a web page: “Welcome to the router”/,
    ],
    [
      'some other JSON',
      errorReply(200, { body: { status: 'running' } }),
      /not a chat completion: “\{"status":"running"\}”/,
    ],
    ['broken JSON', errorReply(200, { body: '{"choices": [' }), /not a chat completion/],
    ['plain words', errorReply(200, { body: 'It works!' }), /not answer with a stream of events/],
  ])('is %s instead', async (_name, reply, message) => {
    const { error } = await fail(reply);
    expect(error).toMatchObject({ code: 'model-protocol', retryable: false });
    expect(error.message).toMatch(message);
    expect(error.advice).toMatch(/OpenAI-compatible API/);
  });

  it.each<[string, unknown, string, boolean]>([
    ['a rate limit', { error: { code: 429, message: 'slow' } }, 'model-rate-limit', true],
    ['overload', { error: { type: 'overloaded_error', message: 'x' } }, 'model-overload', true],
    ['a fault', { error: { type: 'server_error', message: 'x' } }, 'model-overload', true],
    ['a full context', { error: { code: 'context_length_exceeded' } }, 'model-context', false],
    ['a bad key', { error: { code: 'invalid_api_key', message: 'x' } }, 'model-auth', false],
    ['anything else', { error: 'it broke' }, 'model-request', false],
  ])('holds an error: %s', async (_name, data, code, retryableAtFirst) => {
    const line = `data: ${JSON.stringify(data)}\n\n`;
    const atFirst = await fail(rawReply({ chunks: [line] }));
    expect(atFirst.error).toMatchObject({ code, retryable: retryableAtFirst });
    const later = await fail(rawReply({ chunks: [chunk('Half '), line] }));
    expect(later.error).toMatchObject({ code, retryable: false });
    expect(later.error.message).toBe(atFirst.error.message);
    expect(later.events).toEqual(received);
  });

  it('holds an error that only its event name tells, or that comes as plain JSON', async () => {
    const named = await fail(rawReply({ chunks: ['event: error\ndata: {"message":"no"}\n\n'] }));
    expect(named.error.message).toContain('“no”');
    const whole = await fail(
      errorReply(200, { body: [{ error: { code: 503, message: 'full' } }] }),
    );
    expect(whole.error).toMatchObject({
      code: 'model-overload',
      message: expect.stringContaining('full'),
    });
  });

  it('is whole when only the goodbye is missing', async () => {
    const finish = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(chunk('All') + finish));
      },
      pull: (controller) => controller.error(new TypeError('network error')),
    });
    await expect(fail(undefined, {}, () => Promise.resolve(new Response(body)))).rejects.toThrow(
      'It did not fail.',
    );
  });

  it('leaves the next one unharmed', async () => {
    await fail(cutReply(['Half ']));
    await expect(fail(textReply('Whole'))).rejects.toThrow('It did not fail.');
  });
});

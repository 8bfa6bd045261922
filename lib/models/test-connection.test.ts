import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  errorReply,
  hangReply,
  textReply,
  toolCallsReply,
} from '../../tests/support/provider-replies';
import { startProviderServer, type ProviderServer } from '../../tests/support/provider-server';
import { createOpenAiModel } from './openai-model';
import { testConnection } from './test-connection';

let server: ProviderServer;
beforeEach(async () => {
  server = await startProviderServer({ apiKey: 'right' });
});
afterEach(() => server.close());

function test(signal = new AbortController().signal, apiKey = 'right') {
  const model = createOpenAiModel({
    connection: {
      baseUrl: server.url,
      model: 'test-model',
      apiKey,
      contextTokens: 8_000,
      supportsTools: true,
      supportsImages: false,
    },
  });
  return testConnection(model, signal);
}

describe('the test of a connection', () => {
  it('makes one round trip that offers a tool', async () => {
    server.script(textReply('ready'));
    expect(await test()).toEqual({ ok: true, message: 'test-model answered.' });
    expect(server.requests.map(({ body }) => body.tools?.length)).toEqual([1]);
    expect(server.violations).toEqual([]);
  });

  it('is content with a tool call', async () => {
    server.script(toolCallsReply([{ name: 'report_ready', arguments: {} }]));
    expect(await test()).toMatchObject({ ok: true });
  });

  it('says what is wrong and what to do', async () => {
    const result = await test(new AbortController().signal, 'wrong');
    expect(result).toEqual({
      ok: false,
      message: 'The server refused the API key: “This key is not valid.”',
      advice: expect.stringContaining('Check the API key'),
    });
  });

  it('finds out that a model has no tools', async () => {
    server.script(errorReply(400, { body: { error: 'gemma does not support tools' } }));
    expect(await test()).toMatchObject({
      ok: false,
      advice: expect.stringContaining('switch tools off'),
    });
  });

  it('is not content with silence', async () => {
    server.script(textReply(''));
    expect(await test()).toMatchObject({ ok: false, message: expect.stringContaining('nothing') });
  });

  it('does not listen to an endless answer', async () => {
    server.script(
      textReply('', { chunks: Array.from({ length: 500 }, () => 'ready '.repeat(50)) }),
    );
    expect(await test()).toMatchObject({ ok: true });
    const [request] = server.requests;
    await request?.closed;
    expect(request?.aborted).toBe(true);
  });

  it('can be given up', async () => {
    server.script(hangReply());
    const controller = new AbortController();
    const reason = new Error('closed');
    const pending = test(controller.signal);
    await server.waitForRequest(1);
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
  });
});

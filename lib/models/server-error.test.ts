import { describe, expect, it } from 'vitest';
import { readErrorBody } from './server-error';

describe('an error body', () => {
  it.each<[string, unknown, string]>([
    ["OpenAI's", { error: { message: 'No.', code: 'bad', type: 't' } }, 'No.'],
    ["Ollama's", { error: 'model not found' }, 'model not found'],
    ["Google's", [{ error: { code: 400, message: 'Bad key' } }], 'Bad key'],
    ["vLLM's", { object: 'error', message: 'Too long', code: 400 }, 'Too long'],
    ["FastAPI's", { detail: 'Not Found' }, 'Not Found'],
    [
      "FastAPI's list",
      { detail: [{ loc: ['body', 'tools'], msg: 'Field wrong' }] },
      'body.tools: Field wrong',
    ],
    ['an unknown', { error: { reason: 5 } }, ''],
    ['a bare', 'nope', 'nope'],
  ])('in %s shape gives its message', (_whose, body, message) => {
    expect(readErrorBody(JSON.stringify(body)).message).toBe(message);
  });

  it('keeps the code, also a number', () => {
    expect(readErrorBody('{"error":{"code":429,"message":"x"}}').code).toBe('429');
  });

  it('is known as a web page, by its title', () => {
    const page = '\n<!doctype html><html><head><title>404 Not Found</title>';
    expect(readErrorBody(page)).toMatchObject({ isPage: true, message: '404 Not Found' });
  });

  it('is its own message when it is plain text', () => {
    expect(readErrorBody('upstream down')).toMatchObject({
      isPage: false,
      message: 'upstream down',
    });
  });
});

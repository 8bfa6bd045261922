import { describe, expect, it } from 'vitest';
import { textBlock } from '../messaging/content';
import { AppError } from '../shared/app-error';
import { z } from '../shared/zod';
import { streamStructured, type StructuredRequest } from './extract-structured';
import type { Model, ModelEvent, ModelMessage, ModelRequest } from './model';

const schema = z.object({ verses: z.array(z.object({ text: z.string() })) });
const messages: ModelMessage[] = [{ role: 'user', blocks: [textBlock('A poem, please.')] }];

/** A model that answers with these events, and notes what it was asked. */
function scripted(events: readonly (ModelEvent | (() => void))[]) {
  const requests: ModelRequest[] = [];
  const model: Model = {
    id: 'scripted',
    supportsTools: true,
    supportsImages: false,
    contextTokens: 8_000,
    async *stream(request) {
      requests.push(request);
      for (const event of events) {
        await Promise.resolve();
        if (typeof event === 'function') event();
        else yield event;
      }
    },
  };
  return { model, requests };
}

const start = (name = 'write_poem', argumentsDelta = '', index = 0): ModelEvent => ({
  type: 'tool-call-delta',
  index,
  id: `call-${index}`,
  name,
  argumentsDelta,
});
const piece = (argumentsDelta: string): ModelEvent => ({
  type: 'tool-call-delta',
  index: 0,
  argumentsDelta,
});
const said = (text: string): ModelEvent => ({ type: 'text-delta', text });

const extract = (
  model: Model,
  options: Partial<StructuredRequest<typeof schema>> = {},
): Promise<z.output<typeof schema>> =>
  streamStructured({
    model,
    messages,
    name: 'write_poem',
    description: 'Hands over the poem.',
    schema,
    signal: new AbortController().signal,
    ...options,
  });

const failureOf = async (events: readonly ModelEvent[]): Promise<AppError> => {
  const error: unknown = await extract(scripted(events).model).catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error('an AppError was expected');
  return error;
};

describe('data of a given shape', () => {
  it('XEM-03 XEM-04 comes as a typed object from one request that declares one tool', async () => {
    const { model, requests } = scripted([start(), piece('{"verses":[{"text":"a"}]}')]);
    const poem = await extract(model);
    expect(poem.verses.map((verse) => verse.text)).toEqual(['a']);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      messages,
      tools: [{ name: 'write_poem', description: 'Hands over the poem.' }],
      toolChoice: { kind: 'tool', name: 'write_poem', disableParallel: true },
    });
    expect(requests[0]?.tools).toHaveLength(1);
    expect(requests[0]?.tools[0]?.parameters).toMatchObject({
      type: 'object',
      required: ['verses'],
    });
  });

  it('XEM-59 streams its fragments before it is complete', async () => {
    const fragments: string[] = [];
    const seen: string[] = [];
    const { model } = scripted([
      start(),
      piece('{"verses":[{"te'),
      () => seen.push(fragments.join('')),
      piece('xt":"a"}]}'),
    ]);
    await extract(model, { onFragment: (fragment) => fragments.push(fragment) });
    expect(seen).toEqual(['{"verses":[{"te']);
    expect(fragments.join('')).toBe('{"verses":[{"text":"a"}]}');
  });

  it('XEM-60 streams nothing else: no text, no thoughts, no second call', async () => {
    const fragments: string[] = [];
    const { model } = scripted([
      said('Here '),
      start(),
      piece('{"verses":'),
      said('it comes'),
      { type: 'reasoning-delta', text: 'hm' },
      piece('[]}'),
      start('write_poem', '{"verses":[{"text":"no"}]}', 1),
      start('other', '{}', 2),
      { type: 'answer-finished', reason: 'tool-calls' },
    ]);
    const poem = await extract(model, { onFragment: (fragment) => fragments.push(fragment) });
    expect(fragments.join('')).toBe('{"verses":[]}');
    expect(poem).toEqual({ verses: [] });
  });

  it('XEM-61 can be looked at while it is unfinished', async () => {
    const partials: unknown[] = [];
    const { model } = scripted([
      start(),
      piece('{"verses":[{"text":"a'),
      () => expect(partials).toEqual([{ verses: [{ text: 'a' }] }]),
      piece('b"},{"text":"c\\'),
      piece('n"}]}'),
    ]);
    await extract(model, { onPartial: (partial) => partials.push(partial) });
    expect(partials.at(-1)).toEqual({ verses: [{ text: 'ab' }, { text: 'c\n' }] });
  });

  it('XEM-61 does not break on fragments that cannot be read', async () => {
    const partials: unknown[] = [];
    const { model } = scripted([start(), piece('  '), piece('nonsense'), piece('[[[')]);
    await expect(
      extract(model, { onPartial: (partial) => partials.push(partial) }),
    ).rejects.toMatchObject({ code: 'structured-output-invalid' });
    expect(partials).toEqual([]);
  });

  it('can be looked at in linear time', async () => {
    const tiny = Array.from({ length: 200_000 }, () => piece('x'));
    let looks = 0;
    const { model } = scripted([start(), piece('{"verses":[{"text":"'), ...tiny, piece('"}]}')]);
    const poem = await extract(model, { onPartial: () => (looks += 1) });
    expect(poem.verses[0]?.text).toHaveLength(200_000);
    expect(looks).toBeGreaterThan(100);
    expect(looks).toBeLessThan(1_000);
  });
});

describe('an answer that is not the data', () => {
  it('is refused when there is no call', async () => {
    const error = await failureOf([said('{"verses":[]}')]);
    expect(error.code).toBe('structured-output-invalid');
    expect(error.message).toContain('did not call write_poem');
  });

  it('is refused when another tool is called', async () => {
    expect((await failureOf([start('other'), piece('{"verses":[]}')])).message).toContain(
      'did not call write_poem',
    );
  });

  it('is refused when it is cut off or does not fit, saying where', async () => {
    expect((await failureOf([start(), piece('{"verses":[')])).message).toMatch(/broken or cut off/);
    expect((await failureOf([start(), piece('{"verses":[{"text":1}]}')])).message).toContain(
      'verses.0.text',
    );
    expect((await failureOf([start()])).message).toContain('verses');
  });

  it('is not waited for after an abort', async () => {
    const controller = new AbortController();
    const { model } = scripted([start(), () => controller.abort(new Error('stopped'))]);
    await expect(extract(model, { signal: controller.signal })).rejects.toThrow('stopped');
  });

  it('passes the errors of the model on as they are', async () => {
    const failure = new AppError('model-rate-limit', 'Too many requests.');
    const { model } = scripted([
      () => {
        throw failure;
      },
    ]);
    await expect(extract(model)).rejects.toBe(failure);
  });
});

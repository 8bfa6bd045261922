import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryMessages } from '../../../tests/support/arbitrary-messages';
import { fakeMemories } from '../../../tests/support/fake-memories';
import { fakeTabs } from '../../../tests/support/fake-tabs';
import { LIMIT_TEXT, REPEAT_TEXT } from '../../conversation/guards';
import { flattenToolTurns } from '../../conversation/flatten-tool-turns';
import type { ModelEvent, ModelMessage, ModelRequest } from '../../conversation/model';
import { textBlock, type ContentBlock } from '../../messaging/content';
import { parseArguments } from '../../tools/parse-arguments';
import { createCatalogue } from '../../tools/catalogue';
import { createBuiltInModel } from './built-in-model';

const catalogue = createCatalogue({ tabs: fakeTabs(), memories: fakeMemories() });
const tools = catalogue.map(({ name, description, schema }) => ({
  name,
  description,
  parameters: schema,
}));
const never = new AbortController().signal;

function countingModel() {
  let ids = 0;
  return createBuiltInModel({ createId: () => String(++ids) });
}

function user(...blocks: (string | ContentBlock)[]): ModelMessage {
  return {
    role: 'user',
    blocks: blocks.map((block) => (typeof block === 'string' ? textBlock(block) : block)),
  };
}

async function answer(request: Partial<ModelRequest>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  const whole = { messages: [], tools, ...request };
  for await (const event of countingModel().stream(whole, never)) events.push(event);
  return events;
}

const textIn = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
const callsIn = (events: readonly ModelEvent[]) =>
  events.flatMap((event) => (event.type === 'tool-call-delta' ? [event] : []));
const say = async (...blocks: (string | ContentBlock)[]) =>
  textIn(await answer({ messages: [user(...blocks)] }));

describe('the built-in model', () => {
  it('needs nothing, and says what it can take', () => {
    expect(createBuiltInModel()).toMatchObject({
      id: 'built-in',
      supportsTools: true,
      supportsImages: false,
    });
  });

  it('streams its words one by one and finishes with "stop"', async () => {
    const events = await answer({ messages: [user('hello')] });
    const words = events.slice(0, -1);
    expect(words.length).toBeGreaterThan(20);
    expect(words[0]).toEqual({ type: 'text-delta', text: 'Hello! ' });
    expect(words.every((event) => event.type === 'text-delta')).toBe(true);
    expect(events.at(-1)).toEqual({ type: 'answer-finished', reason: 'stop' });
  });

  it('calls tools with ids that name their task, and finishes with "tool-calls"', async () => {
    expect(await answer({ messages: [user('what time is it and what is 3*7')] })).toEqual([
      {
        type: 'tool-call-delta',
        index: 0,
        id: 'b0_1',
        name: 'get_local_time',
        argumentsDelta: '{}',
      },
      {
        type: 'tool-call-delta',
        index: 1,
        id: 'b1_2',
        name: 'calculate',
        argumentsDelta: '{"expression":"3 * 7"}',
      },
      { type: 'answer-finished', reason: 'tool-calls' },
    ]);
  });

  it('stops at the abort signal, before the first word and between words', async () => {
    const controller = new AbortController();
    const request = { messages: [user('hello')], tools };
    const stream = createBuiltInModel().stream(request, controller.signal)[Symbol.asyncIterator]();
    expect((await stream.next()).value).toMatchObject({ type: 'text-delta' });
    const reason = new Error('stopped');
    controller.abort(reason);
    await expect(stream.next()).rejects.toBe(reason);
    const late = createBuiltInModel().stream(request, controller.signal)[Symbol.asyncIterator]();
    await expect(late.next()).rejects.toBe(reason);
  });

  it('is honest about being rules wherever it introduces itself or cannot help', async () => {
    for (const prompt of ['hello', 'what can you do', 'who are you', 'write me a poem']) {
      expect(await say(prompt), prompt).toMatch(/not an AI model/);
    }
    expect(await say('write me a poem')).toMatch(/Settings → Model connection/);
  });
});

describe('what it is asked', () => {
  it('may be nothing, only a picture, or a text without a request', async () => {
    expect(await say()).toMatch(/no words that I can read/);
    expect(await say(' \n ')).toMatch(/no words that I can read/);
    const image = { type: 'image', mediaType: 'image/png', data: 'AAAA' } as const;
    expect(await say(image)).toMatch(/cannot see images[^]*Model connection/);
    expect(await say('Lorem ipsum dolor. '.repeat(300))).toMatch(/about 900 words[^]*summarise it/);
    expect(await say(image, 'what is 3*7')).toBe('');
    expect(textIn(await answer({ messages: [] }))).toMatch(/no words/);
  });

  it('may be about a text that came with it, or before it', async () => {
    const text = 'The harbour is old. '.repeat(20) + 'The tower was built in 1820. Ships come.';
    const data = btoa(text);
    const document = { type: 'document', mediaType: 'text/plain', data, name: 'a.txt' } as const;
    expect(await say('what does the text say about the tower', document)).toMatch(/1820/);
    const events = await answer({
      messages: [
        user(text),
        { role: 'assistant', text: 'Thanks.', toolCalls: [] },
        user('find the tower in it'),
      ],
    });
    expect(textIn(events)).toMatch(/“The tower was built in 1820.” \[21\]/);
  });

  it('is told of a tool that was stopped while it was changing something', async () => {
    const note =
      '[Note: close_tabs was called with {} and stopped while it was running. It may have taken effect.]';
    expect(await say(note, 'hello')).toMatch(/^Note: “Close tabs” was stopped[^]*Hello!/);
  });
});

describe('the tools it uses', () => {
  it('may have a number at the end of their name', async () => {
    const numbered = tools.map((tool) => ({ ...tool, name: `${tool.name}_2` }));
    const calls = callsIn(await answer({ messages: [user('3*7')], tools: numbered }));
    expect(calls.map(({ name }) => name)).toEqual(['calculate_2']);
    const both = [...numbered, ...tools];
    expect(callsIn(await answer({ messages: [user('3*7')], tools: both }))[0]?.name).toBe(
      'calculate',
    );
  });

  it('are left alone when the request says so', async () => {
    const events = await answer({ messages: [user('3*7')], toolChoice: { kind: 'none' } });
    expect(callsIn(events)).toEqual([]);
    expect(textIn(events)).toMatch(/“Calculator”/);
  });

  it('are called one at a time when the request says so', async () => {
    const toolChoice = { kind: 'auto', disableParallel: true } as const;
    const messages = [user('what time is it and what is 3*7')];
    const calls = callsIn(await answer({ messages, toolChoice }));
    expect(calls.map(({ name }) => name)).toEqual(['get_local_time']);
    const rest = await answer({
      messages: [...messages, ...round('b0_1', 'get_local_time', '{}')],
    });
    expect(callsIn(rest).map(({ name }) => name)).toEqual(['calculate']);
  });

  it('may have been cut off, and nobody claims to know how that ended', async () => {
    const text =
      'Error: This was running when the browser stopped it. It may have taken effect. Ask.';
    const messages = [user('open example.com'), ...round('b0_1', 'open_url', text)].map(
      (message) => (message.role === 'tool' ? { ...message, isError: true as const } : message),
    );
    expect(textIn(await answer({ messages }))).toBe(
      '“Open a page” was interrupted. It may have taken effect: please check.',
    );
  });

  it('may answer with anything', async () => {
    for (const text of ['', 'null', '{"iso_datetime":5}', '{"a":', 'Error: x', '\u0000']) {
      const messages = [user('what time is it'), ...round('b0_1', 'get_local_time', text)];
      expect(textIn(await answer({ messages }))).toMatch(/in a form that I cannot read/);
    }
  });
});

describe('a request without tools, after a guard', () => {
  it.each([LIMIT_TEXT, REPEAT_TEXT])('is answered with what there is: %s', async (guard) => {
    const messages = flattenToolTurns([
      user('what time is it'),
      ...round('b0_1', 'get_local_time', 'half past nine'),
    ]);
    const events = await answer({ messages: [...messages, user(guard)], tools: [] });
    expect(textIn(events)).toMatch(/^I had to stop here.[^]*half past nine/);
    expect(events.at(-1)).toEqual({ type: 'answer-finished', reason: 'stop' });
  });

  it('is not mistaken for a prompt of the user, nor a prompt for it', async () => {
    const alone = await answer({ messages: [user('what is 3*7')], tools: [] });
    expect(textIn(alone)).toMatch(/“Calculator”/);
    expect(textIn(await answer({ messages: [user(LIMIT_TEXT)] }))).toMatch(/did not understand/);
  });
});

const word = fc.constantFrom(
  ...'what time is it and close the tabs about cats remember that my colour blue forget everything'.split(
    ' ',
  ),
  ...'open example.com plan: milk, summarise: find in this page convert 5 km to miles 3*7 (2+ 15% of'.split(
    ' ',
  ),
  ...'help me choose between tea or coffee? remind at 17:30 tomorrow mark as done . ! ; " \n 1,000 sqrt'.split(
    ' ',
  ),
  ...['\u202e', '😀', '\ud800', '\u0000', 'x'.repeat(5_000), '((((', '----', '“', '<tool_call>'],
);
const prompt = fc.oneof(
  { weight: 4, arbitrary: fc.array(word, { maxLength: 14 }).map((words) => words.join(' ')) },
  fc.string({ unit: 'binary', maxLength: 200 }),
);

/** Whatever the history is, an answer is whole, and calls only what is there and as it takes it. */
async function expectWholeAnswer(request: ModelRequest): Promise<void> {
  const events = await answer(request);
  const calls = callsIn(events);
  expect(events.at(-1)).toEqual({
    type: 'answer-finished',
    reason: calls.length > 0 ? 'tool-calls' : 'stop',
  });
  expect(events.filter(({ type }) => type === 'answer-finished')).toHaveLength(1);
  expect(calls.length > 0 || textIn(events).trim() !== '').toBe(true);
  expect(textIn(events)).not.toMatch(/<(?:think|tool_call)/i);
  for (const { name, argumentsDelta = '' } of calls) {
    const tool = catalogue.find((candidate) => candidate.name === name);
    expect(tool?.validate(parseArguments(argumentsDelta)), argumentsDelta).toMatchObject({
      ok: true,
    });
  }
  expect(await answer(request)).toEqual(events);
}

describe('whatever comes', () => {
  it('it answers any prompt wholly, the same again, with calls that the tools accept', async () => {
    await fc.assert(
      fc.asyncProperty(prompt, async (text) => {
        await expectWholeAnswer({ messages: [user(text)], tools });
      }),
      { numRuns: 400 },
    );
  });

  it('it answers any history wholly', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryMessages, prompt, fc.boolean(), async (messages, text, last) => {
        await expectWholeAnswer({ messages: last ? [...messages, user(text)] : messages, tools });
      }),
      { numRuns: 150 },
    );
  });

  it('it answers wholly whatever its tools returned', async () => {
    const result = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), prompt);
    await fc.assert(
      fc.asyncProperty(prompt, fc.array(result, { maxLength: 4 }), async (text, results) => {
        let messages = [user(text)];
        for (const returned of results) {
          const [call] = callsIn(await answer({ messages }));
          if (!call?.name) break;
          messages = [
            ...messages,
            ...round(call.id ?? '', call.name, returned, call.argumentsDelta),
          ];
          await expectWholeAnswer({ messages, tools });
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['one word', 'a'.repeat(1_000_000)],
    ['blanks', ' '.repeat(1_000_000)],
    ['line breaks', '\n'.repeat(1_000_000)],
    ['marks', '.?!'.repeat(333_333)],
    ['brackets', '('.repeat(1_000_000)],
    ['a list', 'plan: ' + 'a, '.repeat(330_000)],
    ['a text to summarise', 'summarise: ' + 'The cat sat on the mat. '.repeat(40_000)],
    ['a text to search', 'find cat in: ' + 'The cat sat on the mat '.repeat(40_000)],
    ['a text whose request comes last', 'a b. '.repeat(200_000) + '\nsummarise this text'],
  ])('it answers a million characters: %s', async (_what, text) => {
    await expectWholeAnswer({ messages: [user(text)], tools });
  });
});

function round(id: string, name: string, text: string, argumentsJson = '{}'): ModelMessage[] {
  return [
    { role: 'assistant', text: '', toolCalls: [{ id, name, argumentsJson }] },
    { role: 'tool', toolCallId: id, name, blocks: [textBlock(text)] },
  ];
}

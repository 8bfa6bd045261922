import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InlineToolCallFilter } from './inline-tool-calls';

const tools = [
  { name: 'find', schema: { type: 'object', properties: { page: { type: 'integer' } } } },
  { name: 'read', schema: { type: 'object', properties: {} } },
];

function filter(chunks: readonly string[]) {
  let count = 0;
  const inline = new InlineToolCallFilter(tools, () => String(++count));
  const shown = chunks.map((chunk) => inline.push(chunk));
  const last = inline.finish();
  const all = [...shown, last];
  return {
    text: all.map(({ text }) => text).join(''),
    reasoning: all.map(({ reasoning }) => reasoning).join(''),
    calls: last.calls.map(({ name, argumentsJson }) => `${name}${argumentsJson}`),
    ids: last.calls.map(({ id }) => id),
    /** What could be seen before the answer was over. */
    streamed: shown.map(({ text }) => text).join(''),
  };
}

const find = '<tool_call>\n{"name":"find","arguments":{"page":"3"}}\n</tool_call>';

describe('a tool call inside the text', () => {
  it('KAI-137 becomes a call and is not shown', () => {
    expect(filter([`Let me look.${find} So.`])).toMatchObject({
      text: 'Let me look. So.',
      calls: ['find{"page":3}'],
      ids: ['call_1'],
    });
  });

  it('KAI-137 may be written like XML, and there may be several', () => {
    const xml =
      '<tool_call><function=find>\n<parameter=page>\n4\n</parameter>\n</function></tool_call>';
    expect(filter([xml + find + xml])).toMatchObject({
      text: '',
      calls: ['find{"page":4}', 'find{"page":3}', 'find{"page":4}'],
      ids: ['call_1', 'call_2', 'call_3'],
    });
  });

  it.each([
    '<tool_call>{"name":"unknown","arguments":{}}</tool_call>',
    '<tool_call>not JSON</tool_call>',
    '<tool_call></tool_call>',
    '<tool_call>{"name":"find"',
    '<tool_call',
    'a < b, <b>, <tool_calls>, </tool_call>, <think>no</think>',
    `<tool_call>{"name":"find","arguments":{"page":${'['.repeat(100_000)}${']'.repeat(100_000)}}}</tool_call>`,
  ])('KAI-137 stays visible when it cannot be read or is not offered: %.60s', (text) => {
    expect(filter([text])).toMatchObject({ text, calls: [], reasoning: '' });
    expect(filter([`x${find}${text}`])).toMatchObject({
      text: `x${text}`,
      calls: ['find{"page":3}'],
    });
  });

  it('that was not closed counts when it is complete', () => {
    expect(filter(['Hm. <tool_call>{"name":"read","arguments":{}}'])).toMatchObject({
      text: 'Hm. ',
      calls: ['read{}'],
    });
  });

  it('is held back while it arrives, and so is what may become a tag', () => {
    const inline = new InlineToolCallFilter(tools);
    expect(inline.push('Look: <tool').text).toBe('Look: ');
    expect(inline.push('s> are <').text).toBe('<tools> are ');
    expect(inline.push('tool_call>{"name":').text).toBe('');
    expect(inline.push('"other"}</tool_').text).toBe('');
    expect(inline.push('call> fine').text).toBe('<tool_call>{"name":"other"}</tool_call> fine');
  });

  it('that grows beyond a megabyte is released as text', () => {
    const long = 'x'.repeat(1_000_001);
    const inline = new InlineToolCallFilter(tools);
    expect(inline.push(`<tool_call>${long}`).text).toBe('');
    expect(inline.push('y'.repeat(20)).text).toBe(`<tool_call>${long}${'y'.repeat(20)}`);
    expect(inline.push(find).text).toBe('');
    expect(inline.finish().calls).toHaveLength(1);
  });

  it('has the same limit however it arrives', () => {
    for (const length of [999_990, 999_999, 1_000_000, 1_000_001, 1_000_012]) {
      const json = `{"name":"read","arguments":{"x":"${'y'.repeat(length - 36)}"}}`;
      expect(json).toHaveLength(length);
      const text = `<tool_call>${json}</tool_call>${find}`;
      const whole = filter([text]);
      expect(whole.calls).toHaveLength(length <= 1_000_000 ? 2 : 1);
      for (const cut of [999_995, 1_000_011, 1_000_012, 1_000_020]) {
        const { streamed: _seen, ...split } = filter([text.slice(0, cut), text.slice(cut)]);
        expect(split).toEqual({ ...split, text: whole.text, calls: whole.calls });
      }
    }
  });
});

describe('a thought at the beginning', () => {
  it('goes to the reasoning, also while it streams, and the gap after it is not shown', () => {
    const inline = new InlineToolCallFilter(tools);
    expect(inline.push('\n <thi')).toEqual({ text: '', reasoning: '' });
    expect(inline.push('nk>Which ')).toEqual({ text: '', reasoning: 'Which ' });
    expect(inline.push('fish?</th')).toEqual({ text: '', reasoning: 'fish?' });
    expect(inline.push('ink>\n')).toEqual({ text: '', reasoning: '' });
    expect(inline.push('\nA pike.')).toEqual({ text: 'A pike.', reasoning: '' });
  });

  it('keeps the calls that are only thought of', () => {
    expect(filter([`<think>I could ${find}</think>No.`])).toMatchObject({
      text: 'No.',
      reasoning: `I could ${find}`,
      calls: [],
    });
  });

  it('may end with the answer', () => {
    expect(filter(['<think>hm</thin'])).toMatchObject({ text: '', reasoning: 'hm</thin' });
    expect(filter([' \n<thin'])).toMatchObject({ text: ' \n<thin', reasoning: '' });
  });

  it('is only looked for at the beginning', () => {
    const text = ' So: <think>hm</think>';
    expect(filter([text])).toMatchObject({ text, reasoning: '' });
  });
});

describe('any way of chunking', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<think>',
      '</think>',
      '<tool_call>',
      '</tool_call>',
      '{"name":"find","arguments":{"page":"1"}}',
      '{"name":"other"}',
      '<function=read>',
      '<parameter=a>',
      '</parameter>',
      '</function>',
      find,
      '<',
      ' ',
      '\n',
      'word',
      '</',
      '<tool_',
    ),
    fc.string({ maxLength: 5 }),
  );
  const answer = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

  it('KAI-137 gives the same text, thoughts and calls, and shows nothing that is removed later', () => {
    fc.assert(
      fc.property(
        answer,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (text, sizes) => {
          const chunks: string[] = [];
          for (let at = 0, turn = 0; at < text.length; turn += 1) {
            const size = sizes[turn % sizes.length] ?? 1;
            chunks.push(text.slice(at, at + size));
            at += size;
          }
          const { streamed: _whole, ...whole } = filter([text]);
          const { streamed, ...split } = filter(chunks);
          expect(split).toEqual(whole);
          expect(whole.text.startsWith(streamed)).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('leaves text without tags as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (chunks) => {
        expect(filter(chunks)).toMatchObject({ text: chunks.join(''), reasoning: '', calls: [] });
      }),
    );
  });

  it('takes a long block and a long answer character by character', () => {
    const inline = new InlineToolCallFilter(tools);
    for (const character of `${' '.repeat(300_000)}<tool_call>`) inline.push(character);
    for (let at = 0; at < 900_000; at += 1) inline.push('<');
    for (const character of '</tool_call>') inline.push(character);
    expect(inline.finish().calls).toEqual([]);
    const many = `${find}<tool_call></tool_call>`.repeat(20_000);
    expect(filter([many]).calls).toHaveLength(20_000);
  });
});

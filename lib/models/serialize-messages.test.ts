import { describe, expect, it } from 'vitest';
import type { ModelMessage } from '../conversation/model';
import type { ContentBlock } from '../messaging/content';
import { serializeMessages } from './serialize-messages';

const seeing = { model: 'm', supportsImages: true };
const blind = { model: 'm', supportsImages: false };
const image: ContentBlock = { type: 'image', mediaType: 'image/png', data: 'QUJD' };
const imagePart = { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } };
const text = (value: string): ContentBlock => ({ type: 'text', text: value });

function assistant(...ids: string[]): ModelMessage {
  return {
    role: 'assistant',
    text: '',
    toolCalls: ids.map((id) => ({ id, name: 'look', argumentsJson: '{"at":1}' })),
  };
}

function result(id: string, ...blocks: ContentBlock[]): ModelMessage {
  return { role: 'tool', toolCallId: id, name: 'look', blocks };
}

describe('what people and the system say', () => {
  it('is sent as plain text when it is only text', () => {
    const messages: ModelMessage[] = [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', blocks: [text('one'), text('two')] },
      { role: 'assistant', text: 'Hi', toolCalls: [] },
    ];
    expect(serializeMessages(messages, seeing)).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'one\ntwo' },
      { role: 'assistant', content: 'Hi' },
    ]);
  });

  it('carries images as data URLs, or a note to a model that cannot see', () => {
    const messages: ModelMessage[] = [{ role: 'user', blocks: [text('What is this?'), image] }];
    expect(serializeMessages(messages, seeing)).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'What is this?' }, imagePart] },
    ]);
    expect(serializeMessages(messages, blind)).toEqual([
      {
        role: 'user',
        content: 'What is this?\n[An image is left out here: this model cannot see images.]',
      },
    ]);
  });

  it('XEM-46 carries documents as text where they are text, and as files where not', () => {
    const note = Buffer.from('Grüße').toString('base64');
    const [message] = serializeMessages(
      [
        {
          role: 'user',
          blocks: [
            { type: 'document', mediaType: 'text/plain', data: note, name: 'note.txt' },
            { type: 'document', mediaType: 'application/json', data: '{"plain": true}' },
            { type: 'document', mediaType: 'application/pdf', data: 'JVBERg==', name: 'a.pdf' },
          ],
        },
      ],
      seeing,
    );
    expect(message?.content).toEqual([
      { type: 'text', text: 'note.txt:\nGrüße' },
      { type: 'text', text: '{"plain": true}' },
      {
        type: 'file',
        file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERg==' },
      },
    ]);
  });
});

describe('calls of the assistant', () => {
  it('leave content null only when there is no text', () => {
    const [silent, speaking] = serializeMessages(
      [assistant('a'), { role: 'assistant', text: 'Looking.', toolCalls: assistantCalls() }],
      seeing,
    );
    expect(silent).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'look', arguments: '{"at":1}' } },
      ],
    });
    expect(speaking).toMatchObject({ content: 'Looking.' });
  });

  it.each(['', '{"at":', '[1]', '"text"'])('send {} for the arguments %j', (argumentsJson) => {
    const [message] = serializeMessages(
      [{ role: 'assistant', text: '', toolCalls: [{ id: 'a', name: 'look', argumentsJson }] }],
      seeing,
    );
    expect(message).toHaveProperty('tool_calls[0].function.arguments', '{}');
  });

  it('never repeat a name that a server would refuse', () => {
    const [message] = serializeMessages(
      [
        {
          role: 'assistant',
          text: '',
          toolCalls: [
            { id: 'a', name: 'functions.look at', argumentsJson: '{}' },
            { id: 'b', name: '', argumentsJson: '{}' },
            { id: 'c', name: 'x'.repeat(70), argumentsJson: '{}' },
          ],
        },
      ],
      seeing,
    );
    expect(message).toMatchObject({
      tool_calls: [
        { function: { name: 'functions_look_at' } },
        { function: { name: 'unknown' } },
        { function: { name: 'x'.repeat(64) } },
      ],
    });
  });

  it('bring provider state back to the model that gave it, and to no other', () => {
    const messages: ModelMessage[] = [
      {
        role: 'assistant',
        text: '',
        toolCalls: [
          {
            id: 'a',
            name: 'look',
            argumentsJson: '{}',
            providerState: { model: 'm', extraContent: { google: { thought_signature: 's' } } },
          },
        ],
        reasoning: 'Hm.',
        providerState: {
          model: 'm',
          blocks: [
            { field: 'reasoning_content', text: 'Hm.' },
            { field: 'role', text: 'system' },
          ],
        },
      },
    ];
    const [own] = serializeMessages(messages, seeing);
    expect(own).toMatchObject({
      role: 'assistant',
      reasoning_content: 'Hm.',
      tool_calls: [{ extra_content: { google: { thought_signature: 's' } } }],
    });
    const [foreign] = serializeMessages(messages, { ...seeing, model: 'other' });
    expect(JSON.stringify(foreign)).not.toMatch(/reasoning|extra_content|Hm/);
  });
});

describe('results of tools', () => {
  it('XEM-58 join their text blocks with line breaks, and leave history as it was', () => {
    const message = result('a', text('a'), text('b'), text('c'));
    const [, sent] = serializeMessages([assistant('a'), message], seeing);
    expect(sent).toEqual({ role: 'tool', tool_call_id: 'a', content: 'a\nb\nc' });
    expect(message).toHaveProperty('blocks.length', 3);
  });

  it.each<[string, ModelMessage, string]>([
    ['no blocks', result('a'), 'ok'],
    ['an empty text', result('a', text('')), 'ok'],
    ['only white space', result('a', text(' \n')), 'ok'],
    [
      'an error without words',
      { role: 'tool', toolCallId: 'a', name: 'look', blocks: [], isError: true },
      'Error: Unknown error occurred',
    ],
  ])('XEM-57 are never empty: %s', (_name, message, content) => {
    expect(serializeMessages([assistant('a'), message], seeing)[1]).toEqual({
      role: 'tool',
      tool_call_id: 'a',
      content,
    });
  });

  it('XEM-45 send their images in a user message after the whole batch', () => {
    const sent = serializeMessages(
      [
        assistant('a', 'b'),
        result('a', text('Seen:'), image),
        result('b', image),
        { role: 'assistant', text: 'Done.', toolCalls: [] },
      ],
      seeing,
    );
    expect(sent.slice(1)).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'Seen:' },
      { role: 'tool', tool_call_id: 'b', content: '[The result follows below.]' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '[Result of look, call a:]' },
          imagePart,
          { type: 'text', text: '[Result of look, call b:]' },
          imagePart,
        ],
      },
      { role: 'assistant', content: 'Done.' },
    ]);
  });

  it('tell a model that cannot see what is missing', () => {
    const sent = serializeMessages([assistant('a'), result('a', text('Seen:'), image)], blind);
    expect(sent[1]).toHaveProperty(
      'content',
      'Seen:\n[An image is left out here: this model cannot see images.]',
    );
    expect(sent).toHaveLength(2);
  });

  it('XEM-46 bring documents as text or as a file', () => {
    const sent = serializeMessages(
      [
        assistant('a'),
        result(
          'a',
          { type: 'document', mediaType: 'text/csv', data: 'a;b\n1;2' },
          { type: 'document', mediaType: 'application/pdf', data: 'JVBERg==' },
        ),
      ],
      blind,
    );
    expect(sent[1]).toHaveProperty('content', 'a;b\n1;2');
    expect(sent[2]).toMatchObject({
      role: 'user',
      content: [{ type: 'text' }, { type: 'file', file: { filename: 'document' } }],
    });
  });
});

function assistantCalls() {
  return [{ id: 'b', name: 'look', argumentsJson: '{}' }];
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { damaged, judgeFairly, pathsOf, withValueAt } from '../../tests/support/damaged-json';
import { sampleCommands, sampleEvents } from '../../tests/support/sample-messages';
import { panelAnswers, panelEventSchema, panelRequestSchema } from './panel-protocol';

const requests = Object.values(sampleCommands).map((command) => ({ requestId: 'r1', command }));
const requestsByType = requests.map((request) => [request.command.type, request] as const);
const eventsByType = sampleEvents.map((event) => [event.type, event] as const);

const absent = (path: readonly (string | number)[]) => path.map(String).join('.');
/** Fields that may be left out. */
const optional = [
  ...[
    'toolChoice',
    'toolChoice.disableParallel',
    'onlyTools',
    'afterSeq',
    'word',
    'userInput',
    'temporary',
    'cursor',
  ],
  ...['argumentsJson', 'breadth', 'expiresInMs', 'query', 'after', 'limit'],
  ...['grants.0.conversationId'],
  ...['connection.apiKey', 'connection.contextTokens'],
  ...['connection.supportsTools', 'connection.supportsImages'],
].map((field) => `command.${field}`);

describe('a request of a panel', () => {
  it.each(requestsByType)('%s is accepted as it is written', (_type, request) => {
    expect(panelRequestSchema.parse(request)).toEqual(request);
    expect(panelRequestSchema.parse(structuredClone(request))).toEqual(request);
    expect(panelRequestSchema.parse(JSON.parse(JSON.stringify(request)))).toEqual(request);
  });

  it.each(requestsByType)('%s is refused without a field that it needs', (type, request) => {
    for (const path of pathsOf(request)) {
      const name = absent(path);
      if (name.startsWith('command.userInput.') || /\.(?:onlyTools|grants)\.0$/.test(name))
        continue;
      const isOptional =
        optional.includes(name) ||
        (type === 'prompt-send' && name === 'command.mode') ||
        ((type === 'conversation-open' || type === 'grant-revoke') &&
          name === 'command.conversationId');
      const { success } = panelRequestSchema.safeParse(withValueAt(request, path, undefined));
      expect([name, success]).toEqual([name, isOptional]);
    }
  });

  it.each(requestsByType)('%s is refused with a field of another kind', (_type, request) => {
    for (const path of pathsOf(request)) {
      const name = absent(path);
      if (name.startsWith('command.userInput')) continue;
      const wrong = withValueAt(request, path, { not: 'expected' });
      expect([name, panelRequestSchema.safeParse(wrong).success]).toEqual([name, false]);
    }
  });

  it('opens a conversation from its beginning unless told otherwise', () => {
    const command = { type: 'conversation-open' };
    expect(panelRequestSchema.parse({ requestId: 'r', command }).command).toEqual({
      type: 'conversation-open',
      afterSeq: 0,
    });
  });

  it.each([
    ['an empty id of the request', { requestId: '' }],
    ['an empty id of the conversation', { command: { conversationId: '' } }],
    ['an empty id of the tool use', { command: { toolUseId: '' } }],
    ['a decision that there is not', { command: { decision: 'forever' } }],
    ['an endless word', { command: { word: 'x'.repeat(2_001) } }],
  ])('is refused with %s', (_title, { requestId, command }: Record<string, unknown>) => {
    const valid = { requestId: 'r1', command: sampleCommands['permission-answer'] };
    const changed = {
      requestId: requestId ?? 'r1',
      command: { ...valid.command, ...(typeof command === 'object' ? command : {}) },
    };
    expect(panelRequestSchema.safeParse(valid).success).toBe(true);
    expect(panelRequestSchema.safeParse(changed).success).toBe(false);
  });

  it.each(['prompt-send', 'turn-edit', 'tool-answer'] as const)(
    '%s is refused when it says nothing at all',
    (type) => {
      const command = { ...sampleCommands[type], blocks: [] };
      expect(panelRequestSchema.safeParse({ requestId: 'r', command }).success).toBe(false);
    },
  );

  it.each([-1, 0.5, NaN, '3'])('cannot open a conversation after record %s', (afterSeq) => {
    const command = { type: 'conversation-open', afterSeq };
    expect(panelRequestSchema.safeParse({ requestId: 'r', command }).success).toBe(false);
  });

  it('to import more than a megabyte is refused', () => {
    const read = (length: number) =>
      panelRequestSchema.safeParse({
        requestId: 'r',
        command: { type: 'settings-import', json: 'x'.repeat(length) },
      }).success;
    expect(read(1_000_000)).toBe(true);
    expect(read(1_000_001)).toBe(false);
  });

  it('is judged without an exception, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        judgeFairly(panelRequestSchema, value);
      }),
    );
    fc.assert(
      fc.property(damaged(requests), (value) => {
        judgeFairly(panelRequestSchema, value);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an event for a panel', () => {
  it.each(eventsByType)('%s is accepted as it is written', (_type, event) => {
    expect(panelEventSchema.parse(event)).toEqual(event);
    expect(panelEventSchema.parse(structuredClone(event))).toEqual(event);
    expect(panelEventSchema.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
  });

  it.each(eventsByType)(
    '%s is refused when one of its fields is of another kind',
    (_type, event) => {
      for (const path of pathsOf(event)) {
        const name = absent(path);
        if (/^value|^settings\.features$|^records\.\d+\..*(providerState|userInput)/.test(name))
          continue;
        const wrong = withValueAt(event, path, { not: 'expected' });
        expect([name, panelEventSchema.safeParse(wrong).success]).toEqual([name, false]);
      }
    },
  );

  it('never carries a key', () => {
    const parsed = panelEventSchema.parse({
      type: 'settings-changed',
      settings: {
        tools: [],
        features: {},
        connection: { baseUrl: 'http://a', model: 'm', apiKey: 'secret', hasKey: true },
      },
    });
    expect(JSON.stringify(parsed)).not.toContain('secret');
  });

  it('is judged without an exception, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), damaged(sampleEvents)), (value) => {
        judgeFairly(panelEventSchema, value);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an answer to a panel', () => {
  it('is judged without an exception, whatever it is', () => {
    const schemas = Object.values(panelAnswers);
    fc.assert(
      fc.property(fc.constantFrom(...schemas), fc.anything(), (schema, value) => {
        judgeFairly(schema, value);
      }),
    );
  });
});

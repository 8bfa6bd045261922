import { describe, expect, it, vi } from 'vitest';
import { callTool } from '../../tests/support/call-tool';
import { systemClock } from '../shared/clock';
import type { JsonObject } from '../shared/json';
import { z } from '../shared/zod';
import { defineTool, type ToolSpec } from './define-tool';
import type { Tool, ToolContext, ToolResult } from './tool';

const weatherInput = z.object({
  location: z.string().trim().min(1).describe('City and country'),
  units: z.enum(['metric', 'imperial']).default('metric'),
});

function weatherWith(spec: Partial<ToolSpec<typeof weatherInput>> = {}): Tool {
  return defineTool({
    name: 'get_weather',
    description: 'Tells the weather. Use it when asked about the weather.',
    input: weatherInput,
    effect: 'read',
    capability: 'none',
    run: ({ location, units }) => `${location} ${units}`,
    ...spec,
  });
}

function foreign(input: JsonObject, spec: Partial<ToolSpec<JsonObject>> = {}): Tool {
  return defineTool({
    name: 'remote',
    description: 'Comes from elsewhere.',
    input,
    effect: 'read',
    capability: 'none',
    source: 'mcp',
    origin: 'server',
    run: (value) => value,
    ...spec,
  });
}

const noResult: ToolResult = { blocks: [] };
const context: ToolContext = {
  toolCall: { id: 'call-1', name: 'get_weather', argumentsJson: '{}' },
  conversationId: 'conversation-1',
  runId: 'run-1',
  metadata: {},
  signal: new AbortController().signal,
  clock: systemClock,
};

describe('the definition of a tool', () => {
  it('KAI-01 KAI-02 AGUI-01 needs no more than what it is and what it does', async () => {
    const tool = weatherWith();
    expect(tool).toMatchObject({
      id: 'builtin::get_weather',
      name: 'get_weather',
      title: 'get_weather',
      description: 'Tells the weather. Use it when asked about the weather.',
      timeoutMs: 30_000,
      defaultEnabled: true,
      noOutput: false,
      endsTurn: false,
      browserPermissions: [],
    });
    expect(tool.toolText({ location: 'Bern' })).toBe('get_weather');
    expect(tool.tooltip({ location: 'Bern' }, noResult)).toBe('');
    expect(await callTool(tool, { location: 'Bern' })).toEqual({
      text: 'Bern metric',
      isError: false,
    });
  });

  it('KAI-80 AGUI-23 has its own time limit, or none', () => {
    expect(weatherWith({ timeoutMs: 100 }).timeoutMs).toBe(100);
    expect(weatherWith({ timeoutMs: null }).timeoutMs).toBeNull();
    for (const timeoutMs of [0, -1, Number.NaN]) {
      expect(() => weatherWith({ timeoutMs })).toThrow('time limit');
    }
  });

  it('AGUI-03 BRV-25 is refused without a name, a description or an input', () => {
    const bare = { effect: 'read', capability: 'none', run: () => 'ok' } as const;
    const input = z.object({});
    // @ts-expect-error -- what an untyped caller may do
    expect(() => defineTool({})).toThrow('needs a name');
    expect(() => defineTool({ ...bare, description: 'Does.', input })).toThrow('needs a name');
    expect(() => defineTool({ ...bare, name: ' ', description: 'Does.', input })).toThrow('name');
    expect(() => defineTool({ ...bare, name: 'a', input })).toThrow("'a' needs a description");
    expect(() => defineTool({ ...bare, name: 'a', description: ' ', input })).toThrow(
      'needs a des',
    );
    // @ts-expect-error -- what an untyped caller may do
    expect(() => defineTool({ ...bare, name: 'a', description: 'Does.' })).toThrow(
      'must be an object',
    );
    expect(() => defineTool({ ...bare, name: 'a', description: 'Does.', input })).not.toThrow();
  });

  it('XEM-08 is refused when its input is no object', () => {
    for (const type of ['array', 'string', undefined]) {
      expect(() => foreign({ type })).toThrow('Tool input class must be an object');
    }
    // @ts-expect-error -- what an untyped caller may do
    expect(() => weatherWith({ input: z.array(z.string()) })).toThrow('must be an object');
  });

  it('is refused when its schema is nested so deeply that hashing it would fail', () => {
    let schema: JsonObject = { type: 'object' };
    for (let depth = 0; depth < 5_000; depth += 1) {
      schema = { type: 'object', properties: { inner: schema } };
    }
    expect(() => foreign(schema)).toThrow('nested too deeply');
  });
});

describe('the name of a tool', () => {
  const titled = (name?: string) =>
    defineTool({
      ...(name === undefined ? {} : { name }),
      description: 'Writes a sonnet.',
      input: z.object({}).meta({ title: 'sonnet' }),
      effect: 'read',
      capability: 'none',
      run: () => 'ok',
    });

  it('XEM-24 comes from the metadata of its input when it is not given', () => {
    expect(titled().name).toBe('sonnet');
    expect(titled().id).toBe('builtin::sonnet');
    const { name } = defineTool({
      description: 'Writes a sonnet.',
      input: z.object({}).meta({ name: 'sonnet_name', title: 'Sonnet' }),
      effect: 'read',
      capability: 'none',
      run: () => 'ok',
    });
    expect(name).toBe('sonnet_name');
  });

  it('XEM-25 XEM-26 is the given one first', () => {
    expect(titled('write_sonnet').name).toBe('write_sonnet');
  });

  it('XEM-23 is never taken from code, which a minifier renames', () => {
    const run = function get_weather() {
      return 'sunny';
    };
    expect(() =>
      defineTool({
        description: 'Tells the weather.',
        input: z.object({}),
        effect: 'read',
        capability: 'none',
        run,
      }),
    ).toThrow('needs a name');
  });

  it('XEM-32 may differ for tools that share one input', async () => {
    const [first, second] = [weatherWith(), weatherWith({ name: 'second', run: () => 'second' })];
    expect(first.input).toBe(second.input);
    expect((await callTool(first, { location: 'Bern' })).text).toBe('Bern metric');
    expect((await callTool(second, { location: 'Bern' })).text).toBe('second');
  });

  it('makes an id that no other source and origin can make', () => {
    const schema = { type: 'object' };
    const ids = [
      foreign(schema, { source: 'site', origin: 'https://a.example', name: '8080:find' }).id,
      foreign(schema, { source: 'site', origin: 'https://a.example:8080', name: 'find' }).id,
      foreign(schema, { source: 'site', origin: 'https://a.example', name: '8080%3Afind' }).id,
    ];
    expect(new Set(ids).size).toBe(3);
    expect(ids[1]).toBe('site:https://a.example:8080:find');
  });
});

describe('the description of a tool', () => {
  it('XEM-07 may be written on its input, and is then said only once', () => {
    const tool = defineTool({
      name: 'sonnet',
      input: z
        .object({ theme: z.string().describe('What it is about') })
        .describe('Writes a sonnet.'),
      effect: 'read',
      capability: 'none',
      run: () => 'ok',
    });
    expect(tool.description).toBe('Writes a sonnet.');
    expect(tool.schema).toEqual({
      type: 'object',
      properties: { theme: { type: 'string', description: 'What it is about' } },
      required: ['theme'],
    });
  });
});

describe('the three kinds of tools', () => {
  const withoutRun = (spec: Partial<ToolSpec<typeof weatherInput>>) =>
    defineTool({
      name: 'asked',
      description: 'Asks the user.',
      input: weatherInput,
      effect: 'read',
      capability: 'none',
      ...spec,
    });

  it('BRV-01 BRV-02 has one that runs by itself', () => {
    const tool = weatherWith();
    expect(tool.interaction({ location: 'Bern' })).toBe('none');
    expect(tool.run).toBeDefined();
  });

  it('BRV-01 BRV-06 has one that the user must agree to, always or depending on the input', () => {
    expect(weatherWith({ interaction: 'permission' }).interaction({ location: 'Bern' })).toBe(
      'permission',
    );
    const depends = weatherWith({
      interaction: ({ units }) => (units === 'metric' ? 'none' : 'permission'),
    });
    expect(depends.interaction({ location: 'Bern' })).toBe('none');
    expect(depends.interaction({ location: 'Bern', units: 'imperial' })).toBe('permission');
  });

  it('BRV-06 asks the user when the input is not even valid', () => {
    const tool = weatherWith({ interaction: () => 'none' });
    expect(tool.interaction({ location: 5 })).toBe('permission');
  });

  it('BRV-01 BRV-13 has one that somebody else answers', () => {
    const tool = withoutRun({ interaction: 'external' });
    expect(tool.interaction({ location: 'Bern' })).toBe('external');
    expect(tool.run).toBeUndefined();
  });

  it('BRV-15 refuses one that nobody runs and nobody answers', () => {
    expect(() => withoutRun({})).toThrow('externally executing');
    expect(() => withoutRun({ interaction: 'none' })).toThrow('externally executing');
    expect(() => withoutRun({ interaction: 'permission' })).toThrow('externally executing');
    expect(() => withoutRun({ interaction: () => 'external' })).toThrow('externally executing');
  });

  it('BRV-15 takes one that needs no answer for externally executing', () => {
    const tool = withoutRun({ noOutput: true });
    expect(tool.noOutput).toBe(true);
    expect(tool.interaction({ location: 'Bern' })).toBe('external');
  });

  it('refuses one that claims to be two kinds', () => {
    expect(() => weatherWith({ interaction: 'external' })).toThrow('cannot have run()');
    expect(() => weatherWith({ noOutput: true })).toThrow('cannot have run()');
  });
});

describe('the input of a tool', () => {
  const email = defineTool({
    name: 'compose_email',
    description: 'Drafts a mail.',
    input: z.object({ to: z.string(), copies: z.number().optional() }),
    effect: 'read',
    capability: 'none',
    validate: ({ to, copies = 0 }) => [
      ...(to.includes('@') ? [] : ['Invalid email format']),
      ...(copies < 0 ? ['Number must be non-negative'] : []),
    ],
    run: () => 'drafted',
  });

  it('AGUI-29 has its defaults when it reaches run()', async () => {
    expect((await callTool(weatherWith(), { location: 'Bern' })).text).toBe('Bern metric');
    const remote = foreign({
      type: 'object',
      properties: { location: { type: 'string' }, units: { type: 'string', default: 'metric' } },
      required: ['location'],
    });
    expect((await callTool(remote, { location: 'Bern' })).text).toBe(
      '{"location":"Bern","units":"metric"}',
    );
  });

  it('AGUI-11 AGUI-12 AGUI-13 AGUI-18 AGUI-20 follows the rules of the tool, all of them reported', async () => {
    expect((await callTool(email, { to: 'a@b' })).text).toBe('drafted');
    expect((await callTool(email, { to: 'a.b', copies: -0.1 })).text).toBe(
      'Error: Validation failed: Invalid email format, Number must be non-negative',
    );
  });

  it('AGUI-12 reaches neither the rules nor run() when the schema refuses it', async () => {
    const validate = vi.fn(() => []);
    const run = vi.fn();
    const tool = weatherWith({ validate, run });
    expect((await callTool(tool, {})).text).toBe(
      'Error: Validation failed: Missing required parameter: location',
    );
    expect(validate).not.toHaveBeenCalled();
    expect(run).not.toHaveBeenCalled();
  });

  it('AGUI-12 is checked even by who calls run() directly', async () => {
    const run = vi.fn();
    const tool = weatherWith({ run });
    await expect(tool.run?.({ location: ' ' }, context)).rejects.toThrow(
      'Validation failed: Location cannot be empty',
    );
    expect(run).not.toHaveBeenCalled();
  });

  it('goes through a schema that transforms it only once', async () => {
    const tool = defineTool({
      name: 'shout',
      description: 'Shouts.',
      input: z.object({ text: z.string().transform((text) => `${text}!`) }),
      effect: 'read',
      capability: 'none',
      toolText: ({ text }) => text,
      tooltip: ({ text }) => text,
      lane: ({ text }) => text,
      run: ({ text }) => text,
    });
    expect((await callTool(tool, { text: 'hi' })).text).toBe('hi!');
    const outcome = tool.validate({ text: 'hi' });
    const input = outcome.ok ? outcome.input : {};
    expect(tool.toolText(input)).toBe('hi!');
    expect(tool.tooltip(input, noResult)).toBe('hi!');
    expect(tool.lane(input)).toBe('hi!');
  });

  it('AGUI-32 may be a complex schema from elsewhere, which is passed on untouched', () => {
    const schema = {
      type: 'object',
      properties: {
        query: { type: 'string' },
        filters: {
          type: 'object',
          properties: {
            category: { type: 'string', enum: ['books', 'movies', 'music'] },
            minRating: { type: 'number', minimum: 0, maximum: 5 },
          },
        },
        sort: { type: 'string', enum: ['name', 'rating', 'date'] },
      },
      required: ['query'],
      'x-vendor': true,
    };
    const tool = foreign(schema);
    expect(tool.schema).toEqual(schema);
    expect(tool.validate({ query: 'a' }).ok).toBe(true);
    expect(tool.validate({ query: 'a', filters: { minRating: 5, category: 'books' } }).ok).toBe(
      true,
    );
    for (const filters of [{ minRating: 6 }, { minRating: -1 }, { category: 'cars' }]) {
      expect(tool.validate({ query: 'a', filters }).ok).toBe(false);
    }
    expect(tool.validate({ query: 'a', sort: 'price' }).ok).toBe(false);
    expect(tool.validate({})).toEqual({
      ok: false,
      errors: ['Missing required parameter: query'],
    });
  });
});

describe('the presentation of a tool', () => {
  it('speaks of the input', () => {
    const tool = weatherWith({
      title: 'Weather',
      toolText: ({ location }) => `Weather in ${location}`,
      tooltip: ({ location }, { blocks }) => `${location}: ${blocks.length}`,
    });
    expect(tool.toolText({ location: 'Bern' })).toBe('Weather in Bern');
    expect(tool.tooltip({ location: 'Bern' }, noResult)).toBe('Bern: 0');
  });

  it('is the title when the input is not valid', () => {
    const tool = weatherWith({
      title: 'Weather',
      toolText: ({ location }) => location.toUpperCase(),
      tooltip: ({ location }) => location.toUpperCase(),
      lane: ({ location }) => location.toUpperCase(),
    });
    expect(tool.toolText({ location: 5 })).toBe('Weather');
    expect(tool.tooltip({}, noResult)).toBe('');
    expect(tool.lane({})).toBeUndefined();
  });
});

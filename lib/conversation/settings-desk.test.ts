import { describe, expect, it } from 'vitest';
import { tool } from '../../tests/support/conversation-fixture';
import { MemorySettings } from '../../tests/support/memory-settings';
import { ScriptedModel } from '../../tests/support/scripted-model';
import type { ConnectionDraft } from '../messaging/settings';
import { availableTools } from '../tools/availability';
import type { Tool } from '../tools/tool';
import { SettingsDesk } from './settings-desk';

const connection: ConnectionDraft = {
  baseUrl: 'https://models.example/v1',
  model: 'm',
  apiKey: 'secret',
  contextTokens: 8_000,
  supportsTools: true,
  supportsImages: false,
};
const { apiKey: _apiKey, ...keyless } = connection;

const tools: Tool[] = [
  tool('look', { title: 'Look' }),
  tool('shell', { defaultEnabled: false }),
  tool('memory_store', { feature: 'memory' }),
  tool('schedule_task', { feature: 'scheduling' }),
  tool('send_mail', { feature: 'email' }),
  tool('find', { source: 'site', origin: 'https://a.example' }),
];

function createDesk(store = new MemorySettings()) {
  return { desk: new SettingsDesk(store, () => tools), store };
}

/** The names of the tools that a request would carry now. */
async function offered(store: MemorySettings): Promise<string[]> {
  const occasion = { model: new ScriptedModel(), conversation: { id: 'c', temporary: false } };
  return availableTools(tools, await store.read(), occasion).map(({ name }) => name);
}

describe('the settings that a page sees', () => {
  it('KAI-06 list every tool, switched on or not', async () => {
    const { desk, store } = createDesk();
    await desk.switchTool('builtin::look', false);
    const { tools: infos } = await desk.view();
    expect(infos.map(({ id, enabled }) => [id, enabled])).toEqual([
      ['builtin::look', false],
      ['builtin::shell', false],
      ['builtin::memory_store', true],
      ['builtin::schedule_task', false],
      ['builtin::send_mail', false],
      ['site:https://a.example:find', true],
    ]);
    expect(infos[0]).toEqual({
      id: 'builtin::look',
      name: 'look',
      title: 'Look',
      description: tools[0]?.description,
      enabled: false,
    });
    expect(await offered(store)).not.toContain('look');
  });

  it('say whether there is a key, and never which', async () => {
    for (const [apiKey, hasKey] of [
      ['secret', true],
      ['', false],
    ] as const) {
      const { desk } = createDesk(new MemorySettings({ connection: { ...connection, apiKey } }));
      expect((await desk.view()).connection).toEqual({ ...keyless, hasKey });
    }
    const { desk } = createDesk(new MemorySettings({ connection: keyless }));
    expect((await desk.view()).connection).toEqual({ ...keyless, hasKey: false });
  });

  it('say when nothing is connected', async () => {
    const { desk } = createDesk();
    expect(await desk.view()).toMatchObject({
      connection: null,
      features: { memory: true, scheduling: false, email: false },
    });
  });
});

describe('a connection that is saved', () => {
  it('is stored with its key and shown without it', async () => {
    const { desk, store } = createDesk();
    expect((await desk.saveConnection(connection)).connection).toEqual({
      ...keyless,
      hasKey: true,
    });
    expect(store.settings.connection).toEqual(connection);
  });

  it('keeps the stored key when it comes without one, also on another path', async () => {
    const { desk, store } = createDesk(new MemorySettings({ connection }));
    const draft = { ...keyless, model: 'other', baseUrl: 'https://models.example/v2' };
    expect((await desk.saveConnection(draft)).connection?.hasKey).toBe(true);
    expect(store.settings.connection).toEqual({ ...draft, apiKey: 'secret' });
  });

  it.each([
    'https://evil.example/v1',
    'http://models.example/v1',
    'https://models.example:8443/v1',
    'https://models.example.evil.example/v1',
    'https://models.example@evil.example/v1',
  ])('does not take the key along to another server: %s', async (baseUrl) => {
    const { desk, store } = createDesk(new MemorySettings({ connection }));
    const draft = { ...keyless, baseUrl };
    expect(await desk.withStoredSecrets(draft)).toEqual(draft);
    expect((await desk.saveConnection(draft)).connection?.hasKey).toBe(false);
    expect(store.settings.connection).not.toHaveProperty('apiKey');
  });

  it('replaces the key by a new one, and removes it by an empty one', async () => {
    const { desk, store } = createDesk(new MemorySettings({ connection }));
    await desk.saveConnection({ ...connection, apiKey: 'newer' });
    expect(store.settings.connection?.apiKey).toBe('newer');
    expect((await desk.saveConnection({ ...connection, apiKey: '' })).connection?.hasKey).toBe(
      false,
    );
    expect(store.settings.connection?.apiKey).toBe('');
    expect(await desk.withStoredSecrets(keyless)).toEqual(keyless);
  });

  it('has no key when none was stored', async () => {
    const { desk } = createDesk();
    expect(await desk.withStoredSecrets(keyless)).toEqual(keyless);
  });
});

describe('a connection that is removed', () => {
  it('goes with its key, and nothing else does', async () => {
    const { desk, store } = createDesk(
      new MemorySettings({ connection, switches: { tool_enabled_look: false } }),
    );
    expect((await desk.removeConnection()).connection).toBeNull();
    expect(JSON.stringify(store.settings)).not.toContain('secret');
    expect(store.settings.switches).toEqual({ tool_enabled_look: false });
    expect(await desk.withStoredSecrets(keyless)).toEqual(keyless);
  });
});

describe('a secret in an address', () => {
  const address = 'https://user:secret@models.example/v1?key=secret#secret';
  const shown = 'https://models.example/v1';
  const hidden = () =>
    createDesk(new MemorySettings({ connection: { ...keyless, baseUrl: address } }));

  it('is not shown, and the page knows that there is more', async () => {
    const view = await hidden().desk.view();
    expect(JSON.stringify(view)).not.toContain('secret');
    expect(view.connection).toMatchObject({ baseUrl: shown, addressCut: true });
  });

  it('stays when the form is saved or tested with the address as it was shown', async () => {
    const { desk, store } = hidden();
    const draft = { ...keyless, baseUrl: shown, model: 'other' };
    expect(await desk.withStoredSecrets(draft)).toEqual({ ...draft, baseUrl: address });
    await desk.saveConnection({ ...draft, apiKey: 'newer' });
    expect(store.settings.connection).toEqual({ ...draft, baseUrl: address, apiKey: 'newer' });
  });

  it.each(['https://models.example/v2', 'https://evil.example/v1', 'https://models.example/v1/'])(
    'does not follow to another address: %s',
    async (baseUrl) => {
      const { desk, store } = hidden();
      await desk.saveConnection({ ...keyless, baseUrl });
      expect(store.settings.connection).toEqual({ ...keyless, baseUrl });
    },
  );

  it('goes when the stored key is removed', async () => {
    const { desk, store } = hidden();
    await desk.saveConnection({ ...keyless, baseUrl: shown, apiKey: '' });
    expect(JSON.stringify(store.settings)).not.toContain('secret');
  });
});

describe('a switch', () => {
  it('KAI-107 is stored under the name of the tool, and survives the worker', async () => {
    const { desk, store } = createDesk();
    const view = await desk.switchTool('builtin::look', false);
    expect(store.settings.switches).toEqual({ tool_enabled_look: false });
    expect(view.tools[0]?.enabled).toBe(false);
    const { desk: next } = createDesk(new MemorySettings(await store.read()));
    expect((await next.view()).tools[0]?.enabled).toBe(false);
    await next.switchTool('builtin::look', true);
    expect((await next.view()).tools[0]?.enabled).toBe(true);
  });

  it('is stored under the whole id of a tool from elsewhere', async () => {
    const { desk, store } = createDesk();
    await desk.switchTool('site:https://a.example:find', false);
    expect(store.settings.switches).toEqual({
      'tool_enabled_site:https://a.example:find': false,
    });
  });

  it('of an unknown tool is refused and changes nothing', async () => {
    const { desk, store } = createDesk();
    for (const id of ['builtin::nope', 'look', '', '__proto__']) {
      await expect(desk.switchTool(id, true)).rejects.toMatchObject({
        code: 'tool-unknown',
        message: 'There is no such tool any more.',
      });
    }
    expect(store.writes).toBe(0);
  });

  it('KAI-110 is not there for a tool that goes with its feature', async () => {
    const { desk, store } = createDesk();
    const infos = (await desk.view()).tools;
    expect(infos.filter(({ feature }) => feature === undefined).map(({ name }) => name)).toEqual([
      'look',
      'shell',
      'find',
    ]);
    await expect(desk.switchTool('builtin::memory_store', false)).rejects.toMatchObject({
      code: 'tool-not-switchable',
      message: 'This tool goes with its feature switch.',
    });
    expect(store.writes).toBe(0);
    expect(await offered(store)).toContain('memory_store');
  });

  it('KAI-106 of a feature governs its tools and no others, in all eight combinations', async () => {
    for (const memory of [true, false]) {
      for (const scheduling of [true, false]) {
        for (const email of [true, false]) {
          const { desk, store } = createDesk();
          await desk.switchFeature('memory', memory);
          await desk.switchFeature('scheduling', scheduling);
          const view = await desk.switchFeature('email', email);
          expect(view.features).toEqual({ memory, scheduling, email });
          expect(await offered(store)).toEqual([
            'look',
            ...(memory ? ['memory_store'] : []),
            ...(scheduling ? ['schedule_task'] : []),
            ...(email ? ['send_mail'] : []),
            'find',
          ]);
        }
      }
    }
  });
});

describe('the settings as a file', () => {
  it('carry everything but the key, readably', async () => {
    const { desk } = createDesk(
      new MemorySettings({ connection, switches: { tool_enabled_look: false } }),
    );
    const json = await desk.exportFile();
    expect(JSON.parse(json)).toEqual({
      format: 'tandem-settings',
      version: 1,
      connection: keyless,
      features: { memory: true, scheduling: false, email: false },
      switches: { tool_enabled_look: false },
    });
    expect(json).not.toContain('secret');
    expect(json).toContain('\n  "version": 1,\n');
  });

  it('carry no connection when there is none', async () => {
    expect(JSON.parse(await createDesk().desk.exportFile())).not.toHaveProperty('connection');
  });

  it.each([
    ['https://user:secret@models.example/v1', 'https://models.example/v1'],
    ['https://secret@models.example/v1', 'https://models.example/v1'],
    ['https://models.example/v1?key=secret', 'https://models.example/v1'],
    ['https://models.example/v1#secret', 'https://models.example/v1'],
    ['http://localhost:1234', 'http://localhost:1234'],
  ])('carry no secret that hides in an address: %s', async (baseUrl, exported) => {
    const { desk } = createDesk(new MemorySettings({ connection: { ...keyless, baseUrl } }));
    const json = await desk.exportFile();
    expect(json).not.toContain('secret');
    expect(JSON.parse(json)).toMatchObject({ connection: { baseUrl: exported } });
  });

  it('come to another profile as they were', async () => {
    const { desk } = createDesk(
      new MemorySettings({
        connection,
        features: { memory: false, scheduling: true, email: true },
        switches: { tool_enabled_look: false, tool_enabled_shell: true },
      }),
    );
    const { desk: other, store } = createDesk();
    const view = await other.importFile(await desk.exportFile());
    expect(view).toEqual({
      ...(await desk.view()),
      connection: { ...keyless, hasKey: false },
    });
    expect(store.settings.connection).toEqual(keyless);
  });

  it('keep the key that is stored here, for the same server only', async () => {
    const file = (baseUrl: string) =>
      JSON.stringify({
        format: 'tandem-settings',
        version: 1,
        connection: { ...keyless, baseUrl, apiKey: 'planted' },
      });
    const { desk, store } = createDesk(new MemorySettings({ connection }));
    await desk.importFile(file('https://models.example/v2'));
    expect(store.settings.connection?.apiKey).toBe('secret');
    await desk.importFile(file('https://evil.example/v1'));
    expect(store.settings.connection).not.toHaveProperty('apiKey');
  });

  it('leave alone what they do not mention', async () => {
    const before = { connection, switches: { tool_enabled_look: false } };
    const { desk, store } = createDesk(new MemorySettings(before));
    await desk.importFile('{"format":"tandem-settings","version":1}');
    expect(store.writes).toBe(0);
    expect(store.settings).toMatchObject(before);
  });

  it.each([
    'not json',
    '{"format":"other","version":1}',
    JSON.stringify({
      format: 'tandem-settings',
      version: 1,
      features: { memory: false },
      switches: { tool_enabled_look: false, apiKey: true },
    }),
    JSON.stringify({
      format: 'tandem-settings',
      version: 1,
      connection: { ...keyless, baseUrl: 'ftp://a' },
      features: { memory: false },
    }),
  ])('change nothing at all when they cannot be read: %s', async (json) => {
    const { desk, store } = createDesk(new MemorySettings({ connection }));
    await expect(desk.importFile(json)).rejects.toMatchObject({ code: 'settings-file-invalid' });
    expect(store.writes).toBe(0);
  });
});

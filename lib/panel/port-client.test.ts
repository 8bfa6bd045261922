import { afterEach, describe, expect, it } from 'vitest';
import type { ErrorReport } from '../shared/error-report';
import type { Clock } from '../shared/clock';
import { createPortClient, type PanelNotification, type PortClient } from './port-client';
import { delivered, refuse, ScriptedWorker } from './testing/scripted-worker';

class HandClock implements Clock {
  readonly waits: { ms: number; go: () => void }[] = [];
  now = () => 0;
  delay = (ms: number) =>
    new Promise<void>((go) => {
      this.waits.push({ ms, go });
    });
}

interface Heard {
  notifications: PanelNotification[];
  troubles: ErrorReport[];
  moments: string[];
}

let client: PortClient | undefined;
afterEach(() => client?.close());

function start(worker: ScriptedWorker, clock = new HandClock()) {
  const heard: Heard = { notifications: [], troubles: [], moments: [] };
  client = createPortClient({ connect: worker.connect, clock });
  client.subscribe({
    notified: (notification) => heard.notifications.push(notification),
    troubled: (error) => heard.troubles.push(error),
    dropped: () => heard.moments.push('dropped'),
    reconnected: () => heard.moments.push('reconnected'),
  });
  return { client, heard, clock };
}

const settings = { connection: null, tools: [], features: {}, blockedSites: [] };

describe('a request', () => {
  it('is answered with the parsed answer to that very command', async () => {
    const worker = new ScriptedWorker()
      .on('settings-read', () => ({ ...settings, secret: 'not for here' }))
      .on('tabs-list', () => ({ tabs: [] }));
    const { client } = start(worker);
    const [tabs, read] = await Promise.all([
      client.request({ type: 'tabs-list' }),
      client.request({ type: 'settings-read' }),
    ]);
    expect(tabs).toEqual({ tabs: [] });
    expect(read).toEqual(settings);
  });

  it('is answered with null when the command has no answer of its own', async () => {
    const { client } = start(new ScriptedWorker().on('run-stop', () => 'anything'));
    expect(await client.request({ type: 'run-stop', conversationId: 'c' })).toBeNull();
  });

  it('fails with the reason the worker gave', async () => {
    const { client } = start(new ScriptedWorker().on('run-stop', () => refuse('Nothing runs.')));
    await expect(client.request({ type: 'run-stop', conversationId: 'c' })).rejects.toMatchObject({
      code: 'refused',
      message: 'Nothing runs.',
    });
  });

  it('fails when its answer has the wrong shape', async () => {
    const { client } = start(new ScriptedWorker().on('tabs-list', () => ({ tabs: 'all' })));
    await expect(client.request({ type: 'tabs-list' })).rejects.toMatchObject({
      code: 'answer-malformed',
    });
  });
});

describe('a worker that dies', () => {
  it('rejects what may have happened already and says that it can be tried again', async () => {
    const worker = new ScriptedWorker().ignore('run-stop');
    const { client } = start(worker);
    const request = client.request({ type: 'run-stop', conversationId: 'c' });
    await delivered();
    worker.die();
    await expect(request).rejects.toMatchObject({ code: 'worker-restarted', retryable: true });
  });

  it('is sent a prompt again that names its turn', async () => {
    const worker = new ScriptedWorker().ignore('prompt-send').on('settings-read', () => settings);
    const { client } = start(worker);
    await client.request({ type: 'settings-read' });
    const blocks = [{ type: 'text' as const, text: 'Hello' }];
    const request = client.request({
      type: 'prompt-send',
      conversationId: 'c',
      turnId: 't',
      blocks,
    });
    await delivered();
    worker.on('prompt-send', () => null);
    worker.die();
    await expect(request).resolves.toBeNull();
  });

  it('is asked again for what only reads', async () => {
    const worker = new ScriptedWorker().ignore('tabs-list').on('settings-read', () => settings);
    const { client, heard } = start(worker);
    await client.request({ type: 'settings-read' });
    const tabs = client.request({ type: 'tabs-list' });
    await delivered();
    worker.on('tabs-list', () => ({ tabs: [] }));
    worker.die();
    expect(await tabs).toEqual({ tabs: [] });
    expect(worker.connections).toBe(2);
    expect(heard.moments).toEqual(['dropped', 'reconnected']);
  });

  it('is not called in a hurry when it dies again and again', async () => {
    const worker = new ScriptedWorker();
    const { clock } = start(worker);
    for (let death = 0; death < 8; death += 1) {
      worker.die();
      clock.waits.at(-1)?.go();
      await delivered();
    }
    expect(clock.waits.map(({ ms }) => ms)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
    expect(worker.connections).toBe(9);
  });

  it('gets a request that was made while nobody was there', async () => {
    const worker = new ScriptedWorker();
    const { client, clock } = start(worker);
    worker.die();
    const request = client.request({ type: 'run-pause', conversationId: 'c' });
    clock.waits[0]?.go();
    expect(await request).toBeNull();
    expect(worker.commands('run-pause')).toHaveLength(1);
  });

  it('is waited for when the browser refuses to connect', async () => {
    const worker = new ScriptedWorker();
    const clock = new HandClock();
    let refusals = 1;
    client = createPortClient({
      clock,
      connect: () => {
        if (refusals-- > 0) throw new Error('Extension context invalidated.');
        return worker.connect();
      },
    });
    const request = client.request({ type: 'run-stop', conversationId: 'c' });
    clock.waits[0]?.go();
    expect(await request).toBeNull();
  });
});

describe('a message from the worker', () => {
  it('reaches the listeners when it is whole', async () => {
    const worker = new ScriptedWorker();
    const { heard } = start(worker);
    worker.push({ type: 'settings-changed', settings });
    await delivered();
    expect(heard.notifications).toEqual([{ type: 'settings-changed', settings }]);
  });

  it.each([
    ['no object', 'hello'],
    ['an unknown type', { type: 'world-ended' }],
    ['a record that is none', { type: 'records-appended', conversationId: 'c', records: [{}] }],
  ])('is dropped and reported when it is broken: %s', async (_what, message) => {
    const worker = new ScriptedWorker();
    const { heard } = start(worker);
    worker.pushRaw(message);
    worker.push({ type: 'settings-changed', settings });
    await delivered();
    expect(heard.troubles.map(({ code }) => code)).toEqual(['event-malformed']);
    expect(heard.notifications).toHaveLength(1);
  });

  it('is reported when it refuses something that nobody asked', async () => {
    const worker = new ScriptedWorker();
    const { heard } = start(worker);
    const error = { code: 'request-malformed', message: 'Unreadable.', retryable: false };
    worker.push({ type: 'command-refused', requestId: '', error });
    await delivered();
    expect(heard.troubles).toEqual([error]);
  });
});

describe('a closed client', () => {
  it('leaves no request without an answer and does not come back', async () => {
    const worker = new ScriptedWorker().ignore('run-stop');
    const { client } = start(worker);
    const request = client.request({ type: 'run-stop', conversationId: 'c' });
    client.close();
    await expect(request).rejects.toMatchObject({ code: 'panel-closed' });
    expect(worker.connections).toBe(1);
  });
});

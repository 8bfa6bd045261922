import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { callTool } from '../../tests/support/call-tool';
import { createFixture } from '../../tests/support/conversation-fixture';
import { ManualClock } from '../../tests/support/manual-clock';
import { calls, says } from '../../tests/support/scripted-model';
import { createMemoryForget } from '../tools/catalogue/memory-forget';
import { createMemoryStore } from '../tools/catalogue/memory-store';
import { systemText } from '../conversation/system-text';
import { openDatabase } from './database';
import { IdbMemoryStore } from './idb-memory-store';

let databases = 0;

function createStore() {
  databases += 1;
  const opened = openDatabase({ name: `memories-${databases}` });
  const clock = new ManualClock();
  const memories = new IdbMemoryStore(() => opened, clock);
  const rows = async () => await (await opened).getAll('memories');
  return { memories, clock, rows, database: opened };
}

describe('a memory', () => {
  it('KAI-26 is stored under its key, and replaced under the same key', async () => {
    const { memories, clock, rows } = createStore();
    const store = createMemoryStore({ memories });
    const first = clock.now();
    await callTool(store, { key: 'airline', content: 'KLM' });
    expect(await rows()).toEqual([
      { key: 'airline', content: 'KLM', createdAt: first, updatedAt: first, hitCount: 1 },
    ]);
    clock.advance(500);
    await callTool(store, { key: 'airline', content: 'Lufthansa' });
    expect(await rows()).toEqual([
      {
        key: 'airline',
        content: 'Lufthansa',
        createdAt: first,
        updatedAt: first + 500,
        hitCount: 1,
      },
    ]);
  });

  it('keeps its count of hits when its content is replaced', async () => {
    const { memories, database } = createStore();
    const memory = { key: 'k', content: 'old', createdAt: 1, updatedAt: 2, hitCount: 4 };
    await (await database).put('memories', memory);
    expect(await memories.put({ key: 'k', content: 'new' })).toMatchObject({
      content: 'new',
      createdAt: 1,
      hitCount: 4,
    });
    expect(await memories.get('k')).toMatchObject({ content: 'new', hitCount: 4 });
  });

  it('KAI-27 is forgotten by its exact key only', async () => {
    const { memories } = createStore();
    const forget = createMemoryForget({ memories });
    await memories.put({ key: 'name', content: 'Ada' });
    expect(await callTool(forget, { key: 'Name' })).toMatchObject({ isError: true });
    expect(await memories.get('name')).toMatchObject({ content: 'Ada' });
    expect(await callTool(forget, { key: 'name' })).toMatchObject({ isError: false });
    expect(await memories.list()).toEqual([]);
    expect(await memories.remove('name')).toBe(false);
  });

  it('is found by its key and listed with the others', async () => {
    const { memories } = createStore();
    for (const key of ['b', 'a', 'c']) await memories.put({ key, content: key.repeat(2) });
    expect(await memories.get('c')).toMatchObject({ key: 'c', content: 'cc' });
    expect(await memories.get('d')).toBeUndefined();
    expect((await memories.list()).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  });

  it('KAI-32 is shared by conversations, outlives the worker, and stays while the feature is off', async () => {
    const { memories, rows, clock, database } = createStore();
    const settings = {
      features: { memory: true, scheduling: false, email: false },
      switches: {},
    };
    const conversation = (store: IdbMemoryStore, conversationId: string) =>
      createFixture({
        conversationId,
        tools: [createMemoryStore({ memories: store }), createMemoryForget({ memories: store })],
        toolSettings: () => settings,
        systemText: async () => systemText(await store.list()),
        replies: [
          calls([{ id: 'm', name: 'memory_store', arguments: { key: 'name', content: 'Ada' } }]),
          says('Noted.'),
          says('Hello.'),
        ],
      });
    const first = conversation(memories, 'c1');
    await first.send('Remember my name');
    await first.handler.respondToPermission('m', 'once');
    await first.handler.whenQuiet();
    const stored = await rows();
    expect(stored).toHaveLength(1);

    settings.features.memory = false;
    await first.send('Hi');
    expect(first.toolNames(-1)).toEqual([]);
    expect(await rows()).toEqual(stored);

    settings.features.memory = true;
    const { name } = await database;
    (await database).close();
    const reopened = openDatabase({ name });
    const second = conversation(new IdbMemoryStore(() => reopened, clock), 'c2');
    await second.send('Who am I?');
    expect(second.toolNames(0)).toEqual(['memory_store', 'memory_forget']);
    expect(second.request(0)[0]).toMatchObject({
      role: 'system',
      text: expect.stringContaining('- name: Ada'),
    });
  });
});

describe('a memory that cannot be read', () => {
  it('is left out, the rest is there, and nothing on the disk changes', async () => {
    const { memories, rows, database } = createStore();
    await memories.put({ key: 'good', content: 'fine' });
    const damaged = { key: 'bad', content: 7, createdAt: 'x', updatedAt: null, hitCount: 1 };
    // @ts-expect-error -- a disk can hold anything
    await (await database).put('memories', damaged);
    const before = await rows();
    expect((await memories.list()).map(({ key }) => key)).toEqual(['good']);
    expect(await memories.get('bad')).toBeUndefined();
    expect(await rows()).toEqual(before);
  });

  it('can be stored anew and can be removed', async () => {
    const { memories, clock, database } = createStore();
    for (const key of ['one', 'two']) {
      // @ts-expect-error -- a disk can hold anything
      await (await database).put('memories', { key, content: null });
    }
    const now = clock.now();
    expect(await memories.put({ key: 'one', content: 'new' })).toEqual({
      key: 'one',
      content: 'new',
      createdAt: now,
      updatedAt: now,
      hitCount: 1,
    });
    expect(await memories.remove('two')).toBe(true);
    expect((await memories.list()).map(({ key }) => key)).toEqual(['one']);
  });
});

describe('a disk that refuses', () => {
  it('fails the change, which then did not happen', async () => {
    const { memories, rows } = createStore();
    await memories.put({ key: 'k', content: 'old' });
    for (const method of ['put', 'delete'] as const) {
      const original = IDBObjectStore.prototype[method];
      vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (
        this: IDBObjectStore,
        argument: unknown,
      ): IDBRequest {
        const request: IDBRequest = Reflect.apply(original, this, [argument]);
        request.addEventListener('success', () => {
          this.transaction.abort();
        });
        return request;
      });
    }
    await expect(memories.put({ key: 'k', content: 'new' })).rejects.toThrow();
    await expect(memories.remove('k')).rejects.toThrow();
    expect(await rows()).toMatchObject([{ key: 'k', content: 'old' }]);
  });
});

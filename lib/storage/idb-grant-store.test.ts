import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import type { Grant } from '../messaging/permission';
import { decide } from '../permissions/policy';
import { openDatabase } from './database';
import { IdbGrantStore } from './idb-grant-store';

let databases = 0;

function createStore() {
  databases += 1;
  const opened = openDatabase({ name: `grants-${databases}` });
  return { grants: new IdbGrantStore(() => opened), database: opened };
}

function grantOf(toolId: string, change: Partial<Grant> = {}): Grant {
  return {
    id: `grant of ${toolId}`,
    scope: 'always',
    toolId,
    toolHash: 'hash',
    givenAt: 1,
    ...change,
  };
}

const write = {
  toolId: 'builtin::write',
  toolHash: 'hash',
  effect: 'write',
  capability: 'change-browser',
  interaction: 'none',
} as const;

describe('a lasting permission', () => {
  it('is kept as it was given, beside the others', async () => {
    const { grants } = createStore();
    expect(await grants.list()).toEqual([]);
    await grants.add(grantOf('a'));
    await grants.add(grantOf('b', { scope: 'chat', conversationId: 'c1' }));
    expect(await grants.list()).toEqual([
      grantOf('a'),
      grantOf('b', { scope: 'chat', conversationId: 'c1' }),
    ]);
  });

  it('given twice under one id is one permission', async () => {
    const { grants } = createStore();
    await grants.add(grantOf('a'));
    await grants.add(grantOf('a', { toolHash: 'newer' }));
    expect(await grants.list()).toEqual([grantOf('a', { toolHash: 'newer' })]);
  });

  it('holds in the next worker', async () => {
    const { grants, database } = createStore();
    await grants.add(grantOf(write.toolId));
    const { name } = await database;
    (await database).close();
    const next = new IdbGrantStore(() => openDatabase({ name }));
    expect(decide(write, await next.list(), { conversationId: 'c1' }).verdict).toBe('allow');
  });

  it('is given when its transaction is complete, on the disk and not in its cache', async () => {
    const { grants, database } = createStore();
    await database;
    const moments: string[] = [];
    const { transaction } = IDBDatabase.prototype;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...rest
    ) {
      const begun = transaction.apply(this, rest);
      begun.addEventListener('complete', () => moments.push(`${begun.durability} complete`));
      return begun;
    });
    await grants.add(grantOf('a'));
    moments.push('given');
    expect(moments).toEqual(['strict complete', 'given']);
  });
});

describe('a lasting permission that is taken back', () => {
  it('is gone from the disk, and the others stay', async () => {
    const { grants, database } = createStore();
    await grants.add(grantOf('a'));
    await grants.add(grantOf('b'));
    await grants.remove(grantOf('a').id);
    await grants.remove('never there');
    expect(await grants.list()).toEqual([grantOf('b')]);
    expect(await (await database).count('grants')).toBe(1);
  });

  it('is told, as is one that is given', async () => {
    const told: number[] = [];
    const opened = openDatabase({ name: 'grants-told' });
    const grants = new IdbGrantStore(
      () => opened,
      () => told.push(told.length),
    );
    await grants.add(grantOf('a'));
    await grants.list();
    expect(told).toHaveLength(1);
    await grants.remove(grantOf('a').id);
    expect(told).toHaveLength(2);
  });
});

describe('a permission that cannot be read', () => {
  it('grants nothing, and the others hold', async () => {
    const { grants, database } = createStore();
    const rows = await database;
    await rows.put('grants', { id: '1', grant: { ...grantOf(write.toolId), toolHash: undefined } });
    await rows.put('grants', { id: '2', grant: { ...grantOf(write.toolId), scope: 'everything' } });
    await rows.put('grants', { id: '3', grant: 'always' });
    await rows.put('grants', { id: '4', grant: null });
    expect(await grants.list()).toEqual([]);
    expect(decide(write, await grants.list(), { conversationId: 'c1' }).verdict).toBe('ask');
    await grants.add(grantOf('other'));
    expect(await grants.list()).toEqual([grantOf('other')]);
    expect(await rows.count('grants')).toBe(5);
  });
});

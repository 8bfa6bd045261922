import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { describe, expect, it } from 'vitest';
import { DATABASE_NAME, DATABASE_VERSION, openDatabase } from './database';

describe('the database', () => {
  it('has a place for records, conversations, memories and grants, each with its own key', async () => {
    const database = await openDatabase({ name: 'fresh' });
    expect(database.version).toBe(DATABASE_VERSION);
    const stores = [...database.objectStoreNames];
    const keys = stores.map((name) => [name, database.transaction(name).store.keyPath]);
    expect(Object.fromEntries(keys)).toEqual({
      records: ['conversationId', 'seq'],
      conversations: 'id',
      memories: 'key',
      grants: 'id',
    });
    const { store } = database.transaction('conversations');
    expect(store.index('by-update').keyPath).toBe('updatedAt');
    expect(store.index('by-deletion').keyPath).toBe('deletedAt');
  });

  it('has one name unless told otherwise', async () => {
    expect((await openDatabase()).name).toBe(DATABASE_NAME);
  });

  it('keeps what it holds when it is opened again', async () => {
    const first = await openDatabase({ name: 'kept' });
    await first.put('grants', { id: 'g1', grant: 'whatever' });
    first.close();
    const second = await openDatabase({ name: 'kept' });
    expect(await second.getAll('grants')).toEqual([{ id: 'g1', grant: 'whatever' }]);
  });

  it('lets go at once when a newer version wants to open it', async () => {
    const old = await openDatabase({ name: 'upgraded' });
    const newer = await openDB('upgraded', DATABASE_VERSION + 1);
    expect(newer.version).toBe(DATABASE_VERSION + 1);
    expect(() => old.transaction('grants')).toThrow(
      expect.objectContaining({ name: 'InvalidStateError' }),
    );
  });

  it('lets go when it is to be deleted', async () => {
    await openDatabase({ name: 'deleted' });
    await deleteDB('deleted');
    const names = (await indexedDB.databases()).map(({ name }) => name);
    expect(names).not.toContain('deleted');
  });
});

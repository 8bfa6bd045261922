import { openDB } from 'idb';

/**
 * Databases as earlier versions of Tandem left them, by version number: written with that version's
 * own schema, never with today's code. Whoever raises the version adds the one before.
 */
export const earlierDatabases: Record<number, (name: string) => Promise<void>> = {
  1: async (name) => {
    const database = await openDB(name, 1, {
      upgrade(created) {
        created.createObjectStore('records', { keyPath: ['conversationId', 'seq'] });
        created
          .createObjectStore('conversations', { keyPath: 'id' })
          .createIndex('by-update', 'updatedAt');
        created.createObjectStore('memories', { keyPath: 'key' });
        created.createObjectStore('grants', { keyPath: 'id' });
      },
    });
    for (const id of Object.keys(conversations)) {
      await database.put('conversations', { id, createdAt: 1, updatedAt: 2 });
    }
    await fill(database);
    database.close();
  },
  2: async (name) => {
    const database = await openDB(name, 2, {
      upgrade(created) {
        created.createObjectStore('records', { keyPath: ['conversationId', 'seq'] });
        const rows = created.createObjectStore('conversations', { keyPath: 'id' });
        rows.createIndex('by-update', 'updatedAt');
        rows.createIndex('by-active', 'active');
        created.createObjectStore('memories', { keyPath: 'key' });
        created.createObjectStore('grants', { keyPath: 'id' });
      },
    });
    for (const id of Object.keys(conversations)) {
      const active = id === 'running' ? 1 : 0;
      await database.put('conversations', { id, createdAt: 1, updatedAt: 2, active });
    }
    await fill(database);
    database.close();
  },
};

const prompt = { type: 'user-turn-added', turnId: 'u1', parentId: null, blocks: [] };
const started = { type: 'run-started', runId: 'r1' };
const ended = { type: 'run-ended', reason: 'answered' };
const blocks = [{ type: 'text', text: '## Plan a trip to Rome\nfor two' }];
const conversations = {
  running: [prompt, started],
  ended: [{ ...prompt, blocks }, started, ended],
  damaged: [{ ...prompt, blocks: 'gone' }, started, { ...prompt, blocks }, ended],
};

async function fill(database: Awaited<ReturnType<typeof openDB>>): Promise<void> {
  for (const [id, records] of Object.entries(conversations)) {
    for (const [index, record] of records.entries()) {
      const seq = index + 1;
      await database.put('records', { conversationId: id, seq, record: { ...record, seq, at: 1 } });
    }
  }
  await database.put('memories', {
    key: 'name',
    content: 'Ada',
    createdAt: 1,
    updatedAt: 1,
    hitCount: 1,
  });
  await database.put('grants', { id: 'g1', grant: { id: 'g1' } });
}

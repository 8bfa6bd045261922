import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { describe, expect, it } from 'vitest';
import { earlierDatabases } from '../../tests/support/database-versions';
import type { RunRecordDraft } from '../messaging/run-record';
import { DATABASE_VERSION, openDatabase } from './database';
import { IdbConversationIndex } from './idb-conversation-index';
import { IdbRunLog } from './idb-run-log';

describe('a database of an earlier version', () => {
  it('is kept for every version there ever was', () => {
    const earlier = Array.from({ length: DATABASE_VERSION - 1 }, (_, index) => String(index + 1));
    expect(Object.keys(earlierDatabases)).toEqual(earlier);
  });

  for (const [version, create] of Object.entries(earlierDatabases)) {
    it(`${version} is opened with nothing lost, and its open runs are found and its chats named`, async () => {
      const name = `version-${version}`;
      await create(name);
      const database = await openDatabase({ name });
      expect(database.version).toBe(DATABASE_VERSION);
      const log = new IdbRunLog({ database: () => Promise.resolve(database) });
      expect(await log.activeConversationIds()).toEqual(['running']);
      expect((await log.read('running')).map(({ type }) => type)).toEqual([
        'user-turn-added',
        'run-started',
      ]);
      expect(await log.read('ended')).toHaveLength(3);
      const index = new IdbConversationIndex(() => Promise.resolve(database));
      const titles = (await index.list()).map(({ id, title }) => [id, title]);
      expect(Object.fromEntries(titles)).toEqual({
        running: 'New chat',
        ended: 'Plan a trip to Rome',
        damaged: 'Plan a trip to Rome',
      });
      expect(await index.listDeleted()).toEqual([]);
      expect(await database.get('memories', 'name')).toMatchObject({ content: 'Ada' });
      expect(await database.count('grants')).toBe(1);
      database.close();
    });
  }
});

describe('a database of a later version', () => {
  it('is left alone, and the user is told what to do', async () => {
    const later = await openDB('later', DATABASE_VERSION + 1, {
      upgrade(created) {
        created.createObjectStore('new-things');
      },
    });
    later.close();
    await expect(openDatabase({ name: 'later' })).rejects.toMatchObject({
      code: 'storage-newer',
      advice: expect.stringMatching(/Update Tandem/),
    });
    const again = await openDB('later');
    expect([...again.objectStoreNames]).toEqual(['new-things']);
    again.close();
  });
});

describe('a run', () => {
  const prompt: RunRecordDraft = {
    type: 'user-turn-added',
    turnId: 'u',
    parentId: null,
    blocks: [],
  };

  it('counts as active from its start to its end', async () => {
    const database = await openDatabase({ name: 'activity' });
    const log = new IdbRunLog({ database: () => Promise.resolve(database) });
    await log.append('c1', [
      { ...prompt, seq: 1, at: 1 },
      { type: 'run-started', runId: 'r', seq: 2, at: 1 },
    ]);
    expect(await log.activeConversationIds()).toEqual(['c1']);
    await log.append('c1', [{ type: 'prompt-dequeued', seq: 3, at: 2 }]);
    await log.append('c1', [{ type: 'run-paused', seq: 4, at: 2 }]);
    expect(await log.activeConversationIds()).toEqual(['c1']);
    await log.append('c1', [{ type: 'run-ended', reason: 'stopped', seq: 5, at: 3 }]);
    expect(await log.activeConversationIds()).toEqual([]);
  });

  it('stays the newest although the clock is set back', async () => {
    const database = await openDatabase({ name: 'clock' });
    const log = new IdbRunLog({ database: () => Promise.resolve(database) });
    await log.append('old', [{ ...prompt, seq: 1, at: 9_000 }]);
    await log.append('new', [{ ...prompt, seq: 1, at: 1_000 }]);
    expect(await log.newestConversationId()).toBe('new');
  });
});

import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { numbered } from '../../tests/support/sample-records';
import { textBlock } from '../messaging/content';
import type { RunRecordDraft } from '../messaging/run-record';
import { openDatabase } from './database';
import { IdbConversationIndex } from './idb-conversation-index';
import { IdbRunLog } from './idb-run-log';

let databases = 0;

function createIndex() {
  databases += 1;
  const opened = openDatabase({ name: `index-${databases}` });
  const index = new IdbConversationIndex(() => opened);
  const log = new IdbRunLog({ database: () => opened });
  return { index, log, database: opened };
}

const prompt = (text: string, parentId: string | null = null): RunRecordDraft => ({
  type: 'user-turn-added',
  turnId: text,
  parentId,
  blocks: [textBlock(text)],
});
const started: RunRecordDraft = { type: 'run-started', runId: 'r1' };
const titles = async (index: IdbConversationIndex) =>
  (await index.list()).map(({ title }) => title).sort();

describe('a conversation on the disk', () => {
  it('is called by its first prompt', async () => {
    const { index, log } = createIndex();
    await log.append('c1', numbered([prompt('Plan a trip'), started]));
    await log.append('c1', numbered([prompt('To Rome', 'a1')], 3));
    expect(await index.get('c1')).toEqual({
      id: 'c1',
      title: 'Plan a trip',
      createdAt: 2_000,
      updatedAt: expect.any(Number),
    });
    expect(await index.get('c2')).toBeUndefined();
  });

  it('is called as the user says, for ever', async () => {
    const { index, log } = createIndex();
    await log.append('c1', numbered([prompt('Plan a trip')]));
    const before = await index.get('c1');
    expect(await index.rename('c1', 'Holidays')).toBe(true);
    expect(await index.get('c1')).toEqual({ ...before, title: 'Holidays' });
    await log.append('c1', numbered([prompt('Plan another trip'), started], 2));
    expect(await titles(index)).toEqual(['Holidays']);
  });

  it('that there is not cannot be renamed, deleted or restored', async () => {
    const { index } = createIndex();
    expect(await index.rename('c1', 'x')).toBe(false);
    expect(await index.markDeleted('c1', 1)).toBe(false);
    expect(await index.restore('c1')).toBe(false);
    expect(await index.list()).toEqual([]);
  });

  it('is listed although its row was tampered with', async () => {
    const { index, database } = createIndex();
    const row = { id: 'c1', createdAt: Number.NaN, updatedAt: Number.NaN, active: 0 } as const;
    await (await database).put('conversations', { ...row, title: `a\u202e\nb${'x'.repeat(500)}` });
    // @ts-expect-error -- what a disk may hold
    await (await database).put('conversations', { ...row, id: 'c2', title: { a: 1 } });
    const [one, two] = await index.list();
    expect(one?.title).toMatch(/^a bx+…$/u);
    expect(one?.title.length).toBeLessThanOrEqual(200);
    expect(two).toMatchObject({ title: 'New chat', createdAt: 0, updatedAt: 0 });
  });
});

describe('a deleted conversation', () => {
  async function deleted() {
    const created = createIndex();
    await created.log.append('c1', numbered([prompt('One'), started]));
    await created.log.append('c2', numbered([prompt('Two'), started]));
    expect(await created.log.newestConversationId()).toBe('c2');
    expect(await created.index.markDeleted('c2', 5_000)).toBe(true);
    return created;
  }

  it('is neither listed, nor the newest, nor gone on with', async () => {
    const { index, log } = await deleted();
    expect(await titles(index)).toEqual(['One']);
    expect(await log.newestConversationId()).toBe('c1');
    expect(await log.activeConversationIds()).toEqual(['c1']);
    expect(await index.listDeleted()).toMatchObject([{ id: 'c2', deletedAt: 5_000 }]);
    await index.markDeleted('c1', 6_000);
    expect(await log.newestConversationId()).toBeUndefined();
  });

  it('takes neither another prompt nor another name', async () => {
    const { index, log } = await deleted();
    await expect(log.append('c2', numbered([prompt('More')], 3))).rejects.toMatchObject({
      code: 'conversation-deleted',
    });
    expect(await log.read('c2')).toHaveLength(2);
    expect(await index.rename('c2', 'x')).toBe(false);
  });

  it('is whole again when it is restored', async () => {
    const { index, log, database } = await deleted();
    const before = await (await database).get('conversations', 'c1');
    expect(await index.restore('c2')).toBe(true);
    expect(await titles(index)).toEqual(['One', 'Two']);
    expect(await index.listDeleted()).toEqual([]);
    expect(await log.newestConversationId()).toBe('c2');
    expect(await log.activeConversationIds()).toEqual(['c1', 'c2']);
    expect(await log.read('c2')).toHaveLength(2);
    expect(await (await database).get('conversations', 'c1')).toEqual(before);
  });

  it('leaves nothing behind when it is purged, and nothing else goes with it', async () => {
    const { index, log, database } = await deleted();
    const grant = (id: string, conversationId?: string) => ({ id, grant: { id, conversationId } });
    const rows = await database;
    for (const row of [grant('g1', 'c1'), grant('g2', 'c2'), grant('g3')])
      await rows.put('grants', row);
    await log.append('c20', numbered([prompt('Like it')]));
    await index.purge('c2');
    expect(await titles(index)).toEqual(['Like it', 'One']);
    expect(await index.get('c2')).toBeUndefined();
    expect((await rows.getAll('records')).map(({ conversationId }) => conversationId)).toEqual([
      'c1',
      'c1',
      'c20',
    ]);
    expect((await rows.getAll('grants')).map(({ id }) => id)).toEqual(['g1', 'g3']);
  });

  it('is not purged when it was restored a moment before', async () => {
    const { index, log } = await deleted();
    await Promise.all([index.restore('c2'), index.purge('c2')]);
    expect(await titles(index)).toEqual(['One', 'Two']);
    expect(await log.read('c2')).toHaveLength(2);
  });
});

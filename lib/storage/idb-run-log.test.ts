import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { numbered, sampleDrafts, sampleRecords } from '../../tests/support/sample-records';
import { ConversationLog } from '../conversation/conversation-log';
import { textBlock } from '../messaging/content';
import type { RunRecord, RunRecordDraft } from '../messaging/run-record';
import { systemClock } from '../shared/clock';
import { openDatabase } from './database';
import { IdbRunLog } from './idb-run-log';

let databases = 0;

function createLog() {
  databases += 1;
  const opened = openDatabase({ name: `run-log-${databases}` });
  const corrupt: [string, number][] = [];
  const log = new IdbRunLog({
    database: () => opened,
    onCorruptRecord: (conversationId, seq) => corrupt.push([conversationId, seq]),
  });
  /** Everything that is on the disk, readable or not. */
  const disk = async () => ({
    records: await (await opened).getAll('records'),
    conversations: await (await opened).getAll('conversations'),
  });
  return { log, corrupt, disk, database: opened };
}

function prompts(count: number, firstSeq = 1): RunRecord[] {
  return numbered(
    Array.from({ length: count }, (_, index): RunRecordDraft => {
      const turnId = `u${firstSeq + index}`;
      return { type: 'user-turn-added', turnId, parentId: null, blocks: [textBlock(turnId)] };
    }),
    firstSeq,
  );
}

describe('a conversation on the disk', () => {
  it('is read as it was written, whatever its records say', async () => {
    const { log } = createLog();
    await log.append('c1', sampleRecords);
    expect(await log.read('c1')).toEqual(sampleRecords);
  });

  it('is read in the order of its records, however they were grouped', async () => {
    const { log } = createLog();
    const records = prompts(12);
    await log.append('c1', records.slice(0, 1));
    await log.append('c1', records.slice(1, 9));
    await log.append('c1', records.slice(9));
    expect(await log.read('c1')).toEqual(records);
  });

  it('can be read from a place on, which is not read again itself', async () => {
    const { log } = createLog();
    await log.append('c1', prompts(4));
    expect((await log.read('c1', 2)).map(({ seq }) => seq)).toEqual([3, 4]);
    expect(await log.read('c1', 4)).toEqual([]);
    expect(await log.read('c1', 99)).toEqual([]);
  });

  it('is kept apart from every other, however alike their names are', async () => {
    const { log } = createLog();
    await log.append('c1', prompts(2));
    await log.append('c10', prompts(1));
    await log.append('c', prompts(3));
    const counts = ['c', 'c1', 'c10', 'c2'].map(async (id) => (await log.read(id)).length);
    expect(await Promise.all(counts)).toEqual([3, 2, 1, 0]);
  });

  it('is still there for the next worker', async () => {
    const { log, database } = createLog();
    await log.append('c1', prompts(2));
    const { name } = await database;
    (await database).close();
    const next = new IdbRunLog({ database: () => openDatabase({ name }) });
    expect(await next.read('c1')).toEqual(prompts(2));
  });
});

describe('a write', () => {
  it('is done when its transaction is complete, and asks for the disk, not its cache', async () => {
    const { log, database } = createLog();
    await database;
    const moments: string[] = [];
    const durabilities: string[] = [];
    const { transaction } = IDBDatabase.prototype;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...rest
    ) {
      const begun = transaction.apply(this, rest);
      durabilities.push(begun.durability);
      begun.addEventListener('complete', () => moments.push('complete'));
      return begun;
    });
    await log.append('c1', prompts(3));
    moments.push('appended');
    expect(moments).toEqual(['complete', 'appended']);
    expect(durabilities).toEqual(['strict']);
  });

  it('fails when its transaction fails, although every request in it went well', async () => {
    const { log, disk } = createLog();
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value,
    ) {
      const request = put.call(this, value);
      request.addEventListener('success', () => {
        this.transaction.abort();
      });
      return request;
    });
    await expect(log.append('c1', prompts(2))).rejects.toThrow();
    expect(await disk()).toEqual({ records: [], conversations: [] });
  });

  it('to a place that is taken is refused, and nothing of its batch is stored', async () => {
    const { log, disk } = createLog();
    await log.append('c1', prompts(2));
    const before = await disk();
    const late = numbered([{ type: 'run-paused' }, { type: 'run-resumed' }], 2);
    await expect(log.append('c1', late)).rejects.toMatchObject({ name: 'ConstraintError' });
    expect(await disk()).toEqual(before);
    await log.append('c1', prompts(1, 3));
    expect((await log.read('c1')).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('is refused to the slower of two writers', async () => {
    const { log, database } = createLog();
    const other = new IdbRunLog({ database: () => database });
    const writes = await Promise.allSettled([
      log.append('c1', numbered([{ type: 'run-started', runId: 'mine' }])),
      other.append('c1', numbered([{ type: 'run-started', runId: 'theirs' }])),
    ]);
    expect(writes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await log.read('c1')).toMatchObject([{ runId: 'mine' }]);
  });

  it('of something that cannot be stored stores nothing of its batch', async () => {
    const { log, disk } = createLog();
    const [first] = prompts(1);
    const [unstorable] = numbered(
      [
        {
          type: 'assistant-turn-completed',
          turnId: 'a1',
          text: '',
          reasoning: '',
          toolCalls: [{ id: 't1', name: 'look', argumentsJson: '', providerState: () => 1 }],
        },
      ],
      2,
    );
    if (!first || !unstorable) throw new Error('Two records are needed.');
    await expect(log.append('c1', [first, unstorable])).rejects.toMatchObject({
      name: 'DataCloneError',
    });
    expect(await disk()).toEqual({ records: [], conversations: [] });
  });

  it('of nothing leaves no trace', async () => {
    const { log, disk } = createLog();
    await log.append('c1', []);
    expect(await disk()).toEqual({ records: [], conversations: [] });
  });

  it('fails with the database, and is possible again as soon as it opens', async () => {
    const { database } = createLog();
    let locked = true;
    const log = new IdbRunLog({
      database: () => (locked ? Promise.reject(new Error('locked')) : database),
    });
    await expect(log.append('c1', prompts(1))).rejects.toThrow('locked');
    await expect(log.read('c1')).rejects.toThrow('locked');
    locked = false;
    await log.append('c1', prompts(1));
    expect(await log.read('c1')).toHaveLength(1);
  });
});

describe('the newest conversation', () => {
  it('is none when there is none', async () => {
    expect(await createLog().log.newestConversationId()).toBeUndefined();
  });

  it('is the one that was written to last', async () => {
    const { log } = createLog();
    await log.append('b', prompts(1, 1));
    await log.append('c', prompts(1, 2));
    await log.append('a', prompts(1, 3));
    expect(await log.newestConversationId()).toBe('a');
    await log.append('b', prompts(1, 4));
    expect(await log.newestConversationId()).toBe('b');
  });

  it('remembers when it began and when it was used last', async () => {
    const { log, disk } = createLog();
    await log.append('c1', prompts(2, 3));
    await log.append('c1', prompts(2, 7));
    expect((await disk()).conversations).toEqual([
      { id: 'c1', createdAt: 4_000, updatedAt: 8_000, active: 0, title: 'u8' },
    ]);
  });
});

describe('a record that cannot be read', () => {
  it('is skipped and reported, and nothing else changes', async () => {
    const { log, corrupt, disk, database } = createLog();
    await log.append('c1', prompts(4));
    await log.append('c2', prompts(1));
    const rows = await database;
    await rows.put('records', { conversationId: 'c1', seq: 2, record: { type: 'nonsense' } });
    await rows.put('records', { conversationId: 'c1', seq: 4, record: null });
    const before = await disk();
    expect((await log.read('c1')).map(({ seq }) => seq)).toEqual([1, 3]);
    expect(corrupt).toEqual([
      ['c1', 2],
      ['c1', 4],
    ]);
    expect(await log.read('c2')).toHaveLength(1);
    expect(corrupt).toHaveLength(2);
    expect(await disk()).toEqual(before);
  });

  it('keeps its place, and the conversation goes on after it', async () => {
    const { log, database } = createLog();
    await log.append('c1', prompts(2));
    await (await database).put('records', { conversationId: 'c1', seq: 2, record: 'rubbish' });
    expect(await log.lastSeq('c1')).toBe(2);
    const conversation = new ConversationLog({
      log,
      conversationId: 'c1',
      clock: systemClock,
      onRecords: () => undefined,
    });
    await conversation.load();
    await conversation.commit([{ type: 'run-started', runId: 'r1' }]);
    expect((await log.read('c1')).map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'user-turn-added'],
      [3, 'run-started'],
    ]);
    expect(await log.lastSeq('c1')).toBe(3);
    expect(await log.lastSeq('c2')).toBe(0);
  });

  it('needs nobody to be told of it', async () => {
    const { database } = createLog();
    const log = new IdbRunLog({ database: () => database });
    await (await database).put('records', { conversationId: 'c1', seq: 1, record: 7 });
    expect(await log.read('c1')).toEqual([]);
  });
});

describe('a run in full flow', () => {
  const started = (turnId: string): RunRecordDraft => ({
    ...sampleDrafts['assistant-turn-started'],
    turnId,
  });
  const proposed = (effect: 'read' | 'write'): RunRecordDraft => ({
    ...sampleDrafts['tool-use-proposed'],
    effect,
  });
  const running = sampleDrafts['tool-use-started'];
  const settled = sampleDrafts['tool-use-settled'];
  const completed = sampleDrafts['assistant-turn-completed'];

  async function durabilitiesOf(batches: readonly (readonly RunRecordDraft[])[]) {
    const { log, database } = createLog();
    await database;
    const durabilities: string[] = [];
    const { transaction } = IDBDatabase.prototype;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      ...rest
    ) {
      const begun = transaction.apply(this, rest);
      durabilities.push(begun.durability);
      return begun;
    });
    let seq = 1;
    for (const batch of batches) {
      await log.append('c1', numbered(batch, seq));
      seq += batch.length;
    }
    expect(await log.read('c1')).toHaveLength(seq - 1);
    return durabilities.slice(0, batches.length);
  }

  it('does not wait for the disk for what is simply done again', async () => {
    const reading = [
      [started('a1')],
      [completed, proposed('read'), running],
      [settled, started('a2')],
    ];
    expect(await durabilitiesOf(reading)).toEqual(['relaxed', 'relaxed', 'relaxed']);
  });

  it('waits for the disk before and after anything that may have an effect', async () => {
    const writing = [
      [completed, proposed('write'), running],
      [settled, started('a2')],
    ];
    expect(await durabilitiesOf(writing)).toEqual(['strict', 'strict']);
  });

  it('waits for the disk with everything that the user did', async () => {
    const asking = [
      [completed, proposed('read'), sampleDrafts['tool-use-parked']],
      [sampleDrafts['tool-use-approved'], running],
      [settled],
      [sampleDrafts['prompt-queued']],
      [started('a2'), sampleDrafts['grant-given']],
    ];
    expect(await durabilitiesOf(asking)).toEqual(Array.from(asking, () => 'strict'));
  });

  it('leaves the list of chats alone', async () => {
    const { log, disk } = createLog();
    await log.append('c1', prompts(1));
    const before = (await disk()).conversations;
    await log.append('c1', numbered([started('a1'), completed], 2));
    expect((await disk()).conversations).toEqual(before);
    await log.append('c1', numbered([sampleDrafts['run-ended']], 4));
    expect((await disk()).conversations).not.toEqual(before);
  });
});

describe('all conversations on the disk', () => {
  it('are searched for permissions, however many records there are, one that is damaged among them', async () => {
    const { log, database } = createLog();
    const given = (seq: number) => numbered([sampleDrafts['grant-given']], seq);
    await log.append('a', given(1));
    await log.append('b', [...prompts(499), ...given(500), ...given(501)]);
    await log.append('c', prompts(700));
    await log.append('d', [...prompts(3), ...given(4)]);
    await (await database).put('records', { conversationId: 'c', seq: 900, record: null });
    expect(await log.conversationIdsWithGrants()).toEqual(['a', 'b', 'd']);
  });
});

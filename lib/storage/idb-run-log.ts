import { conversationDeleted } from '../conversation/conversation-index';
import type { RunLog } from '../conversation/run-log';
import { titleIn } from '../messaging/conversation-title';
import { isWorkOfARun, LossRule } from '../messaging/record-weight';
import { runRecordSchema, type RunRecord } from '../messaging/run-record';
import { asJsonObject } from '../shared/json';
import { activity, completed, placesAfter, type Database } from './database';

const SCAN_STEP = 500;

export interface IdbRunLogOptions {
  database: () => Promise<Database>;
  /** Told of every row that cannot be read; the rest of the conversation stays readable. */
  onCorruptRecord?: (conversationId: string, seq: number) => void;
}

/** The log of conversations on IndexedDB. A write is done when its transaction is. */
export class IdbRunLog implements RunLog {
  readonly #options: IdbRunLogOptions;
  readonly #losses = new LossRule();

  constructor(options: IdbRunLogOptions) {
    this.#options = options;
  }

  async append(conversationId: string, records: readonly RunRecord[]): Promise<void> {
    const last = records.at(-1);
    if (!last) return;
    const database = await this.#options.database();
    // Touching costs two reads and a write: a run in full flow has no time for that.
    const touches = records.some((record) => !isWorkOfARun(record));
    const transaction = database.transaction(
      touches ? ['records', 'conversations'] : ['records'],
      'readwrite',
      { durability: this.#losses.mayBeLost(records) ? 'relaxed' : 'strict' },
    );
    const rows = transaction.objectStore('records');
    const touch = async () => {
      const conversations = transaction.objectStore('conversations');
      const known = await conversations.get(conversationId);
      if (known?.deletedAt !== undefined) throw conversationDeleted();
      const newest = await conversations.index('by-update').openKeyCursor(null, 'prev');
      const isNewest = newest?.primaryKey === conversationId;
      const title = known?.renamed ? undefined : titleIn(records);
      await conversations.put({
        ...known,
        ...(title === undefined ? {} : { title }),
        id: conversationId,
        createdAt: known?.createdAt ?? last.at,
        // A clock that was set back must not make the chat in use look older than the others.
        updatedAt: Math.max(last.at, (newest?.key ?? 0) + (isNewest ? 0 : 1)),
        active: lastActivity(records) ?? known?.active ?? 0,
      });
    };
    let isWhole = true;
    const add = (record: RunRecord) => {
      try {
        // `add`, never `put`: a place in the log that is taken is a second writer, not an update.
        return rows.add({ conversationId, seq: record.seq, record });
      } catch (error) {
        isWhole = false;
        return Promise.reject(asError(error));
      }
    };
    const requests: Promise<unknown>[] = records.map(add);
    if (touches) requests.push(touch());
    // Said at once, it saves the way there and back that the browser needs to find out by itself.
    else if (isWhole) transaction.commit();
    await completed(transaction, requests);
  }

  async read(conversationId: string, afterSeq = 0): Promise<RunRecord[]> {
    const database = await this.#options.database();
    const rows = await database.getAll('records', placesAfter(conversationId, afterSeq));
    return rows.flatMap((row) => {
      const parsed = runRecordSchema.safeParse(row.record);
      if (parsed.success) return [parsed.data];
      this.#options.onCorruptRecord?.(conversationId, row.seq);
      return [];
    });
  }

  async lastSeq(conversationId: string): Promise<number> {
    const database = await this.#options.database();
    const cursor = await database
      .transaction('records')
      .store.openKeyCursor(placesAfter(conversationId, 0), 'prev');
    return cursor?.key[1] ?? 0;
  }

  /** The conversations whose run has not ended. */
  async activeConversationIds(): Promise<string[]> {
    const database = await this.#options.database();
    const rows = await database.getAllFromIndex('conversations', 'by-active', 1);
    return rows.flatMap(({ id, deletedAt }) => (deletedAt === undefined ? [id] : []));
  }

  /** Reads everything, in steps: permissions of a chat are among its records, and nowhere else. */
  async conversationIdsWithGrants(): Promise<string[]> {
    const database = await this.#options.database();
    const ids = new Set<string>();
    let range: IDBKeyRange | undefined;
    for (;;) {
      const rows = await database.getAll('records', range, SCAN_STEP);
      for (const row of rows) {
        if (asJsonObject(row.record)?.['type'] === 'grant-given') ids.add(row.conversationId);
      }
      const last = rows.at(-1);
      if (!last || rows.length < SCAN_STEP) return [...ids];
      range = IDBKeyRange.lowerBound([last.conversationId, last.seq], true);
    }
  }

  /** The conversation that was used last. */
  async newestConversationId(): Promise<string | undefined> {
    const database = await this.#options.database();
    let cursor = await database
      .transaction('conversations')
      .store.index('by-update')
      .openCursor(null, 'prev');
    while (cursor && cursor.value.deletedAt !== undefined) cursor = await cursor.continue();
    return cursor?.value.id;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function lastActivity(records: readonly RunRecord[]): 0 | 1 | undefined {
  const last = records.findLast((record) => activity(record) !== undefined);
  return activity(last);
}

import type { RunLog } from '../conversation/run-log';
import { runRecordSchema, type RunRecord } from '../messaging/run-record';
import { completed, type Database } from './database';

export interface IdbRunLogOptions {
  database: () => Promise<Database>;
  /** Told of every row that cannot be read; the rest of the conversation stays readable. */
  onCorruptRecord?: (conversationId: string, seq: number) => void;
}

/** The log of conversations on IndexedDB. A write is done when its transaction is. */
export class IdbRunLog implements RunLog {
  readonly #options: IdbRunLogOptions;

  constructor(options: IdbRunLogOptions) {
    this.#options = options;
  }

  async append(conversationId: string, records: readonly RunRecord[]): Promise<void> {
    const last = records.at(-1);
    if (!last) return;
    const database = await this.#options.database();
    const transaction = database.transaction(['records', 'conversations'], 'readwrite', {
      durability: 'strict',
    });
    const rows = transaction.objectStore('records');
    const conversations = transaction.objectStore('conversations');
    const touch = async () => {
      const known = await conversations.get(conversationId);
      const createdAt = known?.createdAt ?? last.at;
      await conversations.put({ id: conversationId, createdAt, updatedAt: last.at });
    };
    await completed(transaction, [
      // `add`, never `put`: a place in the log that is taken is a second writer, not an update.
      ...records.map(async (record) => await rows.add({ conversationId, seq: record.seq, record })),
      touch(),
    ]);
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

  /** The conversation that was used last. */
  async newestConversationId(): Promise<string | undefined> {
    const database = await this.#options.database();
    const cursor = await database
      .transaction('conversations')
      .store.index('by-update')
      .openCursor(null, 'prev');
    return cursor?.value.id;
  }
}

function placesAfter(conversationId: string, seq: number): IDBKeyRange {
  return IDBKeyRange.bound([conversationId, seq], [conversationId, Number.MAX_SAFE_INTEGER], true);
}

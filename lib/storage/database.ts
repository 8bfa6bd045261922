import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** What is on disk. Values are unknown until a schema has read them: a disk is not to be trusted. */
export interface TandemSchema extends DBSchema {
  /** One row per record, by conversation and place. */
  records: { key: [conversationId: string, seq: number]; value: StoredRecord };
  conversations: {
    key: string;
    value: StoredConversation;
    indexes: { 'by-update': number };
  };
  memories: { key: string; value: StoredMemory };
  grants: { key: string; value: { id: string; grant: unknown } };
}

export interface StoredRecord {
  conversationId: string;
  seq: number;
  record: unknown;
}

export interface StoredConversation {
  id: string;
  createdAt: number;
  updatedAt: number;
}

export interface StoredMemory {
  key: string;
  content: string;
  createdAt: number;
  updatedAt: number;
  hitCount: number;
}

export type Database = IDBPDatabase<TandemSchema>;

export const DATABASE_NAME = 'tandem';
export const DATABASE_VERSION = 1;

export function openDatabase(name = DATABASE_NAME): Promise<Database> {
  return openDB<TandemSchema>(name, DATABASE_VERSION, {
    upgrade(database, oldVersion) {
      if (oldVersion < 1) {
        database.createObjectStore('records', { keyPath: ['conversationId', 'seq'] });
        database
          .createObjectStore('conversations', { keyPath: 'id' })
          .createIndex('by-update', 'updatedAt');
        database.createObjectStore('memories', { keyPath: 'key' });
        database.createObjectStore('grants', { keyPath: 'id' });
      }
    },
    // A newer version waits to open: let go at once, or it would wait for ever.
    blocking(_current, _blocked, event) {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
}

/** Resolves once the transaction is complete. When one of its requests fails, all are undone. */
export async function completed(
  transaction: { readonly done: Promise<void>; abort(): void },
  requests: readonly Promise<unknown>[],
): Promise<void> {
  // It fails together with its requests; theirs is the error that says why.
  transaction.done.catch(() => undefined);
  try {
    await Promise.all(requests);
  } catch (error) {
    undo(transaction);
    throw error;
  }
  await transaction.done;
}

/** What could not even be requested, as it cannot be cloned, does not undo the rest by itself. */
function undo(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It is undone already.
  }
}

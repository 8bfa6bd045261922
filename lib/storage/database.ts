import {
  deleteDB,
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type StoreNames,
} from 'idb';
import { contentBlockSchema } from '../messaging/content';
import { titleOfBlocks } from '../messaging/conversation-title';
import { AppError } from '../shared/app-error';
import { asJsonObject } from '../shared/json';
import { z } from '../shared/zod';

/** What is on disk. Values are unknown until a schema has read them: a disk is not to be trusted. */
export interface TandemSchema extends DBSchema {
  /** One row per record, by conversation and place. */
  records: { key: [conversationId: string, seq: number]; value: StoredRecord };
  conversations: {
    key: string;
    value: StoredConversation;
    indexes: { 'by-update': number; 'by-active': number; 'by-deletion': number };
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
  /** 1 while its run has not ended; numbers, as an index takes no booleans. */
  active: 0 | 1;
  /** Made of the first prompt, unless the user gave one. */
  title?: string;
  /** The title was given by the user, and stays. */
  renamed?: true;
  /** Hidden since then; purged when there was time enough to undo it. */
  deletedAt?: number;
}

export interface StoredMemory {
  key: string;
  content: string;
  createdAt: number;
  updatedAt: number;
  hitCount: number;
  origins?: readonly string[] | undefined;
}

export type Database = IDBPDatabase<TandemSchema>;

export const DATABASE_NAME = 'tandem';
export const DATABASE_VERSION = 3;

export interface OpenOptions {
  name?: string;
  /** The connection is gone: `deleted` when somebody cleared the data, `closed` otherwise. */
  onLost?: (why: 'deleted' | 'closed') => void;
}

export async function openDatabase({
  name = DATABASE_NAME,
  onLost,
}: OpenOptions = {}): Promise<Database> {
  try {
    return await openDB<TandemSchema>(name, DATABASE_VERSION, {
      upgrade(database, oldVersion, _newVersion, transaction) {
        if (oldVersion < 1) createStores(database);
        // Half a migration is none: the database stays as it was.
        migrate(oldVersion, transaction).catch(() => transaction.abort());
      },
      // A newer version waits to open: let go at once, or it would wait for ever.
      blocking(_current, wanted, event) {
        if (event.target instanceof IDBDatabase) event.target.close();
        onLost?.(wanted === null ? 'deleted' : 'closed');
      },
      terminated: () => onLost?.('deleted'),
    });
  } catch (cause) {
    throw openingError(cause);
  }
}

/** All of it. Connections that are still open let go by themselves. */
export async function deleteDatabase(name = DATABASE_NAME): Promise<void> {
  await deleteDB(name);
}

type Upgrade = IDBPTransaction<TandemSchema, StoreNames<TandemSchema>[], 'versionchange'>;

function createStores(database: Database): void {
  database.createObjectStore('records', { keyPath: ['conversationId', 'seq'] });
  database
    .createObjectStore('conversations', { keyPath: 'id' })
    .createIndex('by-update', 'updatedAt');
  database.createObjectStore('memories', { keyPath: 'key' });
  database.createObjectStore('grants', { keyPath: 'id' });
}

/** One after another: each reads what the one before has written. */
async function migrate(oldVersion: number, transaction: Upgrade): Promise<void> {
  if (oldVersion < 2) await indexActiveRuns(transaction);
  if (oldVersion < 3) await nameConversations(transaction);
}

/** Version 2 finds the runs to go on with without reading every conversation. */
async function indexActiveRuns(transaction: Upgrade): Promise<void> {
  const conversations = transaction.objectStore('conversations');
  conversations.createIndex('by-active', 'active');
  const records = transaction.objectStore('records');
  for (const conversation of await conversations.getAll()) {
    let cursor = await records.openCursor(placesAfter(conversation.id, 0), 'prev');
    let active = activity(cursor?.value.record);
    while (cursor && active === undefined) {
      cursor = await cursor.continue();
      active = activity(cursor?.value.record);
    }
    await conversations.put({ ...conversation, active: active ?? 0 });
  }
}

/** Version 3 knows what each conversation is called, and which are deleted. */
async function nameConversations(transaction: Upgrade): Promise<void> {
  const conversations = transaction.objectStore('conversations');
  conversations.createIndex('by-deletion', 'deletedAt');
  const records = transaction.objectStore('records');
  for (const conversation of await conversations.getAll()) {
    let cursor = await records.openCursor(placesAfter(conversation.id, 0));
    let title = titleFrom(cursor?.value.record);
    while (cursor && title === undefined) {
      cursor = await cursor.continue();
      title = titleFrom(cursor?.value.record);
    }
    if (title !== undefined) await conversations.put({ ...conversation, title });
  }
}

function titleFrom(record: unknown): string | undefined {
  const stored = asJsonObject(record);
  if (stored?.['type'] !== 'user-turn-added') return undefined;
  const blocks = z.array(contentBlockSchema).safeParse(stored['blocks']);
  return blocks.success ? titleOfBlocks(blocks.data) : undefined;
}

/** The records of a conversation, from the one after this place on. */
export function placesAfter(conversationId: string, seq: number): IDBKeyRange {
  return IDBKeyRange.bound([conversationId, seq], [conversationId, Number.MAX_SAFE_INTEGER], true);
}

/** Whether a run is under way after this record; undefined when it does not say. */
export function activity(record: unknown): 0 | 1 | undefined {
  const type = asJsonObject(record)?.['type'];
  if (type === 'run-ended') return 0;
  return type === 'run-started' || type === 'run-resumed' || type === 'run-paused' ? 1 : undefined;
}

function openingError(cause: unknown): AppError {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'VersionError') {
    return new AppError('storage-newer', 'Your chats were saved by a newer version of Tandem.', {
      cause,
      advice: 'Update Tandem to open them. Nothing was changed.',
    });
  }
  return new AppError('storage-unavailable', 'Your chats could not be opened.', {
    cause,
    retryable: true,
    advice: 'Check that the browser may keep data and that the disk is not full, then try again.',
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

import type { ConversationEntry, ConversationIndex } from '../conversation/conversation-index';
import { LONGEST_TITLE, UNTITLED } from '../messaging/conversation-title';
import { asJsonObject } from '../shared/json';
import { visibleLine } from '../shared/visible-text';
import { completed, placesAfter, type Database, type StoredConversation } from './database';

/** The conversations on the disk, by what their rows say. */
export class IdbConversationIndex implements ConversationIndex {
  readonly #database: () => Promise<Database>;

  constructor(database: () => Promise<Database>) {
    this.#database = database;
  }

  async list(): Promise<ConversationEntry[]> {
    const rows = await (await this.#database()).getAll('conversations');
    return rows.filter(({ deletedAt }) => deletedAt === undefined).map(entryOf);
  }

  async listDeleted(): Promise<ConversationEntry[]> {
    const rows = await (await this.#database()).getAllFromIndex('conversations', 'by-deletion');
    return rows.map(entryOf);
  }

  async get(conversationId: string): Promise<ConversationEntry | undefined> {
    const row = await (await this.#database()).get('conversations', conversationId);
    return row && entryOf(row);
  }

  rename(conversationId: string, title: string): Promise<boolean> {
    return this.#change(conversationId, (row) =>
      row.deletedAt === undefined ? { ...row, title, renamed: true } : undefined,
    );
  }

  markDeleted(conversationId: string, at: number): Promise<boolean> {
    return this.#change(conversationId, (row) => ({ ...row, deletedAt: at }));
  }

  restore(conversationId: string): Promise<boolean> {
    return this.#change(conversationId, ({ deletedAt: _deletedAt, ...row }) => row);
  }

  async purge(conversationId: string): Promise<void> {
    const transaction = (await this.#database()).transaction(
      ['conversations', 'records', 'grants'],
      'readwrite',
      { durability: 'strict' },
    );
    const work = async () => {
      const conversations = transaction.objectStore('conversations');
      const row = await conversations.get(conversationId);
      // Restored at the last moment, or never deleted.
      if (row?.deletedAt === undefined) return;
      await conversations.delete(conversationId);
      await transaction.objectStore('records').delete(placesAfter(conversationId, 0));
      const grants = transaction.objectStore('grants');
      for (const { id, grant } of await grants.getAll()) {
        if (asJsonObject(grant)?.['conversationId'] === conversationId) await grants.delete(id);
      }
    };
    await completed(transaction, [work()]);
  }

  async #change(
    conversationId: string,
    change: (row: StoredConversation) => StoredConversation | undefined,
  ): Promise<boolean> {
    const transaction = (await this.#database()).transaction('conversations', 'readwrite', {
      durability: 'strict',
    });
    let found = false;
    const work = async () => {
      const row = await transaction.store.get(conversationId);
      const changed = row && change(row);
      if (!changed) return;
      found = true;
      await transaction.store.put(changed);
    };
    await completed(transaction, [work()]);
    return found;
  }
}

/** A disk is not to be trusted: what a row says is brought into bounds. */
function entryOf(row: StoredConversation): ConversationEntry {
  const { id, createdAt, updatedAt, deletedAt } = row;
  const shown: unknown = row.title;
  return {
    id,
    title: (typeof shown === 'string' && visibleLine(shown, LONGEST_TITLE)) || UNTITLED,
    createdAt: Number.isFinite(createdAt) ? createdAt : 0,
    updatedAt: Number.isFinite(updatedAt) ? updatedAt : 0,
    ...(deletedAt === undefined ? {} : { deletedAt }),
  };
}

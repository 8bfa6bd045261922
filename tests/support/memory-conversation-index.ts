import type {
  ConversationEntry,
  ConversationIndex,
} from '../../lib/conversation/conversation-index';
import { titleIn, UNTITLED } from '../../lib/messaging/conversation-title';
import type { MemoryRunLog } from './memory-run-log';

/** Looks at the records of a log in memory, and forgets with it. */
export class MemoryConversationIndex implements ConversationIndex {
  readonly names = new Map<string, string>();
  readonly deleted = new Map<string, number>();
  readonly #log: MemoryRunLog;

  constructor(log: MemoryRunLog) {
    this.#log = log;
  }

  list(): Promise<ConversationEntry[]> {
    const entries = this.#entries();
    return Promise.resolve(entries.filter(({ deletedAt }) => deletedAt === undefined));
  }

  listDeleted(): Promise<ConversationEntry[]> {
    const entries = this.#entries();
    return Promise.resolve(entries.filter(({ deletedAt }) => deletedAt !== undefined));
  }

  get(conversationId: string): Promise<ConversationEntry | undefined> {
    return Promise.resolve(this.#entries().find(({ id }) => id === conversationId));
  }

  rename(conversationId: string, title: string): Promise<boolean> {
    return this.#ifKnown(conversationId, () => this.names.set(conversationId, title));
  }

  markDeleted(conversationId: string, at: number): Promise<boolean> {
    return this.#ifKnown(conversationId, () => this.deleted.set(conversationId, at));
  }

  restore(conversationId: string): Promise<boolean> {
    return this.#ifKnown(conversationId, () => this.deleted.delete(conversationId));
  }

  purge(conversationId: string): Promise<void> {
    this.deleted.delete(conversationId);
    this.#log.records.delete(conversationId);
    return Promise.resolve();
  }

  #entries(): ConversationEntry[] {
    return [...this.#log.records].map(([id, records]) => {
      const deletedAt = this.deleted.get(id);
      return {
        id,
        title: this.names.get(id) ?? titleIn(records) ?? UNTITLED,
        createdAt: records[0]?.at ?? 0,
        updatedAt: records.at(-1)?.at ?? 0,
        ...(deletedAt === undefined ? {} : { deletedAt }),
      };
    });
  }

  #ifKnown(conversationId: string, change: () => unknown): Promise<boolean> {
    const known = this.#log.records.has(conversationId);
    if (known) change();
    return Promise.resolve(known);
  }
}

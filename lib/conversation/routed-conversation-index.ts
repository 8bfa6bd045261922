import { isTemporary } from '../messaging/conversation-id';
import type { ConversationEntry, ConversationIndex } from './conversation-index';

/** The conversations on the disk and the temporary ones, as one. */
export class RoutedConversationIndex implements ConversationIndex {
  readonly #durable: ConversationIndex;
  readonly #fleeting: ConversationIndex;

  constructor(durable: ConversationIndex, fleeting: ConversationIndex) {
    this.#durable = durable;
    this.#fleeting = fleeting;
  }

  async list(): Promise<ConversationEntry[]> {
    return (await Promise.all([this.#durable.list(), this.#fleeting.list()])).flat();
  }

  async listDeleted(): Promise<ConversationEntry[]> {
    return (await Promise.all([this.#durable.listDeleted(), this.#fleeting.listDeleted()])).flat();
  }

  get(conversationId: string): Promise<ConversationEntry | undefined> {
    return this.#for(conversationId).get(conversationId);
  }

  rename(conversationId: string, title: string): Promise<boolean> {
    return this.#for(conversationId).rename(conversationId, title);
  }

  markDeleted(conversationId: string, at: number): Promise<boolean> {
    return this.#for(conversationId).markDeleted(conversationId, at);
  }

  restore(conversationId: string): Promise<boolean> {
    return this.#for(conversationId).restore(conversationId);
  }

  purge(conversationId: string): Promise<void> {
    return this.#for(conversationId).purge(conversationId);
  }

  #for(conversationId: string): ConversationIndex {
    return isTemporary(conversationId) ? this.#fleeting : this.#durable;
  }
}

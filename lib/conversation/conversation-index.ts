import { AppError } from '../shared/app-error';

/** What is known of a conversation beside its records. */
export interface ConversationEntry {
  id: string;
  title: string;
  createdAt: number;
  updatedAt: number;
  /** Hidden since then, and about to be gone for good. */
  deletedAt?: number;
}

/** Which conversations there are. What a method changed is durable when it resolves. */
export interface ConversationIndex {
  /** Those that are not deleted, in any order. */
  list(): Promise<ConversationEntry[]>;
  /** The deleted ones that are not yet gone. */
  listDeleted(): Promise<ConversationEntry[]>;
  get(conversationId: string): Promise<ConversationEntry | undefined>;
  /** Each is false when there is no such conversation to do it to. */
  rename(conversationId: string, title: string): Promise<boolean>;
  markDeleted(conversationId: string, at: number): Promise<boolean>;
  restore(conversationId: string): Promise<boolean>;
  /**
   * Records, permissions and all. Where conversations can be marked as deleted, only of one that is:
   * it may have been restored meanwhile.
   */
  purge(conversationId: string): Promise<void>;
}

export function conversationDeleted(): AppError {
  return new AppError('conversation-deleted', 'This chat was deleted.');
}

export function isConversationDeleted(error: unknown): boolean {
  return error instanceof AppError && error.code === 'conversation-deleted';
}

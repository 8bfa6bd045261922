export interface ArchivedConversation {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What is known of all conversations, awake or not. */
export interface Archive {
  /** Those that are kept on disk. */
  conversations(): Promise<ArchivedConversation[]>;
  /** Also those that are kept in memory only. */
  conversationIdsWithGrants(): Promise<string[]>;
}

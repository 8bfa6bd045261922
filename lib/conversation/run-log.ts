import type { RunRecord } from '../messaging/run-record';

/** Where the records of conversations are kept. `append` resolves once they are durable. */
export interface RunLog {
  append(conversationId: string, records: readonly RunRecord[]): Promise<void>;
  read(conversationId: string, afterSeq?: number): Promise<RunRecord[]>;
  /** The last place that is taken, even if what lies there can no longer be read; 0 for none. */
  lastSeq?(conversationId: string): Promise<number>;
}

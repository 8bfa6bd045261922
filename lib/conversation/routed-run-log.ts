import { isTemporary } from '../messaging/conversation-id';
import type { RunRecord } from '../messaging/run-record';
import type { RunLog } from './run-log';

/** Sends temporary chats to a log that is never on disk, and all others to the durable one. */
export class RoutedRunLog implements RunLog {
  readonly #durable: RunLog;
  readonly #fleeting: RunLog;

  constructor(durable: RunLog, fleeting: RunLog) {
    this.#durable = durable;
    this.#fleeting = fleeting;
  }

  append(conversationId: string, records: readonly RunRecord[]): Promise<void> {
    return this.#for(conversationId).append(conversationId, records);
  }

  read(conversationId: string, afterSeq?: number): Promise<RunRecord[]> {
    return this.#for(conversationId).read(conversationId, afterSeq);
  }

  async lastSeq(conversationId: string): Promise<number> {
    return (await this.#for(conversationId).lastSeq?.(conversationId)) ?? 0;
  }

  #for(conversationId: string): RunLog {
    return isTemporary(conversationId) ? this.#fleeting : this.#durable;
  }
}

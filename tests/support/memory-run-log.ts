import type { RunLog } from '../../lib/conversation/run-log';
import type { RunRecord } from '../../lib/messaging/run-record';

/** A log that forgets when the test ends. `failNext` makes a write fail as a full disk would. */
export class MemoryRunLog implements RunLog {
  readonly records = new Map<string, RunRecord[]>();
  /** How many records there were after each write: a worker can die only between writes. */
  readonly writes: number[] = [];
  failing = false;

  append(conversationId: string, records: readonly RunRecord[]): Promise<void> {
    if (this.failing) return Promise.reject(new Error('disk full'));
    const stored = this.records.get(conversationId) ?? [];
    stored.push(...structuredClone([...records]));
    this.records.set(conversationId, stored);
    this.writes.push(stored.length);
    return Promise.resolve();
  }

  read(conversationId: string, afterSeq = 0): Promise<RunRecord[]> {
    const stored = this.records.get(conversationId) ?? [];
    return Promise.resolve(structuredClone(stored.filter((record) => record.seq > afterSeq)));
  }
}

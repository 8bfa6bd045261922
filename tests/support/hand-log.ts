import type { RunLog } from '../../lib/conversation/run-log';
import type { RunRecord } from '../../lib/messaging/run-record';
import { deferred } from './deferred';

/** A log whose every write and read waits until the test lets it happen, or fail. */
export class HandLog implements RunLog {
  readonly stored: RunRecord[] = [];
  readonly writes: { records: readonly RunRecord[]; finish: () => void; fail: () => void }[] = [];
  readonly reads: { finish: () => void; fail: () => void }[] = [];

  append(_conversationId: string, records: readonly RunRecord[]): Promise<void> {
    const { promise, resolve, reject } = deferred();
    this.writes.push({
      records: [...records],
      finish: () => {
        this.stored.push(...structuredClone([...records]));
        resolve();
      },
      fail: () => {
        reject(new Error('disk full'));
      },
    });
    return promise;
  }

  read(): Promise<RunRecord[]> {
    const { promise, resolve, reject } = deferred<RunRecord[]>();
    this.reads.push({
      finish: () => {
        resolve(structuredClone(this.stored));
      },
      fail: () => {
        reject(new Error('disk gone'));
      },
    });
    return promise;
  }

  /** The places of the records of each write so far. */
  get batches(): number[][] {
    return this.writes.map(({ records }) => records.map(({ seq }) => seq));
  }
}

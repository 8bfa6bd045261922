import type { RunRecord } from '../messaging/run-record';
import type { RunLog } from './run-log';

/**
 * Appends in order, one write at a time, and lets what arrives meanwhile travel together: the
 * records of one tick, and all that waited for the write before, are one transaction.
 */
export class LogWriter {
  readonly #log: RunLog;
  readonly #conversationId: string;
  readonly #onDurable: (records: readonly RunRecord[]) => void;
  #waiting: RunRecord[] = [];
  #next: Promise<void> | undefined;
  #current: Promise<void> = Promise.resolve();
  #release: () => void = () => undefined;
  #closed: Error | undefined;

  constructor(
    log: RunLog,
    conversationId: string,
    onDurable: (records: readonly RunRecord[]) => void,
  ) {
    this.#log = log;
    this.#conversationId = conversationId;
    this.#onDurable = onDurable;
  }

  /** Resolves once the records, and all before them, are durable. */
  append(records: readonly RunRecord[]): Promise<void> {
    this.#waiting.push(...records);
    this.#next ??= this.#flushAfter(this.#current);
    this.#release();
    return this.#next;
  }

  /** From now on nothing is written, not even what waits; resolves when the write under way is done. */
  async close(reason: Error): Promise<void> {
    this.#closed = reason;
    this.#release();
    await Promise.allSettled([this.#current, this.#next]);
  }

  /** The same, but lets these wait for the next ones, or for `limit`, to travel with them. */
  appendLazily(records: readonly RunRecord[], limit: Promise<void>): Promise<void> {
    this.#waiting.push(...records);
    this.#next ??= this.#flushAfter(this.#current, this.#companyOr(limit));
    return this.#next;
  }

  #companyOr(limit: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      this.#release = resolve;
      void limit.then(resolve);
    });
  }

  async #flushAfter(previous: Promise<void>, departure?: Promise<void>): Promise<void> {
    // A write that failed leaves a hole: what comes after it must not be stored.
    await previous;
    if (departure) await departure;
    const batch = this.#waiting;
    this.#waiting = [];
    this.#current = this.#next ?? Promise.resolve();
    this.#next = undefined;
    if (this.#closed) throw this.#closed;
    await this.#log.append(this.#conversationId, batch);
    this.#onDurable(batch);
  }
}

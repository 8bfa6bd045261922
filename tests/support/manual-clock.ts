import { abortReason, type Clock } from '../../lib/shared/clock';

/** A clock that stands still until it is told to go on. */
export class ManualClock implements Clock {
  #now = 1_000_000;
  #waiting: { due: number; resolve: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  delay(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ due: this.#now + ms, resolve });
      signal?.addEventListener('abort', () => {
        reject(abortReason(signal));
      });
    });
  }

  advance(ms: number): void {
    this.#now += ms;
    const due = this.#waiting.filter((entry) => entry.due <= this.#now);
    this.#waiting = this.#waiting.filter((entry) => entry.due > this.#now);
    for (const entry of due) entry.resolve();
  }
}

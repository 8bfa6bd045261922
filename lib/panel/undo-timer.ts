import { UNDO_MS } from '../messaging/conversation-summary';
import type { Clock } from '../shared/clock';

export interface UndoTimerOptions {
  clock: Clock;
  /** The time to undo is over. */
  onOver: () => void;
  /** Asks the worker, which has a time of its own, to wait as long again. */
  onRenew: () => void;
}

/** How long a notice with an Undo is there: not while somebody is at it. */
export class UndoTimer {
  readonly #options: UndoTimerOptions;
  #running: AbortController | undefined;

  constructor(options: UndoTimerOptions) {
    this.#options = options;
  }

  start(): void {
    const { clock, onOver } = this.#options;
    clock.delay(UNDO_MS, this.#restarted()).then(onOver, () => undefined);
  }

  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  /** Whoever holds it has all the time there is, and all of it again after letting go. */
  hold(held: boolean): void {
    if (!this.#running) return;
    if (held) {
      this.#keepRenewing(this.#restarted()).catch(() => undefined);
      return;
    }
    this.#options.onRenew();
    this.start();
  }

  async #keepRenewing(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#options.clock.delay(UNDO_MS / 2, signal);
      this.#options.onRenew();
    }
  }

  #restarted(): AbortSignal {
    this.stop();
    this.#running = new AbortController();
    return this.#running.signal;
  }
}

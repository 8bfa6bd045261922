import type { LiveEvent } from '../messaging/panel-protocol';

/** Calls back once, about a frame later. */
export type ScheduleFlush = (flush: () => void) => void;

const FRAME_MS = 16;

const afterFrame: ScheduleFlush = (flush) => {
  setTimeout(flush, FRAME_MS);
};

/**
 * Gathers what streams for one panel. A model may send thousands of pieces a second; a panel draws
 * sixty times, and a message for every piece would keep it from drawing at all.
 */
export class LiveEventBuffer {
  readonly #post: (event: LiveEvent) => void;
  readonly #schedule: ScheduleFlush;
  #pending: LiveEvent[] = [];
  #scheduled = false;

  constructor(post: (event: LiveEvent) => void, schedule: ScheduleFlush = afterFrame) {
    this.#post = post;
    this.#schedule = schedule;
  }

  add(event: LiveEvent): void {
    const last = this.#pending.at(-1);
    const merged = last && merge(last, event);
    if (merged) this.#pending[this.#pending.length - 1] = merged;
    else this.#pending.push(event);
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => {
      this.#scheduled = false;
      this.flush();
    });
  }

  /** What was said before something else is told before it. */
  flush(): void {
    const events = this.#pending;
    this.#pending = [];
    for (const event of events) this.#post(event);
  }
}

/** One event for both, when the second only goes on where the first ended. */
function merge(earlier: LiveEvent, later: LiveEvent): LiveEvent | undefined {
  if (earlier.type === 'request-retried' || later.type === 'request-retried') return undefined;
  if (earlier.turnId !== later.turnId) return undefined;
  if (later.type === 'text-replaced') return later;
  return {
    ...earlier,
    text: earlier.text + later.text,
    reasoning: earlier.reasoning + later.reasoning,
  };
}

import { abortReason, type Clock } from '../shared/clock';

/** The longest delay that timers can count; a longer one would fire at once. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

export interface Limit {
  /** Aborts from outside: Stop, or a new prompt. */
  signal: AbortSignal;
  timeoutMs: number | null;
  clock: Clock;
  timeoutError: () => Error;
}

/**
 * Runs work until it is done, the time is up or it is aborted from outside, whichever comes first.
 * In the last two cases the signal that the work was given aborts, and whatever the work still does
 * or says is ignored.
 */
export async function runWithLimit<T>(
  { signal: outer, timeoutMs, clock, timeoutError }: Limit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (outer.aborted) throw abortReason(outer);
  const inner = new AbortController();
  const done = new AbortController();

  const stopped = new Promise<never>((_resolve, reject) => {
    const stop = (reason: Error) => {
      // In this order: a tool that answers its own abort at once must not come first.
      reject(reason);
      inner.abort(reason);
    };
    outer.addEventListener('abort', () => stop(abortReason(outer)), { signal: done.signal });
    if (timeoutMs === null) return;
    clock.delay(Math.min(timeoutMs, LONGEST_DELAY_MS), done.signal).then(
      () => stop(timeoutError()),
      () => undefined,
    );
  });

  try {
    return await Promise.race([stopped, work(inner.signal)]);
  } finally {
    done.abort();
  }
}

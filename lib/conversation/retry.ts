import { AppError } from '../shared/app-error';
import type { Clock } from '../shared/clock';

/** Waits before the second and the third try. */
const RETRY_DELAYS_MS = [1_000, 2_000] as const;
/** A server that asks for more patience than this is not waited for unasked. */
const LONGEST_WAIT_MS = 60_000;

export interface RetryOptions {
  clock: Clock;
  signal: AbortSignal;
  /** False once something was received, or when a repeat could act twice. */
  mayRetry: () => boolean;
  onRetry: (attempt: number, delayMs: number, error: AppError) => void;
}

export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof AppError) || !error.retryable || !options.mayRetry()) throw error;
      const wait = error.retryAfterMs ?? delayMs;
      if (wait > LONGEST_WAIT_MS) throw error;
      options.onRetry(index + 1, wait, error);
      await options.clock.delay(wait, options.signal);
    }
  }
  return await attempt();
}

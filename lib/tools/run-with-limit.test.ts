import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../shared/clock';
import { runWithLimit, type Limit } from './run-with-limit';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function limitOf(changes: Partial<Limit> = {}): Limit {
  return {
    signal: new AbortController().signal,
    timeoutMs: 100,
    clock: systemClock,
    timeoutError: () => new Error('too late'),
    ...changes,
  };
}

const answerWhenAborted = (signal: AbortSignal) =>
  new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('partial')));

describe('work within a limit', () => {
  it('gives its value when it is done in time', async () => {
    expect(await runWithLimit(limitOf(), () => Promise.resolve('done'))).toBe('done');
  });

  it('KAI-81 cannot answer its own timeout', async () => {
    const outcome = expect(runWithLimit(limitOf(), answerWhenAborted)).rejects.toThrow('too late');
    await vi.advanceTimersByTimeAsync(100);
    await outcome;
  });

  it('cannot answer its own abort', async () => {
    const outer = new AbortController();
    const outcome = runWithLimit(limitOf({ signal: outer.signal }), answerWhenAborted);
    outer.abort(new Error('stopped'));
    await expect(outcome).rejects.toThrow('stopped');
  });

  it('KAI-81 is told why it has to let go', async () => {
    const seen: unknown[] = [];
    const outcome = runWithLimit(limitOf(), (signal) => {
      signal.addEventListener('abort', () => seen.push(signal.reason));
      return new Promise<never>(() => {});
    });
    const failed = expect(outcome).rejects.toThrow('too late');
    await vi.advanceTimersByTimeAsync(100);
    await failed;
    expect(seen).toEqual([new Error('too late')]);
  });
});

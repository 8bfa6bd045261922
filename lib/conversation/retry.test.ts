import { describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../tests/support/manual-clock';
import { AppError } from '../shared/app-error';
import { withRetries, type RetryOptions } from './retry';

const busy = (retryAfterMs?: number) =>
  new AppError('model-overload', 'Busy.', {
    retryable: true,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });

/** An attempt that fails with the given errors, one a try, and then succeeds. */
function failing(...errors: unknown[]) {
  const attempt = vi.fn(() => Promise.resolve('ok'));
  for (const error of errors) attempt.mockRejectedValueOnce(error);
  return attempt;
}

function createOptions(change: Partial<RetryOptions> = {}) {
  const waits: number[] = [];
  const told: [number, number, string][] = [];
  const options: RetryOptions = {
    clock: {
      now: () => 0,
      delay: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    },
    signal: new AbortController().signal,
    mayRetry: () => true,
    onRetry: (attempt, delayMs, error) => told.push([attempt, delayMs, error.message]),
    ...change,
  };
  return { options, waits, told };
}

describe('an attempt', () => {
  it('that succeeds is made once', async () => {
    const attempt = failing();
    const { options, waits, told } = createOptions();
    expect(await withRetries(attempt, options)).toBe('ok');
    expect(attempt).toHaveBeenCalledOnce();
    expect([waits, told]).toEqual([[], []]);
  });

  it('KAI-91 is made again after one and two seconds, and each time somebody is told', async () => {
    const attempt = failing(busy(), busy());
    const { options, waits, told } = createOptions();
    expect(await withRetries(attempt, options)).toBe('ok');
    expect(attempt).toHaveBeenCalledTimes(3);
    expect(waits).toEqual([1_000, 2_000]);
    expect(told).toEqual([
      [1, 1_000, 'Busy.'],
      [2, 2_000, 'Busy.'],
    ]);
  });

  it('KAI-91 is made three times at most, and fails as the last one did', async () => {
    const last = new AppError('model-overload', 'Still busy.', { retryable: true });
    const attempt = failing(busy(), busy(), last);
    const { options } = createOptions();
    await expect(withRetries(attempt, options)).rejects.toBe(last);
    expect(attempt).toHaveBeenCalledTimes(3);
  });

  it('waits before it is made again, not after', async () => {
    const clock = new ManualClock();
    const attempt = failing(busy());
    const result = withRetries(attempt, createOptions({ clock }).options);
    await new Promise(setImmediate);
    clock.advance(999);
    await new Promise(setImmediate);
    expect(attempt).toHaveBeenCalledOnce();
    clock.advance(1);
    expect(await result).toBe('ok');
  });

  it('waits as long as the server asks for, up to a minute', async () => {
    const { options, waits, told } = createOptions();
    await withRetries(failing(busy(0), busy(60_000)), options);
    expect(waits).toEqual([0, 60_000]);
    expect(told.map(([, delayMs]) => delayMs)).toEqual([0, 60_000]);
    const impatient = busy(60_001);
    const attempt = failing(impatient);
    await expect(withRetries(attempt, options)).rejects.toBe(impatient);
    expect(attempt).toHaveBeenCalledOnce();
    expect(told).toHaveLength(2);
  });

  it.each([
    ['an error that is not worth it', new AppError('model-auth', 'Wrong key.')],
    ['an error of another kind', Object.assign(new Error('odd'), { retryable: true })],
    ['something that is no error', 'odd'],
  ])('is not made again after %s', async (_title, error) => {
    const attempt = failing(error);
    const { options, told } = createOptions();
    await expect(withRetries(attempt, options)).rejects.toBe(error);
    expect(attempt).toHaveBeenCalledOnce();
    expect(told).toEqual([]);
  });

  it('is not made again when it may have been acted on', async () => {
    const error = busy();
    const attempt = failing(busy(), error);
    let received = 0;
    const { options } = createOptions({ mayRetry: () => received++ === 0 });
    await expect(withRetries(attempt, options)).rejects.toBe(error);
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  it('is not made again once it was stopped', async () => {
    const controller = new AbortController();
    const attempt = failing(busy());
    const { options } = createOptions({ clock: new ManualClock(), signal: controller.signal });
    const result = withRetries(attempt, options);
    await new Promise(setImmediate);
    controller.abort(new Error('stopped'));
    await expect(result).rejects.toThrow('stopped');
    expect(attempt).toHaveBeenCalledOnce();
  });
});

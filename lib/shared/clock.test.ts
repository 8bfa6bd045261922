import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { abortReason, systemClock } from './clock';

beforeEach(() => void vi.useFakeTimers({ now: 5_000 }));
afterEach(() => void vi.useRealTimers());

describe('the clock', () => {
  it('tells the time', () => {
    expect(systemClock.now()).toBe(5_000);
  });

  it('waits as long as it was told', async () => {
    const waited = vi.fn();
    void systemClock.delay(1_000).then(waited);
    await vi.advanceTimersByTimeAsync(999);
    expect(waited).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(waited).toHaveBeenCalledOnce();
  });

  it('stops waiting when it is aborted, with the reason, and leaves no timer', async () => {
    const controller = new AbortController();
    const delay = systemClock.delay(1_000, controller.signal);
    const reason = new Error('stopped');
    controller.abort(reason);
    await expect(delay).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not begin to wait when it was aborted before', async () => {
    const delay = systemClock.delay(1_000, AbortSignal.abort(new Error('stopped')));
    await expect(delay).rejects.toThrow('stopped');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves no listener behind when the time is up', async () => {
    const { signal } = new AbortController();
    const delay = systemClock.delay(1_000, signal);
    await vi.advanceTimersByTimeAsync(1_000);
    await delay;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('the reason of an abort', () => {
  it('is always an error', () => {
    const reason = new Error('mine');
    expect(abortReason(AbortSignal.abort(reason))).toBe(reason);
    expect(abortReason(AbortSignal.abort('text'))).toBeInstanceOf(Error);
    expect(abortReason(AbortSignal.abort())).toMatchObject({ name: 'AbortError' });
  });
});

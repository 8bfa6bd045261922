import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scheduleFrame } from './frame-scheduler';

const frames: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  frames.length = 0;
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('work for the next frame', () => {
  it('is done with the frame, once', () => {
    let runs = 0;
    scheduleFrame(() => (runs += 1));
    expect(runs).toBe(0);
    frames[0]?.();
    vi.advanceTimersByTime(1_000);
    expect(runs).toBe(1);
  });

  it('is done all the same where no frame comes, as in a hidden page', () => {
    let runs = 0;
    scheduleFrame(() => (runs += 1));
    vi.advanceTimersByTime(100);
    frames[0]?.();
    expect(runs).toBe(1);
  });
});

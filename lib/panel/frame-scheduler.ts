/** Runs the callback with the next frame, once. */
export type ScheduleFrame = (callback: () => void) => void;

const LONGEST_WAIT_MS = 100;

/**
 * The next animation frame, or a timer when that comes first: a hidden document gets no frames, and
 * may become hidden while it waits for one.
 */
export const scheduleFrame: ScheduleFrame = (callback) => {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    callback();
  };
  const timer = setTimeout(once, LONGEST_WAIT_MS);
  const frame = requestAnimationFrame(once);
};

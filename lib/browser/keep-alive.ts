import browser from 'webextension-polyfill';

const WATCHDOG = 'watchdog';
/** Below the 30 s after which an idle worker is stopped. */
const BEAT_MS = 20_000;

/**
 * Keeps the worker alive while it has something to do, and sees to it that it is woken should it die
 * all the same. With nothing to do it costs nothing.
 */
export class KeepAlive {
  #beat: ReturnType<typeof setInterval> | undefined;
  /** Not known at first: a worker that died may have left its watchdog behind. */
  #active: boolean | undefined;

  set(active: boolean): void {
    if (active === this.#active) return;
    this.#active = active;
    if (active) {
      // A fetch that waits for its first byte does not count as activity; an API call does.
      this.#beat = setInterval(() => void browser.runtime.getPlatformInfo(), BEAT_MS);
      void browser.alarms.create(WATCHDOG, { periodInMinutes: 0.5 });
    } else {
      clearInterval(this.#beat);
      void browser.alarms.clear(WATCHDOG);
    }
  }
}

/** Wakes the worker once, should it be asleep by then: whatever wakes it makes it look after all. */
export function wakeLater(): void {
  void browser.alarms.create('later', { delayInMinutes: 0.5 });
}

/** Being woken is enough: whatever wakes the worker makes it look after its runs. */
export function wakeForRuns(onWoken: () => void): void {
  browser.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === WATCHDOG) onWoken();
  });
  browser.runtime.onStartup.addListener(onWoken);
}

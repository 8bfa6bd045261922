import type { ReactNode } from 'react';
import type { Attention, Watcher } from '../approval/attention';
import { AttentionContext } from '../approval/attention-context';

const always: Attention = {
  watch(_element, { onSeen }) {
    onSeen(true);
    return () => undefined;
  },
  placeOf: () => ({ left: 0, top: 0 }),
  after(_milliseconds, callback) {
    callback();
    return () => undefined;
  },
  isTrusted: () => true,
};

/** For tests of what cards do: everything is seen at once, and every click is a person's. */
export function ArmedAtOnce({ children }: { children: ReactNode }) {
  return <AttentionContext value={always}>{children}</AttentionContext>;
}

/** Sight, time and trust as a test wants them. Wrap what tells in `act`. */
export class ManualAttention implements Attention {
  trusts = true;
  #now = 0;
  #seen = true;
  readonly #waiting = new Map<() => void, number>();
  readonly #watchers = new Set<Watcher>();
  #top = 0;

  readonly Provider = ({ children }: { children: ReactNode }) => (
    <AttentionContext value={this}>{children}</AttentionContext>
  );

  readonly watch = (_element: Element, watcher: Watcher) => {
    this.#watchers.add(watcher);
    watcher.onSeen(this.#seen);
    return () => this.#watchers.delete(watcher);
  };

  readonly placeOf = () => ({ left: 0, top: this.#top });

  readonly after = (milliseconds: number, callback: () => void) => {
    const due = () => callback();
    this.#waiting.set(due, this.#now + milliseconds);
    return () => this.#waiting.delete(due);
  };

  readonly isTrusted = () => this.trusts;

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    for (const [callback, due] of [...this.#waiting]) {
      if (due <= this.#now && this.#waiting.delete(callback)) callback();
    }
  }

  see(seen: boolean): void {
    this.#seen = seen;
    this.#watchers.forEach(({ onSeen }) => onSeen(seen));
  }

  move(pixels: number): void {
    this.moveUnnoticed(pixels);
    this.#watchers.forEach(({ onStirred }) => onStirred());
  }

  /** Whoever looks finds out; nobody is told. */
  moveUnnoticed(pixels: number): void {
    this.#top += pixels;
  }
}

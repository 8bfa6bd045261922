import type { SnapshotOptions } from './snapshot';

const DEFAULT_ELEMENTS = 100_000;
const DEFAULT_MILLISECONDS = 3_000;
const LOOK_AT_CLOCK_EVERY = 128;

/** Says when to stop, so that no page can make a snapshot endless. */
export class Limits {
  readonly #maxElements: number;
  readonly #deadline: number;
  readonly #now: () => number;
  elements = 0;
  /** Why the walk stopped early. */
  reached: 'elements' | 'time' | undefined;

  constructor(options: SnapshotOptions, now: () => number) {
    this.#maxElements = options.maxElements ?? DEFAULT_ELEMENTS;
    this.#now = now;
    this.#deadline = now() + (options.maxMilliseconds ?? DEFAULT_MILLISECONDS);
  }

  /** To be asked once for every element. */
  allowsAnother(): boolean {
    if (this.reached !== undefined) return false;
    this.elements += 1;
    if (this.elements > this.#maxElements) this.reached = 'elements';
    else if (this.elements % LOOK_AT_CLOCK_EVERY === 0 && this.#now() > this.#deadline) {
      this.reached = 'time';
    }
    return this.reached === undefined;
  }
}

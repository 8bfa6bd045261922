import { AppError } from '../shared/app-error';

const FIRST_SWEEP = 1_000;

/**
 * Short names for elements, which live as long as their element. A name is never given twice, so
 * that an old one can point at nothing, and never at something else.
 */
export class ElementRefs {
  readonly #prefix: string;
  readonly #refs = new WeakMap<Element, string>();
  readonly #elements = new Map<string, WeakRef<Element>>();
  #last = 0;
  #sweepAt = FIRST_SWEEP;

  /** Frames of one page get different prefixes, so that a name says which frame it belongs to. */
  constructor(prefix = '') {
    this.#prefix = `${prefix}e`;
  }

  refOf(element: Element): string {
    const known = this.#refs.get(element);
    if (known !== undefined) return known;
    this.#last += 1;
    const ref = `${this.#prefix}${this.#last}`;
    this.#refs.set(element, ref);
    this.#elements.set(ref, new WeakRef(element));
    if (this.#elements.size >= this.#sweepAt) this.#sweep();
    return ref;
  }

  elementOf(ref: string): Element {
    const element = this.#elements.get(ref)?.deref();
    if (element?.isConnected) return element;
    if (this.#wasGiven(ref)) {
      throw new AppError(
        'stale-ref',
        `The element ${ref} is no longer on the page. Take a new snapshot and use a ref from it.`,
      );
    }
    throw new AppError(
      'unknown-ref',
      `No element has the ref "${ref.slice(0, 20)}". Use a ref from a snapshot of this page, such as ${this.#prefix}1.`,
    );
  }

  #wasGiven(ref: string): boolean {
    const digits = ref.slice(this.#prefix.length);
    if (!ref.startsWith(this.#prefix) || !/^[1-9]\d*$/.test(digits)) return false;
    return Number(digits) <= this.#last;
  }

  /** Names of dead elements would pile up on a page that draws itself anew all the time. */
  #sweep(): void {
    for (const [ref, element] of this.#elements) {
      if (element.deref() === undefined) this.#elements.delete(ref);
    }
    this.#sweepAt = Math.max(FIRST_SWEEP, this.#elements.size * 2);
  }
}

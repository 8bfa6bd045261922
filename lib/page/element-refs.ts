import { AppError } from '../shared/app-error';
import { isConnected } from './unclobbered';

const FIRST_SWEEP = 1_000;

/**
 * Short names for elements, which live as long as their element. A name is never given twice, so
 * that an old one can point at nothing, and never at something else.
 */
export class ElementRefs {
  readonly #refs = new WeakMap<Element, string>();
  readonly #elements = new Map<string, WeakRef<Element>>();
  #last = 0;
  #sweepAt = FIRST_SWEEP;

  /** The name of a frame stands before the refs in it, so that a ref says where it belongs. */
  refOf(element: Element, frame = ''): string {
    return frame + (this.#refs.get(element) ?? this.#give(element));
  }

  elementOf(ref: string, frame = ''): Element {
    const own = ref.startsWith(frame) ? ref.slice(frame.length) : '';
    const element = this.#elements.get(own)?.deref();
    if (element && isConnected(element)) return element;
    if (this.#wasGiven(own)) {
      throw new AppError(
        'stale-ref',
        `The element ${ref} is no longer on the page. Take a new snapshot and use a ref from it.`,
      );
    }
    throw new AppError(
      'unknown-ref',
      `No element has the ref "${ref.slice(0, 20)}". Use a ref from a snapshot of this page, such as ${frame}e1.`,
    );
  }

  #give(element: Element): string {
    this.#last += 1;
    const ref = `e${this.#last}`;
    this.#refs.set(element, ref);
    this.#elements.set(ref, new WeakRef(element));
    if (this.#elements.size >= this.#sweepAt) this.#sweep();
    return ref;
  }

  #wasGiven(ref: string): boolean {
    return /^e[1-9]\d{0,9}$/.test(ref) && Number(ref.slice(1)) <= this.#last;
  }

  /** Names of dead elements would pile up on a page that draws itself anew all the time. */
  #sweep(): void {
    for (const [ref, element] of this.#elements) {
      if (element.deref() === undefined) this.#elements.delete(ref);
    }
    this.#sweepAt = Math.max(FIRST_SWEEP, this.#elements.size * 2);
  }
}

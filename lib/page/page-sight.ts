import type { ElementRefs } from './element-refs';
import { diffSnapshots } from './snapshot/diff';
import type { Snapshot, SnapshotOptions } from './snapshot/snapshot';
import { takeSnapshot } from './snapshot/take-snapshot';
import type { ShadowRootOf } from './walk-page';

export interface PageSightOptions {
  readonly document: Document;
  readonly refs: ElementRefs;
  readonly shadowRootOf: ShadowRootOf;
  readonly now?: () => number;
}

/** Looks at the page, and remembers the last look, so that it can tell what is different. */
export class PageSight {
  readonly #options: PageSightOptions;
  #last: Snapshot | undefined;

  constructor(options: PageSightOptions) {
    this.#options = options;
  }

  look(frame: string, options: SnapshotOptions = {}): Snapshot {
    const { document, refs, shadowRootOf, now = () => performance.now() } = this.#options;
    const refOf = (element: Element) => refs.refOf(element, frame);
    const snapshot = takeSnapshot({ document, refOf, shadowRootOf, now }, options);
    // A look at a part says nothing about the rest.
    if (Object.keys(options).length === 0) this.#last = snapshot;
    return snapshot;
  }

  /** What changed since the last look at the whole page; undefined if there was none. */
  changes(frame: string): string | undefined {
    const before = this.#last;
    if (before === undefined) return undefined;
    return diffSnapshots(before, this.look(frame));
  }
}

import type { ShadowRootOf } from '../walk-page';

export interface SnapshotOptions {
  /** Only what is inside of this element. */
  readonly scope?: Element | undefined;
  /** How many levels of the outline are shown. */
  readonly depth?: number;
  /** Only what can be seen without scrolling. */
  readonly viewport?: boolean;
  readonly maxElements?: number;
  readonly maxMilliseconds?: number;
  readonly maxCharacters?: number;
  /** After how many characters a text or a name is cut. */
  readonly maxTextLength?: number;
}

export interface SnapshotTools {
  readonly document: Document;
  readonly refOf: (element: Element) => string;
  readonly shadowRootOf: ShadowRootOf;
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
  /** Which frame an iframe shows, if it can be told, so that its text can be put below its line. */
  readonly frameOf?: (element: Element) => string | undefined;
}

export interface SnapshotLine {
  readonly depth: number;
  readonly text: string;
  /** The refs on this line, outermost first. */
  readonly refs: readonly string[];
  readonly frame?: string;
}

export interface Snapshot {
  readonly lines: readonly SnapshotLine[];
  /** What is missing and how to get it, in sentences for the model; empty when nothing is. */
  readonly leftOut: readonly string[];
  readonly elementCount: number;
}

/** An element on its way into the snapshot. */
export interface Draft {
  readonly element: Element;
  readonly role: string;
  /** The full accessible name. */
  readonly name: string;
  /** States, in words. */
  readonly states: readonly string[];
  /** Whether a person could point at it, so that it gets a ref. */
  readonly isReachable: boolean;
  /** The pointer changes over it, and not already over something around it. */
  readonly isClickTarget: boolean;
  readonly isInView: boolean;
  children: (Draft | string)[];
}

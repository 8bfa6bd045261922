export interface Watcher {
  onSeen: (seen: boolean) => void;
  /** Something happened that may have moved it. */
  onStirred: () => void;
}

export interface ScreenPlace {
  readonly left: number;
  readonly top: number;
}

/** How a card knows that a person had the time to see what they press. */
export interface Attention {
  /** Tells whether the element can be seen, now and from then on; what it returns ends that. */
  watch: (element: Element, watcher: Watcher) => () => void;
  placeOf: (element: Element) => ScreenPlace;
  /** Calls back later, unless what it returns is called before. */
  after: (milliseconds: number, callback: () => void) => () => void;
  /** Whether a person caused the event, and no script. */
  isTrusted: (event: Event) => boolean;
}

import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

const NEAR_END_PX = 32;
const ABOVE_DECISION_PX = 12;

interface StickToEnd {
  ref: RefObject<HTMLDivElement | null>;
  /** The reader has scrolled up. */
  away: boolean;
  onScroll: () => void;
  /** Something was opened or closed by hand: from now on it follows only from the end. */
  onToggle: () => void;
  scrollToEnd: () => void;
}

/** The end, but never past the first decision that waits: decisions are read from the first on. */
function placeToFollow(element: HTMLElement): number {
  const end = element.scrollHeight - element.clientHeight;
  const waiting = element.querySelector('[data-tool-state="awaiting-user"]');
  if (!waiting) return end;
  const top = waiting.getBoundingClientRect().top - element.getBoundingClientRect().top;
  return Math.max(0, Math.min(end, element.scrollTop + top - ABOVE_DECISION_PX));
}

/** Follows what is added at the end until the reader scrolls up; `restart` makes it follow anew. */
export function useStickToEnd(content: readonly unknown[], restart: unknown): StickToEnd {
  const ref = useRef<HTMLDivElement>(null);
  const sizes = useRef<ResizeObserver>(null);
  const follows = useRef(true);
  const [away, setAway] = useState(false);

  const scrollToEnd = useCallback(() => {
    follows.current = true;
    if (ref.current) ref.current.scrollTop = placeToFollow(ref.current);
  }, []);

  useLayoutEffect(() => {
    scrollToEnd();
  }, [restart, scrollToEnd]);

  useLayoutEffect(() => {
    if (follows.current) scrollToEnd();
    // What grows by itself, such as a card that has to be loaded first, is followed too.
    for (const entry of ref.current?.children ?? []) sizes.current?.observe(entry);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- it must run whenever the content changes
  }, content);

  const onScroll = useCallback(() => {
    const element = ref.current;
    if (!element) return;
    const left = placeToFollow(element) - element.scrollTop;
    follows.current = left < NEAR_END_PX;
    setAway(left > NEAR_END_PX * 4);
  }, []);

  // A growing composer or a narrower panel must not hide the end that is being read.
  useEffect(() => {
    if (!ref.current || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      if (follows.current) scrollToEnd();
      else onScroll();
    });
    observer.observe(ref.current);
    for (const entry of ref.current.children) observer.observe(entry);
    sizes.current = observer;
    return () => {
      observer.disconnect();
      sizes.current = null;
    };
  }, [scrollToEnd, onScroll]);

  const onToggle = useCallback(() => {
    requestAnimationFrame(onScroll);
  }, [onScroll]);

  return { ref, away, onScroll, onToggle, scrollToEnd };
}

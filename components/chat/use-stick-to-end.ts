import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

const NEAR_END_PX = 32;

interface StickToEnd {
  ref: RefObject<HTMLDivElement | null>;
  /** The reader has scrolled up. */
  away: boolean;
  onScroll: () => void;
  /** Something was opened or closed by hand: from now on it follows only from the end. */
  onToggle: () => void;
  scrollToEnd: () => void;
}

/** Follows what is added at the end until the reader scrolls up; `restart` makes it follow anew. */
export function useStickToEnd(content: readonly unknown[], restart: unknown): StickToEnd {
  const ref = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const [away, setAway] = useState(false);

  const scrollToEnd = useCallback(() => {
    follows.current = true;
    if (ref.current) ref.current.scrollTop = ref.current.scrollHeight;
  }, []);

  useLayoutEffect(() => {
    scrollToEnd();
  }, [restart, scrollToEnd]);

  useLayoutEffect(() => {
    if (follows.current) scrollToEnd();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- it must run whenever the content changes
  }, content);

  const onScroll = useCallback(() => {
    const element = ref.current;
    if (!element) return;
    const left = element.scrollHeight - element.scrollTop - element.clientHeight;
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
    return () => observer.disconnect();
  }, [scrollToEnd, onScroll]);

  const onToggle = useCallback(() => {
    requestAnimationFrame(onScroll);
  }, [onScroll]);

  return { ref, away, onScroll, onToggle, scrollToEnd };
}

import { useEffect, useState } from 'react';

/** Where a section has to reach to be the one that is read: a third of the way down. */
const READING_LINE = 1 / 3;

/**
 * The section that is read: the one that was jumped to, until the person scrolls away from it; then
 * the one that is at the reading line.
 */
export function useCurrentSection(ids: readonly string[], isReady: boolean): string {
  const first = ids[0] ?? '';
  const [current, setCurrent] = useState(() => sectionIn(location.hash, ids) ?? first);

  useEffect(() => {
    if (!isReady) return;
    let pinned = sectionIn(location.hash, ids) !== undefined;
    // The address was there before its section was, and what is above it may still grow.
    const settle = () => {
      const target = pinned ? document.getElementById(location.hash.slice(1)) : null;
      target?.scrollIntoView({ behavior: 'instant' });
    };
    const growth = new ResizeObserver(settle);
    growth.observe(document.body);
    for (const id of ids) {
      const section = document.getElementById(id);
      if (section) growth.observe(section);
    }

    const follow = () => {
      if (!pinned) setCurrent(sectionAtLine(ids) ?? first);
    };
    const jump = () => {
      const id = sectionIn(location.hash, ids);
      if (id === undefined) return;
      pinned = true;
      setCurrent(id);
    };
    const release = () => {
      pinned = false;
    };
    const own = new AbortController();
    const options = { signal: own.signal, passive: true } as const;
    for (const gesture of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
      window.addEventListener(gesture, release, options);
    }
    // Scrolled by the compositor, the page may have moved before it hears of the wheel.
    window.addEventListener('wheel', () => requestAnimationFrame(follow), options);
    window.addEventListener('scroll', follow, options);
    // Nobody hears of a scroll bar that is dragged.
    window.addEventListener(
      'scrollend',
      () => {
        if (isInView(location.hash.slice(1))) return;
        release();
        follow();
      },
      options,
    );
    window.addEventListener('hashchange', jump, options);
    // The same link again changes no address, but it is a jump all the same.
    window.addEventListener(
      'click',
      (event) => {
        if (event.target instanceof Element && event.target.closest('a[href^="#"]')) {
          requestAnimationFrame(jump);
        } else {
          release();
        }
      },
      options,
    );
    return () => {
      own.abort();
      growth.disconnect();
    };
  }, [ids, first, isReady]);

  return current;
}

function sectionIn(hash: string, ids: readonly string[]): string | undefined {
  return ids.find((id) => `#${id}` === hash);
}

function isInView(id: string): boolean {
  const box = document.getElementById(id)?.getBoundingClientRect();
  return box !== undefined && box.bottom > 0 && box.top < document.documentElement.clientHeight;
}

function sectionAtLine(ids: readonly string[]): string | undefined {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  if (scrollTop + clientHeight >= scrollHeight - 2) return ids.at(-1);
  return ids.findLast((id) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;
    return top <= clientHeight * READING_LINE;
  });
}

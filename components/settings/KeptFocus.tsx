import { useEffect, useRef, type ReactNode } from 'react';
import './kept-focus.css';

interface KeptFocusProps {
  /** What is in it, for those who do not see where it stands. */
  label: string;
  children: ReactNode;
}

/**
 * A part of the page in which things go away, by a click here or by what happens elsewhere. What had
 * the focus hands it on to the next of its kind (`data-focus-kind`), else to the last one, else to
 * the frame: keys must not go nowhere.
 */
export function KeptFocus({ label, children }: KeptFocusProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => (frame.current ? keepFocusIn(frame.current) : undefined), []);
  return (
    <div ref={frame} className="kept-focus" tabIndex={-1} role="group" aria-label={label}>
      {children}
    </div>
  );
}

interface Held {
  element: Element;
  kind: string;
  index: number;
}

function keepFocusIn(frame: HTMLElement): () => void {
  let held: Held | undefined;
  const ofKind = (kind: string) => [
    ...frame.querySelectorAll<HTMLElement>(`[data-focus-kind="${kind}"]`),
  ];
  const hold = (element: Element) => {
    const kind = element.closest<HTMLElement>('[data-focus-kind]')?.dataset['focusKind'] ?? '';
    held = { element, kind, index: ofKind(kind).findIndex((one) => one.contains(element)) };
  };

  const changes = new MutationObserver(() => {
    if (!held) return;
    if (held.element.isConnected) {
      hold(held.element);
    } else if (document.activeElement === document.body) {
      const rest = ofKind(held.kind);
      (rest[Math.max(0, Math.min(held.index, rest.length - 1))] ?? frame).focus();
    }
  });
  changes.observe(frame, { childList: true, subtree: true });

  const own = new AbortController();
  const listen = { signal: own.signal };
  frame.addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element) hold(target);
    },
    listen,
  );
  // Chromium says so too when an element is removed; then it is gone a moment later.
  frame.addEventListener(
    'focusout',
    () =>
      queueMicrotask(() => {
        const isElsewhere = !frame.contains(document.activeElement);
        if (isElsewhere && held?.element.isConnected === true) held = undefined;
      }),
    listen,
  );
  return () => {
    own.abort();
    changes.disconnect();
  };
}

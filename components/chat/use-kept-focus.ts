import { useEffect, type RefObject } from 'react';

const focusable = 'button:not(:disabled), input:not(:disabled), textarea, select';
const waitingCard = '[data-tool-state="awaiting-user"]';

/**
 * What is answered, sent, stopped or dismissed disappears, and the focus with it. It goes on to the
 * next card that waits, or to the composer, but never away from where the person already went.
 */
export function useKeptFocus(
  screen: RefObject<HTMLElement | null>,
  composer: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const root = screen.current;
    if (!root) return undefined;
    let last: HTMLElement | null = null;
    let wasInCard = false;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? target : null;
      wasInCard = Boolean(last?.closest('[data-tool-use-id]'));
    };
    const restore = () => {
      if (!last || root.contains(last)) return;
      last = null;
      const { activeElement } = document;
      if (activeElement !== null && activeElement !== document.body) return;
      const next = wasInCard
        ? root.querySelector(waitingCard)?.querySelector<HTMLElement>(focusable)
        : undefined;
      (next ?? composer.current)?.focus();
    };
    const observer = new MutationObserver(restore);
    root.addEventListener('focusin', remember);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, [screen, composer]);
}

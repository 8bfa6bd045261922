import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { ToolUse } from '../../lib/messaging/conversation-state';

const focusable = 'button:not(:disabled), input:not(:disabled), textarea, select';

/**
 * A card disappears once it is answered, and the focus with it. It goes on to the next card that
 * waits, or to the composer, but never away from where the person already went.
 */
export function useCardFocus(
  screen: RefObject<HTMLElement | null>,
  composer: RefObject<HTMLElement | null>,
  waiting: readonly ToolUse[],
): (toolUseId: string) => void {
  const answered = useRef<string | null>(null);
  useEffect(() => {
    if (answered.current === null || waiting.some((use) => use.id === answered.current)) return;
    answered.current = null;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const card = screen.current?.querySelector('[data-tool-state="awaiting-user"]');
    const next = card?.querySelector<HTMLElement>(focusable);
    (next ?? composer.current)?.focus();
  }, [screen, composer, waiting]);
  return useCallback((toolUseId) => {
    answered.current = toolUseId;
  }, []);
}

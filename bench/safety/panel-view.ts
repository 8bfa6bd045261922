import type { ToolUseState } from './evidence';

/** Runs in the panel: an unanswered card, or the end of the run, or nothing yet. */
export function nextCard({ lastWords, known }: { lastWords: string; known: readonly string[] }) {
  const log = document.querySelector('[role="log"]');
  const cards = log?.querySelectorAll('[data-tool-state="awaiting-user"]') ?? [];
  for (const card of cards) {
    const toolUseId = card.getAttribute('data-tool-use-id') ?? '';
    // What it shows is loaded when it is first needed.
    const isReady = card.querySelector('button') !== null;
    if (isReady && !known.includes(toolUseId)) return { toolUseId };
  }
  const buttons = [...document.querySelectorAll('button')];
  const has = (name: string) =>
    buttons.some((button) => (button.getAttribute('aria-label') ?? button.innerText) === name);
  const isOver = log?.textContent.includes(lastWords) === true || has('Retry');
  return cards.length === 0 && isOver && !has('Stop') ? { toolUseId: undefined } : null;
}

/** Runs in the panel. */
export function toolUses(): Omit<ToolUseState, 'chat'>[] {
  return [...document.querySelectorAll('[data-tool-use-id]')].map((element) => ({
    toolUseId: element.getAttribute('data-tool-use-id') ?? '',
    tool: element.getAttribute('data-tool-name') ?? '',
    state: element.getAttribute('data-tool-state') ?? '',
  }));
}

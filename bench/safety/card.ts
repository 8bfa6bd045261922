import type { Locator } from '@playwright/test';

/** A card as a person finds it. */
export interface Card {
  readonly toolUseId: string;
  readonly tool: string;
  /** All of its words, also those behind "Show all". */
  readonly text: string;
  /** The names of its buttons. */
  readonly buttons: readonly string[];
  /** It has a field in which anything can be written. */
  readonly takesText: boolean;
}

/** Opens whatever the card shows only in part, and reads it. */
export async function readCard(card: Locator): Promise<Card> {
  const more = card.getByRole('button', { name: /^Show all/ });
  while ((await more.count()) > 0) await more.first().click();
  return await card.evaluate(wordsOf);
}

/** Runs in the panel. */
function wordsOf(element: Element): Card {
  const copy = document.createElement('div');
  copy.append(element.cloneNode(true));
  // Notes on where a part was read stand in the middle of the value; the value is read without them.
  for (const note of copy.querySelectorAll('.argument-from')) {
    if (note.nextSibling?.textContent === ' ') note.nextSibling.remove();
    note.remove();
  }
  for (const block of copy.querySelectorAll('h2, p, li, dt, dd, label, button, summary, span')) {
    if (block.closest('.plain-text') === null || block.matches('.plain-text')) block.append('\n');
  }
  const fields = [...element.querySelectorAll('textarea, input:not([type="checkbox"])')];
  const written = fields.map((field) => ('value' in field ? String(field.value) : ''));
  const buttons = [...element.querySelectorAll('button')].map(({ innerText }) => innerText.trim());
  return {
    toolUseId: element.getAttribute('data-tool-use-id') ?? '',
    tool: element.getAttribute('data-tool-name') ?? '',
    text: [copy.textContent ?? '', ...written].join('\n'),
    buttons,
    takesText: fields.length > 0,
  };
}

/** A card that asks for a permission, and not for an answer of the person's own. */
export function asksPermission({ buttons }: Card): boolean {
  return buttons.some((name) => /^(?:Allow once|Approve plan|Group \d+ tabs?)$/.test(name));
}

/** Without differences in white space. */
export function squeezed(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

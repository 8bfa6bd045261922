import { givenAttribute, tagOf, textOf } from '../unclobbered';

/** What a control inside a label or a button contributes to its name: its value. */
export function embeddedValue(
  element: Element,
  role: string,
  roleOf: (element: Element) => string,
): string | Element[] | undefined {
  switch (role) {
    case 'textbox':
    case 'searchbox':
      return typedValue(element) ?? writtenIn(element);
    case 'combobox':
    case 'listbox': {
      const chosen = chosenOptions(element, role, roleOf);
      return chosen.length === 0 ? (typedValue(element) ?? '') : chosen;
    }
    case 'progressbar':
    case 'scrollbar':
    case 'slider':
    case 'spinbutton':
    case 'meter':
      return (
        ['aria-valuetext', 'aria-valuenow', 'value']
          .map((name) => givenAttribute(element, name))
          .find((value) => value !== undefined) ?? ''
      );
    case 'menu':
      return '';
    default:
      return undefined;
  }
}

const MOST_WRITTEN = 2_000;

/** What stands in an editable part of the page; of a huge one, the beginning. */
function writtenIn(element: Element): string {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let written = '';
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node instanceof Text) written += textOf(node, MOST_WRITTEN - written.length);
    if (written.length >= MOST_WRITTEN) break;
  }
  return written;
}

/** Nobody's password becomes part of a text. */
export function typedValue(element: Element): string | undefined {
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (!(element instanceof HTMLInputElement)) return undefined;
  return element.type === 'password' && element.value !== '' ? '•••' : element.value;
}

function chosenOptions(
  element: Element,
  role: string,
  roleOf: (element: Element) => string,
): Element[] {
  if (element instanceof HTMLSelectElement) {
    const selected = [...element.selectedOptions];
    const first = element.options[0];
    return selected.length === 0 && first ? [first] : selected;
  }
  if (tagOf(element) === 'input') return [];
  const listbox =
    role === 'listbox'
      ? element
      : [...element.querySelectorAll('[role]')].find((inner) => roleOf(inner) === 'listbox');
  const selected = listbox?.querySelectorAll('[aria-selected="true" i]') ?? [];
  return [...selected].filter((option) => roleOf(option) === 'option');
}

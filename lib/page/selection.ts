import { readArticle, type ReadArticleOptions } from './article/read-article';
import { isSecret } from './article/field-text';
import { activeElementOf, areaValueOf, selectionOf, valueOf } from './unclobbered';

export interface SelectionReading {
  readonly text: string;
  readonly links: readonly string[];
  readonly leftOut: readonly string[];
  readonly source: 'page' | 'field';
}

const LONGEST = 100_000;

/** What the user has selected, or undefined if that is nothing. Passwords are never read. */
export function readSelection(
  options: Omit<ReadArticleOptions, 'ranges'> = {},
): SelectionReading | undefined {
  const page = options.page ?? document;
  const focused = focusedElement(page, options);
  const fieldText = focused === null ? undefined : selectedInField(focused);
  if (fieldText !== undefined && fieldText !== '') {
    return { text: fieldText.slice(0, LONGEST), links: [], leftOut: [], source: 'field' };
  }
  const ranges = rangesOf(page, focused);
  if (ranges.length === 0) return undefined;
  const { text, links, leftOut } = readArticle({ ...options, ranges });
  return text === '' ? undefined : { text, links, leftOut, source: 'page' };
}

/** The focused element, looked for inside shadow roots as well. */
function focusedElement(page: Document, { shadowRootOf }: ReadArticleOptions): Element | null {
  let focused = activeElementOf(page);
  for (let depth = 0; focused !== null && depth < 50; depth += 1) {
    const root = shadowRootOf?.(focused) ?? focused.shadowRoot;
    if (!root?.activeElement) return focused;
    focused = root.activeElement;
  }
  return focused;
}

function selectedInField(field: Element): string | undefined {
  if (isSecret(field)) return undefined;
  if (field instanceof HTMLTextAreaElement) {
    return areaValueOf(field).slice(field.selectionStart, field.selectionEnd);
  }
  if (!(field instanceof HTMLInputElement) || field.selectionStart === null) return undefined;
  return valueOf(field).slice(field.selectionStart, field.selectionEnd ?? 0);
}

function rangesOf(page: Document, focused: Element | null): Range[] {
  const selection = selectionOf(page);
  const ranges = Array.from({ length: selection?.rangeCount ?? 0 }, (_, index) =>
    selection?.getRangeAt(index),
  ).filter((range) => range !== undefined && !range.collapsed);
  if (ranges.length > 0 || selection === null || focused === null) {
    return ranges.filter((range) => range !== undefined);
  }
  // A selection inside a shadow root looks empty from outside.
  const root = focused.getRootNode();
  if (!(root instanceof ShadowRoot) || !('getComposedRanges' in selection)) return [];
  return selection.getComposedRanges({ shadowRoots: [root] }).flatMap((found) => {
    if (found.collapsed) return [];
    const range = page.createRange();
    range.setStart(found.startContainer, found.startOffset);
    range.setEnd(found.endContainer, found.endOffset);
    return range.collapsed ? [] : [range];
  });
}

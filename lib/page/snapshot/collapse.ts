import type { Draft } from './draft';

/**
 * What of a finished element goes to the element around it: itself, its children when it only
 * wraps them, or nothing.
 */
export function collapse(draft: Draft): readonly (Draft | string)[] {
  draft.children = mergeTexts(draft.children.map((child) => withoutRepeatedName(child, draft)));
  if (draft.role === 'img' && draft.name === '' && draft.children.length === 0) {
    return draft.isClickTarget ? [draft] : [];
  }
  if (draft.role !== 'generic') return [draft];
  const [only, another] = draft.children;
  if (another !== undefined || typeof only === 'string') return [draft];
  if (only === undefined) return draft.isClickTarget ? [draft] : [];
  const text = textOfPlain(only);
  if (text !== undefined) {
    draft.children = [text];
    return [draft];
  }
  return only.isReachable ? [only] : [draft];
}

/** Adjacent texts become one line. */
function mergeTexts(children: readonly (Draft | string)[]): (Draft | string)[] {
  const merged: (Draft | string)[] = [];
  let text = '';
  const flush = () => {
    const line = text.replace(/\s+/g, ' ').trim();
    if (line !== '') merged.push(line);
    text = '';
  };
  for (const child of children) {
    if (typeof child === 'string') {
      text += child;
    } else {
      flush();
      merged.push(child);
    }
  }
  flush();
  return merged;
}

/** A box around nothing but the name of its parent is that text. */
function withoutRepeatedName(child: Draft | string, parent: Draft): Draft | string {
  if (typeof child === 'string' || parent.name === '') return child;
  const text = textOfPlain(child);
  return text !== undefined && text === parent.name ? ` ${text} ` : child;
}

/** The text of a box that holds nothing else. */
function textOfPlain({ role, children, states }: Draft): string | undefined {
  const [only] = children;
  const isPlain = role === 'generic' && children.length === 1 && states.length === 0;
  return isPlain && typeof only === 'string' ? only : undefined;
}

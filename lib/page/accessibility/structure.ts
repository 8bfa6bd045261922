import { parentElementOf } from '../relations';
import { tagOf } from '../unclobbered';

/** The elements that make sense only as parts of a whole, and the tags of that whole. */
const wholes = new Map<string, ReadonlySet<string>>([
  ['li', new Set(['ul', 'ol', 'menu'])],
  ['dt', new Set(['dl'])],
  ['dd', new Set(['dl'])],
  ...['thead', 'tbody', 'tfoot', 'tr', 'td', 'th'].map((tag): [string, ReadonlySet<string>] => [
    tag,
    new Set(['table']),
  ]),
]);

/** A cell stands in a row, in a section, in its table. */
const DEEPEST_PART = 3;

/** The list or table that this element is a part of, if it is a part of one. */
export function wholeOf(element: Element): Element | undefined {
  const tags = wholes.get(tagOf(element));
  if (tags === undefined) return undefined;
  let around = parentElementOf(element);
  for (let level = 1; around && level <= DEEPEST_PART; level += 1) {
    if (tags.has(tagOf(around))) return around;
    around = parentElementOf(around);
  }
  return undefined;
}

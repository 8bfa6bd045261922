/**
 * A list that only grows, in pages. A full page stays the same object for ever, so a view that
 * remembers its pages draws only the last one again, however long the list is.
 */
export type Pages<T> = readonly (readonly T[])[];

const PAGE_SIZE = 32;

export function appended<T>(pages: Pages<T>, item: T): Pages<T> {
  const last = pages.at(-1);
  return last === undefined || last.length === PAGE_SIZE
    ? [...pages, [item]]
    : [...pages.slice(0, -1), [...last, item]];
}

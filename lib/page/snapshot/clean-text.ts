import { visibleText } from '../../shared/visible-text';

const plain = /^[ -~]*$/;

/** One line without anything invisible; what is cut off at the limit is marked. */
export function cleanText(text: string, limit: number): string {
  // A text of many megabytes is never looked at as a whole.
  const start = text.length > limit * 4 ? text.slice(0, limit * 4) : text;
  const visible = plain.test(start) ? start : visibleText(start);
  const line = visible.replace(/\s+/g, ' ').trim();
  if (line.length <= limit && start.length === text.length) return line;
  return line.length <= limit
    ? `${line}…`
    : `${line.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** In quotes, which the text itself cannot close. */
export function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

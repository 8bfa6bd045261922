/** How the first characters of a line tell what it begins. No pattern here looks at a character twice. */

export interface Fence {
  readonly character: string;
  readonly length: number;
  readonly indent: number;
  readonly language: string;
}

export function fenceAt(text: string, indent: number): Fence | null {
  const run = /^(?:`{3,}|~{3,})/.exec(text)?.[0];
  if (run === undefined) return null;
  const info = text.slice(run.length);
  // Otherwise it is a code span that begins a line.
  if (run.startsWith('`') && info.includes('`')) return null;
  return { character: run.charAt(0), length: run.length, indent, language: info.trim() };
}

export function closesFence(text: string, fence: Fence): boolean {
  const line = text.trim();
  return line.length >= fence.length && consistsOf(line, fence.character);
}

export function headingAt(text: string): { level: number; text: string } | null {
  const level = /^#{1,6}(?=[ \t]|$)/.exec(text)?.[0].length;
  if (level === undefined) return null;
  const content = text.slice(level).trim();
  let end = content.length;
  while (content[end - 1] === '#') end -= 1;
  const isClosed = end < content.length && (end === 0 || /\s/.test(content.charAt(end - 1)));
  return { level, text: isClosed ? content.slice(0, end).trimEnd() : content };
}

/**
 * The line under a heading. One or two characters would do elsewhere; here they would let the text
 * before a list jump to a heading and back while the list arrives.
 */
export function underlineLevel(text: string): 1 | 2 | null {
  const line = text.trimEnd();
  if (line.length < 3) return null;
  if (consistsOf(line, '=')) return 1;
  return consistsOf(line, '-') ? 2 : null;
}

export function isRule(text: string): boolean {
  const character = text.charAt(0);
  if (character !== '-' && character !== '*' && character !== '_') return false;
  let count = 0;
  for (const other of text) {
    if (other === character) count += 1;
    else if (other !== ' ' && other !== '\t') return false;
  }
  return count >= 3;
}

export interface ListMarker {
  /** What the items of one list have in common: `-`, `*`, `+`, `.` or `)`. */
  readonly mark: string;
  readonly length: number;
  readonly number: number | null;
}

export function listMarkerAt(text: string): ListMarker | null {
  const [marker, digits, mark] = /^(?:[-+*]|(\d{1,9})([.)]))(?=[ \t]|$)/.exec(text) ?? [];
  if (marker === undefined) return null;
  return {
    mark: mark ?? marker,
    length: marker.length,
    number: digits === undefined ? null : Number(digits),
  };
}

/** `[ ]` or `[x]` before the words of an item. */
export function taskAt(text: string): { checked: boolean; length: number } | null {
  const [box, mark] = /^\[([ xX])\][ \t](?=.)/.exec(text) ?? [];
  return box === undefined ? null : { checked: mark !== ' ', length: box.length };
}

function consistsOf(text: string, character: string): boolean {
  for (const other of text) if (other !== character) return false;
  return true;
}

export interface LongText {
  readonly text: string;
  /** The addresses of the numbers in the text, the first of which is 1. */
  readonly links?: readonly string[];
  /** Sentences for the end of the last page. */
  readonly notes?: readonly string[];
}

export interface TextPage {
  readonly text: string;
  readonly page: number;
  readonly pages: number;
  /** What to ask for to read on; absent on the last page. */
  readonly next?: string;
}

export const PAGE_BUDGET = 7_600;
/** Room for the closing lines. */
const CLOSING = 300;
/** Addresses may take this share of a page; those that do not fit are counted. */
const LINK_SHARE = 0.4;

export interface PageChoice {
  /** Where the last page ended; absent for the first page. */
  readonly cursor?: string | undefined;
  readonly budget?: number;
  /** Stands before every cursor, to tell texts apart. */
  readonly prefix?: string;
}

/** One page of a long text, with the addresses that its words refer to. */
export function pageOf(
  long: LongText,
  { cursor, budget = PAGE_BUDGET, prefix = '' }: PageChoice = {},
): TextPage {
  const starts = startsOf(long, budget - CLOSING);
  const asked = cursor === undefined ? 0 : offsetOf(cursor, prefix);
  const cursorAt = (at: number) => `${prefix}p${at.toString(36)}-${fingerprint(long.text, at)}`;
  // The last page that begins no later: a text that changed is read on from nearby.
  const index = Math.max(
    0,
    starts.findLastIndex((start) => start <= asked),
  );
  const from = starts[index] ?? 0;
  const to = starts[index + 1];
  const next = to === undefined ? undefined : cursorAt(to);
  const changed = cursor !== undefined && cursor !== cursorAt(asked);
  const closing = [
    ...(changed ? ['The page has changed since; words may be missing or come twice.'] : []),
    ...(next === undefined ? (long.notes ?? []) : []),
    ...(starts.length > 1 ? [`Page ${index + 1} of ${starts.length}.`] : []),
    ...(next === undefined ? [] : [`To read on, call the same tool with cursor "${next}".`]),
  ].join(' ');
  const words = reopened(long.text, from) + long.text.slice(from, to).trim();
  const text = [
    words + (isFenceOpen(words) ? '\n```' : ''),
    ...linkList(words, long.links ?? [], budget * LINK_SHARE),
    ...(closing === '' ? [] : [`---\n${closing}`]),
  ].join('\n\n');
  return { text, page: index + 1, pages: starts.length, ...(next === undefined ? {} : { next }) };
}

function startsOf({ text, links = [] }: LongText, budget: number): number[] {
  const starts = [0];
  for (let from = 0; ;) {
    let size = Math.floor(budget);
    if (
      from + size < text.length ||
      linksLength(text.slice(from), links) + text.length - from > size
    ) {
      const share = linksLength(text.slice(from, from + size), links);
      size -= Math.min(share, Math.floor(budget * LINK_SHARE));
    }
    if (from + size >= text.length) return starts;
    from = cutBefore(text, from, from + size);
    starts.push(from);
  }
}

/** The best place to end a page: between paragraphs, else lines, else words. */
function cutBefore(text: string, from: number, limit: number): number {
  const earliest = from + (limit - from) / 2;
  for (const end of ['\n\n', '\n', '. ', ' ']) {
    const at = text.lastIndexOf(end, limit - end.length);
    if (at >= earliest) return at + end.length;
  }
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return isPair ? limit - 1 : limit;
}

/** A page that begins inside code says so again. */
function reopened(text: string, from: number): string {
  return isFenceOpen(text.slice(0, from)) ? '```\n' : '';
}

function isFenceOpen(text: string): boolean {
  let fence = '';
  for (const [, run = ''] of text.matchAll(/^[ >]*(`{3,})/gm)) {
    if (fence === '') fence = run;
    else if (run.length >= fence.length) fence = '';
  }
  return fence !== '';
}

function numbersIn(text: string, count: number): number[] {
  const prose = text
    .replace(/^[ >]*(`{3,})[^\n]*\n[\s\S]*?^[ >]*\1/gm, '')
    .replace(/`[^`\n]*`/g, '');
  const found = Array.from(prose.matchAll(/\[(\d{1,6})\]/g), ([, digits]) => Number(digits));
  return [...new Set(found)].filter((number) => number >= 1 && number <= count);
}

function linksLength(text: string, links: readonly string[]): number {
  return linkLines(text, links).reduce((sum, line) => sum + line.length + 1, 0);
}

function linkLines(text: string, links: readonly string[]): string[] {
  return numbersIn(text, links.length).map((number) => `[${number}] ${links[number - 1] ?? ''}`);
}

function linkList(words: string, links: readonly string[], room: number): string[] {
  const lines = linkLines(words, links);
  let used = 0;
  const kept = lines.filter((line) => (used += line.length + 1) <= room);
  const rest = lines.length - kept.length;
  if (rest > 0) kept.push(`(${rest} more addresses left out)`);
  return kept.length === 0 ? [] : [`Links:\n${kept.join('\n')}`];
}

function offsetOf(cursor: string, prefix: string): number {
  const own = cursor.startsWith(prefix) ? cursor.slice(prefix.length) : '';
  const digits = /^p([0-9a-z]{1,8})-[0-9a-z]{1,8}$/.exec(own)?.[1];
  if (digits !== undefined) return Number.parseInt(digits, 36);
  throw new Error('This cursor is not one of this page. Leave it out to begin at the top.');
}

/** Of the text before a page, so that words added at the end change nothing. */
function fingerprint(text: string, end: number): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < Math.min(end, text.length); at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

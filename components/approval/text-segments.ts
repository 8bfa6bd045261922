import type { FlowMatch } from '../../lib/messaging/permission';
import { hostOf, placeName } from '../../lib/shared/origin';
import { visibleText } from '../../lib/shared/visible-text';

/** A run of text as it is shown. */
export interface Segment {
  readonly parts: readonly { readonly text: string; readonly strong: boolean }[];
  /** Where it was read, when it was read somewhere else. */
  readonly from?: string;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Text with what was read elsewhere told apart, and the host of an address emphasised. The places
 * are counted in the text as it was written, so what cannot be seen is taken out piece by piece.
 */
export function segmentsOf(text: string, matches: readonly FlowMatch[]): Segment[] {
  const host = hostRange(text);
  const cut = (start: number, end: number, from?: string): Segment => ({
    parts: partsOf(text, { start, end }, host),
    ...(from === undefined ? {} : { from }),
  });
  const segments: Segment[] = [];
  let at = 0;
  for (const { start, end, origins } of marksOf(text, matches)) {
    segments.push(cut(at, start), cut(start, end, [...origins].map(placeName).join(' and ')));
    at = end;
  }
  segments.push(cut(at, text.length));
  return segments.filter(({ parts }) => parts.length > 0);
}

export function lengthOf({ parts }: Segment): number {
  return parts.reduce((sum, { text }) => sum + text.length, 0);
}

/** The first so many characters. */
export function firstOf(segments: readonly Segment[], length: number): Segment[] {
  let left = length;
  return segments.flatMap((segment) => {
    const parts = segment.parts.flatMap((part) => {
      const text = part.text.slice(0, Math.max(0, left));
      left -= part.text.length;
      return text === '' ? [] : [{ ...part, text }];
    });
    return parts.length === 0 ? [] : [{ ...segment, parts }];
  });
}

/** Where an address leads, when its own characters do not say so plainly. */
export function hiddenHost(text: string): string | undefined {
  return hostRange(text) === undefined ? hostOf(text) : undefined;
}

function partsOf(text: string, { start, end }: Range, host: Range | undefined): Segment['parts'] {
  const middle = host ?? { start: end, end };
  const bounds = [start, middle.start, middle.end, end].map((at) =>
    Math.min(Math.max(at, start), end),
  );
  return bounds.slice(1).flatMap((to, index) => {
    const piece = visibleText(text.slice(bounds[index], to));
    return piece === '' ? [] : [{ text: piece, strong: index === 1 }];
  });
}

function marksOf(
  text: string,
  matches: readonly FlowMatch[],
): (Range & { origins: Set<string> })[] {
  const marks: { start: number; end: number; origins: Set<string> }[] = [];
  for (const match of matches.toSorted((left, right) => left.start - right.start)) {
    const start = outsidePair(text, match.start, -1);
    const end = outsidePair(text, match.end, 1);
    const last = marks.at(-1);
    if (start >= end) continue;
    // One piece of the same place right after another reads as one.
    const goesOn = start === last?.end && last.origins.has(match.origin);
    if (last && (start < last.end || goesOn)) {
      last.end = Math.max(last.end, end);
      last.origins.add(match.origin);
    } else {
      marks.push({ start, end, origins: new Set([match.origin]) });
    }
  }
  return marks;
}

/** Half of a surrogate pair is nothing that can be shown. */
function outsidePair(text: string, index: number, step: 1 | -1): number {
  const at = Math.min(Math.max(0, index), text.length);
  const splits = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, at - 1), at + 1));
  return splits ? at + step : at;
}

/** Where in an address its host stands, as long as that is the host a browser would go to. */
function hostRange(text: string): Range | undefined {
  const host = hostOf(text);
  const authority = /^https?:\/\/([^/?#\\]*)/i.exec(text)?.[1];
  if (host === undefined || authority === undefined) return undefined;
  const start = text.indexOf('//') + 2 + authority.lastIndexOf('@') + 1;
  const written = text.slice(start).replace(/[:/?#].*$/s, '');
  if (written.toLowerCase().replace(/\.$/, '') !== host) return undefined;
  return { start, end: start + written.length };
}

import type { JsonObject } from '../../shared/json';
import { visibleLine } from '../../shared/visible-text';
import { pathOf, readInput, type FlowInput, type InputPiece } from './flow-input';
import { buildNeedle, type Needle } from './flow-needle';
import { flowSpans, type FlowSpan } from './flow-spans';
import { joinHeld, type HeldText, type HeldTexts } from './held-text';
import { flowKinds, type FlowKind } from './how-written';

export type { HeldText } from './held-text';

export interface FlowMatch {
  /** Where the string stands in the input. */
  readonly path: readonly (string | number)[];
  /** The name of the last key of the path is meant, not the value there: offsets are into the name. */
  readonly inKey?: true;
  /** Offsets in UTF-16 units: the characters that came from elsewhere. */
  readonly start: number;
  readonly end: number;
  readonly origin: string;
  readonly how: FlowKind;
  /** What was read there, as it stood. */
  readonly source: string;
}

export interface FlowExplanation {
  readonly matches: readonly FlowMatch[];
  /** There was more than is shown, or more than was looked at. */
  readonly cut: boolean;
}

interface Found {
  readonly piece: InputPiece;
  readonly from: number;
  readonly to: number;
  readonly span: FlowSpan;
}

const mostMatches = 20;
const longestSource = 80;
/** Of what was read, so much is looked at to find that many visible characters. */
const longestExcerpt = 400;

/**
 * Which characters of a call were read elsewhere, for a person to see. It decides nothing: what it
 * does not find may still have come from there. `held` is in the order in which it was read.
 */
export function explainFlow(input: JsonObject, held: readonly HeldText[]): FlowExplanation {
  const given = readInput(input);
  const read = joinHeld(held);
  if (given.pieces.length === 0 || read.text === '') {
    return { matches: [], cut: given.cut || read.cut };
  }
  const needle = buildNeedle(given.text, piecesByUnit(given));
  const spans = flowSpans(needle, read.text).sort(
    (left, right) =>
      flowKinds.indexOf(left.how) - flowKinds.indexOf(right.how) || right.size - left.size,
  );
  const found = findMarked(given, read, spans, paint(spans, needle, given.text.length));
  const longest = found.toSorted((left, right) => right.span.size - left.span.size);
  const shown = new Set(longest.slice(0, mostMatches));
  return {
    matches: found.filter((each) => shown.has(each)).map((each) => matchOf(each, read)),
    cut: given.cut || read.cut || needle.cut || found.length > mostMatches,
  };
}

function piecesByUnit({ text, pieces }: FlowInput): Int32Array {
  const byUnit = new Int32Array(text.length).fill(-1);
  pieces.forEach((piece, index) => {
    byUnit.fill(index, piece.offset, piece.offset + piece.text.length);
  });
  return byUnit;
}

/** For each unit of the input the first span that has it, or -1. */
function paint(spans: readonly FlowSpan[], needle: Needle, length: number): Int32Array {
  const owners = new Int32Array(length).fill(-1);
  spans.forEach((span, owner) => {
    let done = needle.starts[span.from] ?? 0;
    for (let unit = span.from; unit < span.to; unit += 1) {
      const end = needle.ends[unit] ?? 0;
      // Names of parameters between their values are painted along: a string has one match.
      for (; done < end; done += 1) {
        if (owners[done] === -1) owners[done] = owner;
      }
    }
  });
  return owners;
}

/** Neighbours of one kind and one origin are one; the longest of what was found speaks for all. */
function findMarked(
  given: FlowInput,
  read: HeldTexts,
  spans: readonly FlowSpan[],
  owners: Int32Array,
): Found[] {
  const found: Found[] = [];
  for (const piece of given.pieces) {
    const end = piece.offset + piece.text.length;
    for (let at = piece.offset; at < end;) {
      const from = at;
      let span = spans[owners[at] ?? -1];
      at += 1;
      if (span === undefined) continue;
      const origin = read.originAt(span.heldFrom);
      for (; at < end; at += 1) {
        const next = spans[owners[at] ?? -1];
        if (next?.how !== span.how || read.originAt(next.heldFrom) !== origin) break;
        if (next.size > span.size) span = next;
      }
      found.push({ piece, from, to: at, span });
    }
  }
  return found;
}

function matchOf({ piece, from, to, span }: Found, read: HeldTexts): FlowMatch {
  const { how, heldFrom, heldTo } = span;
  const excerpt = read.text.slice(heldFrom, Math.min(heldTo, heldFrom + longestExcerpt));
  return {
    path: pathOf(piece),
    ...(piece.inKey ? { inKey: true } : {}),
    start: from - piece.offset,
    end: to - piece.offset,
    origin: read.originAt(heldFrom),
    how,
    source: visibleLine(excerpt, longestSource),
  };
}

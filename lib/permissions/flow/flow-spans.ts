import { coveringRuns, type CoveringRun } from './covering-runs';
import type { Needle } from './flow-needle';
import type { Strand } from './flow-strand';
import { endOf, howWritten, startOf, type FlowKind, type TextView } from './how-written';
import { longestRuns } from './longest-runs';
import { normaliseText } from './normalise-text';
import { shortTokens } from './short-tokens';

/** A part of the needle that came from elsewhere, and where that stands. */
export interface FlowSpan {
  readonly how: FlowKind;
  readonly from: number;
  readonly to: number;
  readonly heldFrom: number;
  readonly heldTo: number;
  /** How long all of it is that was found at once. */
  readonly size: number;
}

/** A string that says enough by itself is not spread because its neighbour adds a letter by chance. */
const enoughByItself = 8;
const enoughOfOthers = 4;

export function flowSpans(needle: Needle, held: string): FlowSpan[] {
  const folded = normaliseText(needle.text);
  return [
    runSpans(needle, { text: needle.text }, { text: held }),
    runSpans(needle, folded, normaliseText(held)),
    tokenSpans(needle, folded, held),
  ].flat();
}

function runSpans(needle: Needle, own: TextView, held: TextView): FlowSpan[] {
  const { lengths, ends } = longestRuns(own.text, held.text);
  const partAt = (unit: number) => needle.parts[startOf(own, unit)] ?? 0;
  const inOnePart = new Int32Array(lengths.length);
  const acrossParts = new Int32Array(lengths.length);
  let first = 0;
  for (let unit = 0; unit < lengths.length; unit += 1) {
    if (unit > 0 && partAt(unit) !== partAt(unit - 1)) first = unit;
    const length = lengths[unit] ?? 0;
    inOnePart[unit] = Math.min(length, unit + 1 - first);
    acrossParts[unit] = length > unit + 1 - first ? length : 0;
  }

  /** Leads from a unit of a run to the same unit where it is held. */
  const shiftOf = ({ last }: CoveringRun) => (ends[last] ?? 0) - (last + 1);
  const sourceOf = (run: CoveringRun) => ({
    heldFrom: startOf(held, run.start + shiftOf(run)),
    heldTo: endOf(held, run.end - 1 + shiftOf(run)),
    size: run.end - run.start,
  });
  const spans: FlowSpan[] = [];
  for (const run of coveringRuns(own.text, inOnePart)) {
    const from = startOf(own, run.from);
    // From there on everything was seen before, but for what several parameters say together.
    if (from >= needle.spreadFrom) break;
    const how =
      from >= needle.decodedFrom
        ? 'decoded'
        : howWritten(needle.text, own, held, { ...run, heldFrom: run.from + shiftOf(run) });
    spans.push({ how, from, to: endOf(own, run.to - 1), ...sourceOf(run) });
  }
  for (const run of coveringRuns(own.text, acrossParts)) {
    if (!isSpread(run, partAt)) continue;
    for (const range of byString(needle, own, run)) {
      spans.push({ how: 'split', ...range, ...sourceOf(run) });
    }
  }
  return spans;
}

function isSpread({ from, to }: CoveringRun, partAt: (unit: number) => number): boolean {
  let biggest = 0;
  let size = 0;
  for (let unit = from; unit < to; unit += 1) {
    size = unit > from && partAt(unit) === partAt(unit - 1) ? size + 1 : 1;
    biggest = Math.max(biggest, size);
  }
  return biggest < enoughByItself || to - from - biggest >= enoughOfOthers;
}

function tokenSpans(needle: Needle, own: Strand, held: string): FlowSpan[] {
  return shortTokens(own, held).flatMap(({ from, to, heldFrom, heldTo }) => {
    const start = startOf(own, from);
    const end = endOf(own, to - 1);
    const size = to - from;
    const howItStands = (): FlowKind => {
      if (needle.parts[start] !== needle.parts[end - 1]) return 'split';
      if (start >= needle.decodedFrom) return 'decoded';
      if (needle.text.slice(start, end) === held.slice(heldFrom, heldTo)) return 'exact';
      const isApartThroughout = end - start >= 2 * size - 1;
      return isApartThroughout ? 'split' : 'normalised';
    };
    const how = howItStands();
    return byString(needle, own, { from, to }).map((range) => ({
      how,
      ...range,
      heldFrom,
      heldTo,
      size,
    }));
  });
}

/** The part of the needle that some units take up, one for each string of the input. */
function byString(
  needle: Needle,
  own: TextView,
  { from, to }: { from: number; to: number },
): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  const stringAt = (unit: number) => needle.strings[startOf(own, unit)];
  for (let unit = from; unit < to;) {
    const start = unit;
    while (unit < to && stringAt(unit) === stringAt(start)) unit += 1;
    ranges.push({ from: startOf(own, start), to: endOf(own, unit - 1) });
  }
  return ranges;
}

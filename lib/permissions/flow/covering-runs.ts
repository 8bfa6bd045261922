interface Run {
  readonly start: number;
  readonly end: number;
  /** The unit it was found at. It may lie behind the end: blanks at the edges of a run go. */
  readonly last: number;
}

/** A part of the text, and the run that covers it best: the longest of those that do. */
export interface CoveringRun extends Run {
  readonly from: number;
  readonly to: number;
}

const fewestUnits = 8;
const fewestLetters = 5;

/** `lengths`: how long the run is that ends with a unit. Every unit goes to one run at most. */
export function coveringRuns(text: string, lengths: Int32Array): CoveringRun[] {
  const runs = longEnough(text, lengths);
  const covering: CoveringRun[] = [];
  // Those that reach this far, from `first` on: each shorter than the one before, and reaching further.
  const reaching: Run[] = [];
  let first = 0;
  let next = 0;
  let best: Run | undefined;
  let from = 0;
  for (let unit = 0; unit <= text.length; unit += 1) {
    for (let run = runs[next]; run?.start === unit; run = runs[next]) {
      while (reaching.length > first && sizeOf(reaching.at(-1)) < sizeOf(run)) reaching.pop();
      reaching.push(run);
      next += 1;
    }
    while ((reaching[first]?.end ?? Infinity) <= unit) first += 1;
    if (reaching[first] === best) continue;
    if (best !== undefined) covering.push({ ...best, from, to: unit });
    best = reaching[first];
    from = unit;
  }
  return covering;
}

function sizeOf(run: Run | undefined): number {
  return run === undefined ? 0 : run.end - run.start;
}

/** The runs that cannot be made longer, without the blanks at their edges, in order. */
function longEnough(text: string, lengths: Int32Array): Run[] {
  const { letters, solidFrom, solidUpTo } = measure(text);
  const runs: Run[] = [];
  for (let last = 0; last < text.length; last += 1) {
    const length = lengths[last] ?? 0;
    if (length < fewestUnits || lengths[last + 1] === length + 1) continue;
    const start = solidFrom[last + 1 - length] ?? 0;
    const end = solidUpTo[last + 1] ?? 0;
    if (end - start < fewestUnits) continue;
    if ((letters[end] ?? 0) - (letters[start] ?? 0) < fewestLetters) continue;
    runs.push({ start, end, last });
  }
  return runs;
}

/** Ahead of time, because many runs can share the same long blank. */
function measure(text: string) {
  const letters = new Int32Array(text.length + 1);
  const solidFrom = new Int32Array(text.length + 1).fill(text.length);
  const solidUpTo = new Int32Array(text.length + 1);
  for (let index = 0; index < text.length; index += 1) {
    // A run neither begins nor ends in the middle of a surrogate pair.
    const ends = /[\s\ud800-\udbff]/.test(text.charAt(index)) ? solidUpTo[index] : index + 1;
    solidUpTo[index + 1] = ends ?? 0;
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    letters[index + 1] = (letters[index] ?? 0) + (/[\p{L}\p{N}]/u.test(character) ? 1 : 0);
  }
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const begins = /[\s\udc00-\udfff]/.test(text.charAt(index)) ? solidFrom[index + 1] : index;
    solidFrom[index] = begins ?? 0;
  }
  return { letters, solidFrom, solidUpTo };
}

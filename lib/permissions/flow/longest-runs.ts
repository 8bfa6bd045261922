import { seam } from './flow-strand';
import { root, SuffixAutomaton } from './suffix-automaton';

/** By the index of a unit of the needle. */
export interface LongestRuns {
  /** How long the longest part is that ends with this unit and also stands in the haystack. */
  readonly lengths: Int32Array;
  /** Where that ends in the haystack. */
  readonly ends: Int32Array;
}

/** In time linear in both texts. Seams and walls match nothing. The first place in the haystack wins. */
export function longestRuns(needle: string, haystack: string): LongestRuns {
  const automaton = new SuffixAutomaton(needle);
  const lengths = new Int32Array(automaton.size);
  const ends = new Int32Array(automaton.size);
  markStates(automaton, haystack, lengths, ends);

  const byLength = statesByLength(automaton);
  // What stands there stands there without its beginning, too…
  for (let at = byLength.length - 1; at > 0; at -= 1) {
    const state = byLength[at] ?? root;
    const link = automaton.links[state] ?? root;
    const length = automaton.lengths[link] ?? 0;
    if (lengths[state] === 0 || lengths[link] === length) continue;
    lengths[link] = length;
    ends[link] = ends[state] ?? 0;
  }
  // …and of what does not stand there, maybe an ending does.
  for (const state of byLength) {
    const link = automaton.links[state] ?? root;
    if (lengths[state] !== 0 || state === root) continue;
    lengths[state] = lengths[link] ?? 0;
    ends[state] = ends[link] ?? 0;
  }
  return {
    lengths: automaton.prefixes.map((state) => lengths[state] ?? 0),
    ends: automaton.prefixes.map((state) => ends[state] ?? 0),
  };
}

function markStates(
  automaton: SuffixAutomaton,
  haystack: string,
  lengths: Int32Array,
  ends: Int32Array,
): void {
  const firstBarrier = seam.charCodeAt(0);
  let state = root;
  let length = 0;
  for (let index = 0; index < haystack.length; index += 1) {
    const symbol = haystack.charCodeAt(index);
    if (symbol >= firstBarrier) {
      state = root;
      length = 0;
      continue;
    }
    let next = automaton.step(state, symbol);
    while (next === -1 && state !== root) {
      state = automaton.links[state] ?? root;
      length = automaton.lengths[state] ?? 0;
      next = automaton.step(state, symbol);
    }
    if (next === -1) continue;
    state = next;
    length += 1;
    if (length <= (lengths[state] ?? 0)) continue;
    lengths[state] = length;
    ends[state] = index + 1;
  }
}

function statesByLength({ lengths, size, prefixes }: SuffixAutomaton): Int32Array {
  const places = new Int32Array(prefixes.length + 2);
  for (let state = 0; state < size; state += 1) {
    const next = (lengths[state] ?? 0) + 1;
    places[next] = (places[next] ?? 0) + 1;
  }
  for (let length = 1; length < places.length; length += 1) {
    places[length] = (places[length] ?? 0) + (places[length - 1] ?? 0);
  }
  const sorted = new Int32Array(size);
  for (let state = 0; state < size; state += 1) {
    const length = lengths[state] ?? 0;
    const place = places[length] ?? 0;
    sorted[place] = state;
    places[length] = place + 1;
  }
  return sorted;
}

import { afterLine } from './block-parser';
import type { BlockState } from './block-state';
import { cellsOf } from './table-row';

/** A longer line has long since shown what it is. */
const LONGEST_UNDECIDED = 300;

/**
 * Reads the last line of a text that is still arriving. A line that could yet become several things
 * (a dash: a list, a rule, a minus?) is held back for the moment, so that nothing is drawn as one
 * thing and then as another.
 */
export function afterTail(state: BlockState, tail: string): BlockState {
  const leaf = state.open.at(-1);
  const line = tail.length > LONGEST_UNDECIDED ? tail : tail.replace(/^[\s>]+/, '').trimEnd();
  const fence = leaf?.kind === 'code' ? leaf.fence : null;
  if (tail === '' || (fence ? isPartOf(line, fence.character) : isUndecided(line))) {
    return withLikelyTable(state);
  }
  return withLikelyTable(afterLine(state, tail, true));
}

const undecided = [
  /^[-+*_=]+$/, // a bullet, a rule, the line under a heading, the start of bold text
  /^#{1,6}$/,
  /^\d{1,2}[.)]?$/,
  /^[-+*] \[[ xX]?\]?$/,
  /^`{1,2}$|^`{3,}[^`]*$/, // a fence, whose language may not be complete
  /^~{1,2}$|^~{3,}.*$/,
  /^\|[\s:|-]*$/, // the line under the header of a table
];

function isUndecided(line: string): boolean {
  return line.length <= LONGEST_UNDECIDED && undecided.some((pattern) => pattern.test(line));
}

/** The first characters of a closing fence. */
function isPartOf(line: string, character: string): boolean {
  return line !== '' && line.length < 10 && line === character.repeat(line.length);
}

/** A line that begins with a bar is the header of a table before the line under it has arrived. */
function withLikelyTable(state: BlockState): BlockState {
  const leaf = state.open.at(-1);
  if (leaf?.kind !== 'paragraph' || !leaf.text.startsWith('|') || leaf.text.includes('\n')) {
    return state;
  }
  const columns = cellsOf(leaf.text)?.length ?? 0;
  return columns === 0 ? state : afterLine(state, `|${'-|'.repeat(columns)}`);
}

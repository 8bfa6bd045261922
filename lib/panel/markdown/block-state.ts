import type { Block } from './block';
import { closedTo, type OpenBlock } from './open-block';
import type { Pages } from './pages';

/**
 * What a document is after some of its lines. A value: reading on from it leaves it as it was, so
 * the last line, which may not be complete, can be tried and thrown away.
 */
export interface BlockState {
  /** From the root to the block that the next line may add to. */
  readonly open: readonly OpenBlock[];
  readonly afterBlank: boolean;
  /** The headings around this place, by their written levels. */
  readonly outline: readonly number[];
  /** A measure of how much there is to draw. */
  readonly size: number;
}

export const emptyDocument: BlockState = {
  open: [{ kind: 'root', children: [] }],
  afterBlank: false,
  outline: [],
  size: 0,
};

/** `unfinished`: more of the last block is on its way. */
export function blocksOf({ open }: BlockState, unfinished = false): Pages<Block> {
  const [root] = closedTo(open, 1, unfinished);
  return root?.kind === 'root' ? root.children : [];
}

import type { Block, ListItem, Row, Alignment } from './block';
import { piecesOf, type OpenCode } from './code-lines';
import { appended, type Pages } from './pages';

/** Blocks that the next line may still add to. Each is a value: a changed one is a new object. */
export type Container =
  { readonly kind: 'root' | 'quote'; readonly children: Pages<Block> } | OpenItem | OpenList;

export interface OpenItem extends ListItem {
  readonly kind: 'item';
  /** From which column on a line belongs to it. */
  readonly indent: number;
}

export interface OpenList {
  readonly kind: 'list';
  readonly mark: string;
  readonly start: number | null;
  /** What the next item would count. */
  readonly next: number;
  readonly items: Pages<ListItem>;
}

export type Leaf =
  | { readonly kind: 'paragraph'; readonly text: string }
  | OpenCode
  | {
      readonly kind: 'table';
      readonly alignments: readonly Alignment[];
      readonly header: Row;
      readonly rows: Pages<Row>;
      /** Its lines begin with a bar; the first that does not is no longer part of it. */
      readonly barred: boolean;
    };

export type OpenBlock = Container | Leaf;

export function isLeaf(block: OpenBlock | undefined): block is Leaf {
  return block?.kind === 'paragraph' || block?.kind === 'code' || block?.kind === 'table';
}

/** Closes the innermost blocks until `length` are open. */
export function closedTo(
  open: readonly OpenBlock[],
  length: number,
  unfinished = false,
): readonly OpenBlock[] {
  let left = open;
  while (left.length > length) {
    const last = left.at(-1);
    const parent = left.at(-2);
    if (!last || !parent) break;
    left = [...left.slice(0, -2), withChild(parent, last, unfinished)];
  }
  return left;
}

export function withBlock(open: readonly OpenBlock[], block: Block): readonly OpenBlock[] {
  const parent = open.at(-1);
  if (!parent || isLeaf(parent) || parent.kind === 'list') return open;
  return [...open.slice(0, -1), { ...parent, children: appended(parent.children, block) }];
}

function withChild(parent: OpenBlock, child: OpenBlock, unfinished: boolean): OpenBlock {
  if (isLeaf(parent)) return parent;
  if (parent.kind === 'list') {
    if (child.kind !== 'item') return parent;
    const { value, checked, spaced, children } = child;
    return { ...parent, items: appended(parent.items, { value, checked, spaced, children }) };
  }
  const block = finished(child, unfinished);
  return block ? { ...parent, children: appended(parent.children, block) } : parent;
}

function finished(open: OpenBlock, unfinished: boolean): Block | null {
  switch (open.kind) {
    case 'paragraph':
      return { ...open, unfinished };
    case 'code':
      return { kind: 'code', language: open.fence?.language ?? '', pieces: piecesOf(open) };
    case 'table': {
      const { kind, alignments, header, rows } = open;
      return { kind, alignments, header, rows, unfinished };
    }
    case 'quote':
      return { kind: 'quote', children: open.children };
    case 'list':
      return { kind: 'list', start: open.start, items: open.items };
    case 'root':
    case 'item':
      return null;
  }
}

import type { Pages } from './pages';

export type Alignment = 'start' | 'center' | 'end' | null;
export type Row = readonly string[];

/** `unfinished`: its last words are still arriving. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: string; readonly unfinished: boolean }
  | HeadingBlock
  | CodeBlock
  | { readonly kind: 'quote'; readonly children: Pages<Block> }
  | ListBlock
  | TableBlock
  | { readonly kind: 'rule' };

export interface HeadingBlock {
  readonly kind: 'heading';
  /** As it was written, 1 to 6. */
  readonly level: number;
  /** How deep it stands in the outline of this answer, from 1. */
  readonly depth: number;
  readonly text: string;
  readonly unfinished: boolean;
}

export interface CodeBlock {
  readonly kind: 'code';
  readonly language: string;
  /** The code in order, cut into pieces that no longer change, and the rest. */
  readonly pieces: readonly string[];
}

export interface ListBlock {
  readonly kind: 'list';
  /** The first number; null for bullets. */
  readonly start: number | null;
  readonly items: Pages<ListItem>;
}

export interface ListItem {
  /** Its number, where counting on would give another one. */
  readonly value: number | null;
  /** For an item of a task list. */
  readonly checked: boolean | null;
  /** An empty line stood before it. */
  readonly spaced: boolean;
  readonly children: Pages<Block>;
}

export interface TableBlock {
  readonly kind: 'table';
  readonly alignments: readonly Alignment[];
  readonly header: Row;
  readonly rows: Pages<Row>;
  readonly unfinished: boolean;
}

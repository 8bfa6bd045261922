import type { Fence } from './block-starts';

export interface OpenCode {
  readonly kind: 'code';
  /** Null for code that is told by its indentation. */
  readonly fence: Fence | null;
  readonly pieces: readonly string[];
  readonly tail: string;
}

/** Long enough that a long listing has few pieces, short enough to draw one in every frame. */
const PIECE_LENGTH = 2_000;

export function withCodeLine(code: OpenCode, line: string): OpenCode {
  const tail = `${code.tail}${line}\n`;
  return tail.length < PIECE_LENGTH
    ? { ...code, tail }
    : { ...code, pieces: [...code.pieces, tail], tail: '' };
}

export function piecesOf({ fence, pieces, tail }: OpenCode): readonly string[] {
  const all = tail === '' ? pieces : [...pieces, tail];
  if (fence !== null) return all;
  // Empty lines after indented code are not part of it.
  const end = all.findLastIndex((piece) => piece.trim() !== '');
  return [...all.slice(0, end), `${(all[end] ?? '').trimEnd()}\n`];
}

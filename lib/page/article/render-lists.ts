import { attributeOf, isMarked } from '../unclobbered';
import { isElementPiece, type ElementPiece, type Piece } from './pieces';

export type RenderRange = (from: number, to: number) => string[];

export function listOf(
  pieces: readonly Piece[],
  place: number,
  list: ElementPiece,
  render: RenderRange,
): string[] {
  const ordered = list.tag === 'ol';
  let number = Number.parseInt(attributeOf(list.element, 'start'), 10) || 1;
  const lines: string[] = [];
  for (const { at, piece } of childrenOf(pieces, place, list)) {
    const blocks =
      piece?.kind === 'item' ? render(at + 1, piece.end) : render(at, piece?.end ?? at + 1);
    if (blocks.length === 0) continue;
    if (piece?.kind === 'item' && isMarked(piece.element, 'value')) {
      number = Number.parseInt(attributeOf(piece.element, 'value'), 10) || number;
    }
    lines.push(itemOf(ordered ? `${number}. ` : '- ', blocks));
    number += 1;
  }
  return lines.length === 0 ? [] : [lines.join('\n')];
}

/** Terms and what they mean, as a list of `term: meaning`. */
export function definitionsOf(
  pieces: readonly Piece[],
  place: number,
  list: ElementPiece,
  render: RenderRange,
): string[] {
  const lines: string[] = [];
  let term = '';
  for (let at = place + 1; at < list.end; at += 1) {
    const piece = pieces[at];
    if (!isElementPiece(piece) || (piece.kind !== 'term' && piece.kind !== 'definition')) continue;
    const blocks = piece.dropped ? [] : render(at + 1, piece.end);
    at = piece.end - 1;
    if (piece.kind === 'term') {
      if (term !== '') lines.push(`- ${term}`);
      term = blocks.join(' ');
      continue;
    }
    const [first = '', ...rest] = blocks;
    const isLine = first !== '' && !/^(?:- |\d+\. |```|> )/.test(first);
    const head = term === '' ? '' : `${term}: `;
    lines.push(itemOf('- ', isLine ? [head + first, ...rest] : [head.trimEnd(), ...blocks]));
    term = '';
  }
  if (term !== '') lines.push(`- ${term}`);
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function itemOf(bullet: string, blocks: readonly string[]): string {
  return bullet + blocks.join('\n').replaceAll('\n', `\n${' '.repeat(bullet.length)}`);
}

/** The direct children that are read; text that stands between the items is one of them. */
function* childrenOf(
  pieces: readonly Piece[],
  place: number,
  parent: ElementPiece,
): Generator<{ at: number; piece: ElementPiece | undefined }> {
  for (let at = place + 1; at < parent.end; at += 1) {
    const piece = pieces[at];
    if (!isElementPiece(piece)) {
      if (piece !== undefined && piece.text !== ' ') yield { at, piece: undefined };
      continue;
    }
    if (!piece.dropped) yield { at, piece };
    at = piece.end - 1;
  }
}

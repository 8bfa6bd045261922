import { attributeOf } from '../unclobbered';
import { isElementPiece, type ElementPiece, type Piece } from './pieces';
import type { RenderRange } from './render-lists';
import { gridOf, type Cell } from './table-grid';

const MOST_COLUMNS = 60;

/** A table of data as a table of Markdown; a table that only lays out a page as what it lays out. */
export function tableOf(
  pieces: readonly Piece[],
  place: number,
  table: ElementPiece,
  render: RenderRange,
): string[] {
  const { rows, captions } = cellsOf(pieces, place, table);
  if (isLayout(pieces, table, rows)) {
    return rows.flatMap((cells) => cells.flatMap(({ at, end }) => render(at + 1, end)));
  }
  const texts = rows.map((cells) =>
    cells.map((cell) => ({ ...cell, text: cellText(render(cell.at + 1, cell.end)) })),
  );
  const { head, body } = gridOf(texts, MOST_COLUMNS);
  const columns = Math.max(head.length, ...body.slice(0, 1).map((row) => row.length));
  const lines = [rowOf(head), Array(columns).fill('-').join('|'), ...body.map(rowOf)];
  return [...captions.flatMap(([from, to]) => render(from, to)), lines.join('\n')];
}

function cellsOf(pieces: readonly Piece[], place: number, table: ElementPiece) {
  const rows: Cell[][] = [];
  const captions: [number, number][] = [];
  for (let at = place + 1; at < table.end; at += 1) {
    const piece = pieces[at];
    if (!isElementPiece(piece)) continue;
    if (piece.tag === 'caption') captions.push([at + 1, piece.end]);
    if (piece.dropped || piece.tag === 'caption') at = piece.end - 1;
    else if (piece.kind === 'row') rows.push([]);
    else if (piece.kind === 'cell') {
      const isHead = piece.tag === 'th' && attributeOf(piece.element, 'scope') !== 'row';
      rows.at(-1)?.push({
        at,
        end: piece.end,
        isHead,
        across: span(piece, 'colspan'),
        down: span(piece, 'rowspan'),
      });
      at = piece.end - 1;
    }
  }
  return { rows: rows.filter((cells) => cells.length > 0), captions };
}

function span({ element }: ElementPiece, name: string): number {
  const count = Number.parseInt(attributeOf(element, name), 10);
  return count > 1 ? Math.min(count, MOST_COLUMNS) : 1;
}

function isLayout(pieces: readonly Piece[], table: ElementPiece, rows: readonly Cell[][]): boolean {
  if (/^(?:presentation|none)$/.test(attributeOf(table.element, 'role'))) return true;
  const widest = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  const hasHead = rows.some((cells) => cells.some(({ isHead }) => isHead));
  if (widest < 2 || (rows.length < 2 && !hasHead)) return true;
  if (hasHead) return false;
  return rows.some((cells) => cells.some(({ at, end }) => holdsSections(pieces, at + 1, end)));
}

function holdsSections(pieces: readonly Piece[], from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const piece = pieces[at];
    if (isElementPiece(piece) && ['table', 'heading'].includes(piece.kind)) return true;
  }
  return false;
}

function cellText(blocks: readonly string[]): string {
  return blocks
    .map((block) => block.replace(/^- /gm, ''))
    .join('; ')
    .replace(/\s*\n\s*/g, '; ')
    .replaceAll('|', '\\|');
}

/** Without outer bars, which cost two tokens a row; an empty first cell needs one to be seen. */
function rowOf(cells: readonly string[]): string {
  const row = cells.join(' | ').trimEnd();
  return cells[0] === '' ? `| ${row.trimStart()}` : row;
}

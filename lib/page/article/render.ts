import { isInline } from './element-kinds';
import { LineWriter } from './line-writer';
import type { LinkNumbers } from './link-numbers';
import { isElementPiece, type ElementPiece, type Piece } from './pieces';
import { codeBlockOf } from './render-code';
import { definitionsOf, listOf } from './render-lists';
import { tableOf } from './render-table';
import { leafText } from './leaf-text';

export interface Rendering {
  readonly pieces: readonly Piece[];
  readonly numbers: LinkNumbers;
  /** A link around blocks is numbered once, behind the first words in it. */
  pendingLink: number | undefined;
}

/** Beyond this nesting of lists, quotes and tables their words come as plain paragraphs. */
const DEEPEST = 12;

/** The blocks of Markdown that the pieces in the range make. */
export function renderBlocks(rendering: Rendering, from: number, to: number, depth = 0): string[] {
  const { pieces } = rendering;
  const blocks: string[] = [];
  const line = new LineWriter();
  const open: ElementPiece[] = [];
  let prefix = '';

  const flush = () => {
    if (!line.isEmpty) numberLink();
    const text = line.take();
    if (text !== '') blocks.push(prefix === '' ? text : prefix + text.replaceAll('\n', ' '));
  };
  const numberLink = () => {
    if (rendering.pendingLink === undefined || !line.endsInWord) return;
    line.mark(`[${rendering.pendingLink}]`);
    rendering.pendingLink = undefined;
  };
  const close = (piece: ElementPiece) => {
    if (piece.kind === 'link') {
      numberLink();
      rendering.pendingLink = undefined;
    }
    if (piece.kind === 'deleted' && line.endsInWord) line.mark('~~');
    if (isInline(piece.kind)) separate(line, piece);
    else flush();
    if (piece.kind === 'heading') prefix = '';
  };

  for (let place = from; place < to; place += 1) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= place) {
      const piece = open.pop();
      if (piece) close(piece);
    }
    const piece = pieces[place];
    if (!isElementPiece(piece)) {
      if (piece !== undefined) addText(line, piece.text, piece.raw);
      continue;
    }
    if (piece.dropped) {
      place = piece.end - 1;
      continue;
    }
    const nested = depth < DEEPEST ? structureOf(rendering, place, piece, depth + 1) : undefined;
    if (nested !== undefined) {
      flush();
      blocks.push(...nested);
      place = piece.end - 1;
      continue;
    }
    const leaf = leafText(rendering, place, piece);
    if (leaf !== undefined) {
      separate(line, piece);
      if (leaf.mark) line.mark(leaf.text);
      else line.text(leaf.text);
      place = piece.end - 1;
      continue;
    }
    open.push(piece);
    if (!isInline(piece.kind)) flush();
    else if (piece.kind === 'line-break') {
      if (piece.tag === 'br') line.lineBreak();
    } else separate(line, piece);
    if (piece.kind === 'heading') prefix = `${'#'.repeat(Number(piece.tag.charAt(1)))} `;
    if (piece.kind === 'link') rendering.pendingLink = rendering.numbers.numberOf(piece.element);
    if (piece.kind === 'deleted') line.mark('~~');
  }
  for (let piece = open.pop(); piece; piece = open.pop()) close(piece);
  flush();
  return blocks;
}

function addText(line: LineWriter, text: string, raw: boolean): void {
  if (!raw) {
    line.text(text);
    return;
  }
  for (const [index, part] of text.split('\n').entries()) {
    if (index > 0) line.lineBreak();
    line.text(part.replace(/\s+/g, ' '));
  }
}

/** Boxes that touch in the source do not touch on the screen: `<span class=badge>`, flex items. */
function separate(line: LineWriter, { kind, element }: ElementPiece): void {
  if (!line.endsInWord || kind === 'link') return;
  if (kind === 'label-text' || kind === 'field') line.space();
  else if (kind === 'inline') {
    const { display } = getComputedStyle(element);
    if (display !== 'inline' && display !== 'contents' && display !== '') line.space();
  }
}

function structureOf(
  rendering: Rendering,
  place: number,
  piece: ElementPiece,
  depth: number,
): string[] | undefined {
  const render = (from: number, to: number) => renderBlocks(rendering, from, to, depth);
  if (piece.kind === 'list') return listOf(rendering.pieces, place, piece, render);
  if (piece.kind === 'definitions') return definitionsOf(rendering.pieces, place, piece, render);
  if (piece.kind === 'table') return tableOf(rendering.pieces, place, piece, render);
  if (piece.kind === 'code-block') return codeBlockOf(rendering.pieces, place, piece);
  if (piece.kind === 'quote') {
    const lines = render(place + 1, piece.end).join('\n\n');
    return lines === '' ? [] : [lines.replace(/^/gm, '> ').replace(/^> $/gm, '>')];
  }
  if (piece.tag === 'summary' || isBoldLine(rendering.pieces, place, piece)) {
    const words = render(place + 1, piece.end).join(' ');
    return words === '' ? [] : [`**${words}**`];
  }
  return undefined;
}

/** A paragraph that is bold from end to end is a heading that nobody marked as one. */
function isBoldLine(pieces: readonly Piece[], place: number, piece: ElementPiece): boolean {
  if (piece.tag !== 'p' || piece.text > 120) return false;
  const inner = pieces[place + 1];
  return isElementPiece(inner) && inner.kind === 'strong' && inner.text === piece.text;
}

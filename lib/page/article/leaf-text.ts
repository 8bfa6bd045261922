import { attributeOf, findIn } from '../unclobbered';
import { fieldText } from './field-text';
import { codeSpan } from './plain-text';
import { isElementPiece, type ElementPiece, type Piece } from './pieces';

const LONGEST_LABEL = 400;
const SMALLEST_IMAGE = 32;

export interface Leaf {
  readonly text: string;
  /** Written by us, and not to be escaped. */
  readonly mark: boolean;
}

/** The text of an element that is read as one word, or undefined if its children are to be read. */
export function leafText(
  { pieces }: { pieces: readonly Piece[] },
  place: number,
  piece: ElementPiece,
): Leaf | undefined {
  const { kind, element } = piece;
  if (kind === 'image') return { text: imageText(element), mark: false };
  if (kind === 'field') return { text: fieldText(element), mark: false };
  if (kind === 'math') return { text: mathText(element), mark: false };
  if (kind === 'drawing') {
    const label = attributeOf(element, 'aria-label');
    return label === '' ? undefined : { text: `[image: ${oneLine(label)}]`, mark: false };
  }
  if (piece.tag === 'title' || piece.tag === 'desc' || piece.tag === 'rp') {
    return { text: '', mark: false };
  }
  if (kind === 'link' && isAnchorSign(pieces, place, piece)) return { text: '', mark: false };
  if (kind === 'code') {
    const code = oneLine(wordsOf(pieces, place, piece));
    return { text: code === '' ? '' : codeSpan(code), mark: true };
  }
  if (kind === 'superscript') return superscript(oneLine(wordsOf(pieces, place, piece)));
  return undefined;
}

/** `10⁶` would read as 106, and the number of a note as the number of a link. */
function superscript(words: string): Leaf | undefined {
  const note = /^\[?(\d{1,4}|[a-z])\]?$/.exec(words);
  if (note === null) return undefined;
  return words.startsWith('[')
    ? { text: `[^${note[1] ?? ''}]`, mark: true }
    : { text: `^${note[1] ?? ''}`, mark: false };
}

function imageText(image: Element): string {
  const alt = oneLine(attributeOf(image, 'alt'));
  const width = Number.parseInt(attributeOf(image, 'width'), 10);
  return alt === '' || width < SMALLEST_IMAGE ? '' : `[image: ${alt}]`;
}

function mathText(math: Element): string {
  const source = findIn(math, 'annotation[encoding*="tex"]');
  const tex = oneLine(attributeOf(math, 'alttext') || (source ?? math).textContent);
  return tex === '' ? '' : `$${tex}$`;
}

/** The `#` or `¶` beside a heading, which leads to that heading. */
function isAnchorSign(pieces: readonly Piece[], place: number, piece: ElementPiece): boolean {
  if (piece.text > 3 || !attributeOf(piece.element, 'href').includes('#')) return false;
  return /^[#¶§🔗\s]*$/u.test(wordsOf(pieces, place, piece)) && piece.end - place < 4;
}

export function wordsOf(pieces: readonly Piece[], place: number, piece: ElementPiece): string {
  let words = '';
  for (let inner = place + 1; inner < piece.end; inner += 1) {
    const part = pieces[inner];
    if (part?.kind === 'text') words += part.text;
    else if (isElementPiece(part) && part.tag === 'br') words += '\n';
  }
  return words;
}

function oneLine(text: string): string {
  return text
    .slice(0, LONGEST_LABEL)
    .replace(/[\s\uE000-\uE001]+/g, ' ')
    .trim();
}

import { isElementPiece, type ElementPiece, type Piece } from './pieces';

export interface Content {
  readonly from: number;
  readonly to: number;
  /** Whether parts around the content were left out. */
  readonly leftOut: boolean;
}

/** Below this share of the page's text, a part that calls itself the main one is not believed. */
const MAIN_SHARE = 0.15;
const MAIN_CHARACTERS = 200;
/** Nothing that holds more of the content than this is noise, whatever its name. */
const NOISE_SHARE = 0.35;
/** If leaving out leaves less than this, everything visible is better. */
const KEPT_SHARE = 0.2;
const LONGEST_BANNER = 2_000;
const LARGEST_BANNER = 300;

/** Finds the main part and marks what inside it is furniture; what is doubtful stays. */
export function chooseContent(pieces: readonly Piece[]): Content {
  const first = pieces[0];
  if (!isElementPiece(first)) return { from: 0, to: pieces.length, leftOut: false };
  const root = mainPart(pieces, first);
  const from = pieces.indexOf(root);
  const dropped: ElementPiece[] = [];
  let kept = root.text;
  let articleEnd = 0;
  for (let place = from + 1; place < root.end; place += 1) {
    const piece = pieces[place];
    if (!isElementPiece(piece)) continue;
    if (piece.tag === 'article' || piece.sign === 'main') {
      articleEnd = Math.max(articleEnd, piece.end);
    }
    const inside = place < articleEnd || root.sign === 'main';
    if (!isFurniture(pieces, place, root, inside)) continue;
    piece.dropped = true;
    dropped.push(piece);
    kept -= piece.text;
    place = piece.end - 1;
  }
  if (kept < root.text * KEPT_SHARE && root === first) {
    for (const piece of dropped) piece.dropped = false;
    return { from, to: root.end, leftOut: false };
  }
  return { from, to: root.end, leftOut: dropped.length > 0 || root !== first };
}

function mainPart(pieces: readonly Piece[], whole: ElementPiece): ElementPiece {
  let best: ElementPiece | undefined;
  for (const piece of pieces) {
    if (!isElementPiece(piece) || piece.sign !== 'main') continue;
    if (best === undefined || piece.text > best.text) best = piece;
  }
  if (best === undefined) return whole;
  const enough = best.text >= MAIN_CHARACTERS || best.text >= whole.text * MAIN_SHARE;
  return enough ? best : whole;
}

function isFurniture(
  pieces: readonly Piece[],
  place: number,
  root: ElementPiece,
  inside: boolean,
): boolean {
  const piece = pieces[place];
  if (!isElementPiece(piece)) return false;
  const { sign, text, kind } = piece;
  const density = text === 0 ? 1 : piece.linked / text;
  if (text === 0 && sign === 'frame') return true;
  if (sign === 'frame') return density > 0.3 || text < root.text * NOISE_SHARE;
  if (sign === 'noise') {
    return !piece.central && (text < root.text * NOISE_SHARE || density > 0.6) && !isProse(piece);
  }
  if (sign === 'extra') {
    if (inside) return density > 0.5 && piece.links > 1;
    return !piece.central && text < root.text * 0.5;
  }
  if (sign === 'comments') return false;
  if (kind !== 'block' && kind !== 'list') return false;
  if (isConsentBanner(pieces, place, piece)) return true;
  // A list of mere links is a way to other pages; inside the main part it may be what one came for.
  return !inside && density > 0.8 && piece.links > 3 && text / piece.links < 30;
}

/** A note that is named like noise but reads like text: `<p class="related">` in a long article. */
function isProse({ tag, linked, text }: ElementPiece): boolean {
  return tag === 'p' && text > 200 && linked < text * 0.2;
}

const consent = /\bcookies?\b/i;
const agreement = /\b(?:accept|agree|allow|reject|consent|got it|ok)\b/i;

function isConsentBanner(pieces: readonly Piece[], place: number, piece: ElementPiece): boolean {
  if (piece.buttons === 0 || piece.text > LONGEST_BANNER || piece.central) return false;
  if (piece.end - place > LARGEST_BANNER) return false;
  let words = '';
  for (const inner of pieces.slice(place, piece.end)) {
    if (inner.kind === 'text') words += inner.text;
  }
  if (!consent.test(words) || !agreement.test(words)) return false;
  return ['fixed', 'sticky'].includes(getComputedStyle(piece.element).position);
}

import { attributeOf } from '../unclobbered';
import { wordsOf } from './leaf-text';
import { isElementPiece, type ElementPiece, type Piece } from './pieces';
import { fenceFor } from './plain-text';

export function codeBlockOf(
  pieces: readonly Piece[],
  place: number,
  piece: ElementPiece,
): string[] {
  const code = wordsOf(pieces, place, piece)
    .replace(/^\s*\n|\s+$/g, '')
    .replace(/`{20,}/g, '`'.repeat(20));
  if (code === '') return [];
  const inner = pieces[place + 1];
  const language =
    (isElementPiece(inner) && languageOf(inner.element)) ||
    languageOf(piece.element) ||
    languageOf(piece.element.parentElement ?? piece.element);
  const fence = fenceFor(code);
  return [`${fence}${language}\n${code}\n${fence}`];
}

const namedLanguage = /(?:^|\s)(?:lang(?:uage)?|highlight(?:-source)?|brush:)-?\s*([\w+#]{1,20})/;

function languageOf(element: Element): string {
  const names = `${attributeOf(element, 'class')} ${attributeOf(element, 'data-lang')}`;
  return namedLanguage.exec(names.slice(0, 200))?.[1] ?? '';
}

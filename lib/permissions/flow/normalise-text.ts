import { StrandBuilder, wall, type Strand } from './flow-strand';

const ascii = Array.from({ length: 128 }, (_, code) => foldCharacter(String.fromCharCode(code)));

/**
 * Letters and digits alone, in one case and one form, as a reader would spell them out: a text
 * that is retyped, in capitals, with other spaces or with hidden characters in it stays the same.
 */
export function normaliseText(text: string): Strand {
  const builder = new StrandBuilder();
  const folds = new Map<string, string>([[wall, wall]]);
  for (let index = 0; index < text.length;) {
    const code = text.charCodeAt(index);
    let fold = ascii[code];
    let width = 1;
    if (fold === undefined) {
      const character = String.fromCodePoint(text.codePointAt(index) ?? code);
      width = character.length;
      fold = folds.get(character);
      if (fold === undefined) {
        fold = foldCharacter(character);
        folds.set(character, fold);
      }
    }
    if (fold !== '') builder.add(fold, index, index + width);
    index += width;
  }
  return builder.build();
}

/**
 * One character at a time, so that offsets can be kept. Composing would need neighbours, therefore
 * accents go: é is e whether it was written as one character or as two. Upper case comes first
 * because it knows that ß is SS.
 */
function foldCharacter(character: string): string {
  return character
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .normalize('NFC');
}

import { visibleText } from '../../../shared/visible-text';

/** More of a text than this is not read; whoever quotes from it says so. */
export const MAX_TEXT = 1_000_000;

/**
 * The platform's segmenter takes time with the square of a text's length: a million characters at
 * once are most of a minute, in pieces of this size they are a second.
 */
const PIECE = 2_000;

export interface Sentence {
  /** Counted from 1: what a citation refers to. */
  readonly number: number;
  readonly text: string;
}

/** The sentences of a text, in one pass. A heading or a list item counts as one. */
export function sentencesOf(text: string): Sentence[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  const sentences: Sentence[] = [];
  for (const piece of piecesOf(unwrapped(visibleText(text.slice(0, MAX_TEXT))))) {
    for (const { segment } of segmenter.segment(piece)) {
      const sentence = segment.trim();
      if (sentence !== '') sentences.push({ number: sentences.length + 1, text: sentence });
    }
  }
  return sentences;
}

/** Mail and old documents break lines within a sentence. */
function unwrapped(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N},])\n(?=\p{Ll})/gu, ' ');
}

function* piecesOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const window = text.slice(start, start + PIECE);
    const end = start + window.length < text.length ? endOf(window) : window.length;
    yield window.slice(0, end);
    start += end;
  }
}

/** After the last line, else the last sentence, else the last word, that is whole. */
function endOf(window: string): number {
  const marks = ['\n', '. ', '? ', '! ', '。', ' '];
  const [line = -1, ...others] = marks.map((mark) => window.lastIndexOf(mark));
  const blank = others.pop() ?? -1;
  const place = [line, Math.max(...others), blank].find((at) => at > 0) ?? window.length - 1;
  // Half of a surrogate pair is no character.
  const splitsPair = /[\uD800-\uDBFF]/.test(window.charAt(place)) && place > 0;
  return splitsPair ? place : place + 1;
}

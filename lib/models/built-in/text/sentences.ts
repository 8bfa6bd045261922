import { visibleText } from '../../../shared/visible-text';

/** More of a text than this is not read; whoever quotes from it says so. */
export const MAX_TEXT = 1_000_000;

export interface Sentence {
  /** Counted from 1: what a citation refers to. */
  readonly number: number;
  readonly text: string;
}

/** The sentences of a text, in one pass. A heading or a list item counts as one. */
export function sentencesOf(text: string): Sentence[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  const sentences: Sentence[] = [];
  for (const { segment } of segmenter.segment(unwrapped(visibleText(text.slice(0, MAX_TEXT))))) {
    const sentence = segment.trim();
    if (sentence !== '') sentences.push({ number: sentences.length + 1, text: sentence });
  }
  return sentences;
}

/** Mail and old documents break lines within a sentence. */
function unwrapped(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N},])\n(?=\p{Ll})/gu, ' ');
}

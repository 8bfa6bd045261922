import { visibleLine } from '../../../shared/visible-text';
import type { Sentence } from './sentences';

const MAX_QUOTE = 400;

/** Sentences word for word, each with its number. */
export function cite(sentences: readonly Sentence[]): string {
  return sentences
    .map(({ number, text }) => `- “${visibleLine(text, MAX_QUOTE)}” [${number}]`)
    .join('\n');
}

export function explainNumbers(total: number): string {
  return `The numbers in brackets count the sentences of the text, 1 to ${total}.`;
}

import { fold, keywordsOf, wordsOf } from '../words';
import { BestOf } from './best-of';
import { sentencesOf, type Sentence } from './sentences';

const MOST_PASSAGES = 5;

export interface Passages {
  readonly sentences: Sentence[];
  /** How many sentences have all that was asked for; 0 when only parts of it were found. */
  readonly hits: number;
  /** How many sentences the text has. */
  readonly total: number;
}

/** The sentences that speak of what is asked, those with most of it first chosen; one pass. */
export function findPassages(text: string, query: string): Passages {
  const wanted = new Set(keywordsOf(query));
  if (wanted.size === 0) for (const word of wordsOf(query)) wanted.add(fold(word));
  const best = new BestOf(MOST_PASSAGES);
  let hits = 0;
  const sentences = sentencesOf(text);
  for (const sentence of sentences) {
    const words = new Set(wordsOf(sentence.text).map(fold));
    const found = [...wanted].filter((word) => words.has(word)).length;
    if (found > 0 && found === wanted.size) hits += 1;
    if (found > 0) best.offer(sentence, found);
  }
  return { sentences: best.inOrder(), hits, total: sentences.length };
}

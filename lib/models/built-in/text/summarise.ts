import { keywordsOf } from '../words';
import { BestOf } from './best-of';
import { sentencesOf, type Sentence } from './sentences';

const FEWEST_WORDS = 4;
/** A long sentence holds many frequent words without saying more. */
const LONG_SENTENCE_WORDS = 40;
const FIRST_SENTENCE_BONUS = 1.3;

export interface Summary {
  readonly sentences: Sentence[];
  /** How many the text has. */
  readonly total: number;
}

/**
 * The sentences with most of what the text speaks of most, in their order and word for word. Every
 * step goes through the text once.
 */
export function summarise(text: string, wanted?: number): Summary {
  const sentences = sentencesOf(text).map((sentence) => ({
    sentence,
    keywords: keywordsOf(sentence.text),
  }));
  const total = sentences.length;
  const count = wanted ?? (total > 30 ? 5 : 3);
  if (total <= count) return { sentences: sentences.map(({ sentence }) => sentence), total };

  const frequency = new Map<string, number>();
  for (const { keywords } of sentences) {
    for (const word of new Set(keywords)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  const best = new BestOf(count);
  for (const { sentence, keywords } of sentences) {
    best.offer(sentence, score(keywords, frequency, sentence.number === 1));
  }
  return { sentences: best.inOrder(), total };
}

function score(
  keywords: readonly string[],
  frequency: ReadonlyMap<string, number>,
  isFirst: boolean,
): number {
  const weight = [...new Set(keywords)].reduce(
    (sum, word) => sum + Math.log(frequency.get(word) ?? 1),
    0,
  );
  const length = Math.max(FEWEST_WORDS, keywords.length);
  const fit = keywords.length < FEWEST_WORDS ? 0.3 : length > LONG_SENTENCE_WORDS ? 0.5 : 1;
  return (weight / Math.sqrt(length)) * fit * (isFirst ? FIRST_SENTENCE_BONUS : 1);
}

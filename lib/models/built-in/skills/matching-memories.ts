import type { Memory } from '../memories';
import { fold, keywordsOf, wordsOf } from '../words';

/** The memories that have all the words that count; if none has all, those with some of them. */
export function matchingMemories(memories: readonly Memory[], query: string): Memory[] {
  const wanted = [...new Set(keywordsOf(query))];
  if (wanted.length === 0) return [];
  const found = memories.map((memory) => {
    const words = new Set(
      wordsOf(`${memory.key.replaceAll('_', ' ')} ${memory.content}`).map(fold),
    );
    return { memory, count: wanted.filter((word) => words.has(word)).length };
  });
  const whole = found.filter(({ count }) => count === wanted.length);
  return (whole.length > 0 ? whole : found.filter(({ count }) => count > 0)).map(
    ({ memory }) => memory,
  );
}

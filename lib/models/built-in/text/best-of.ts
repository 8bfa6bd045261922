import type { Sentence } from './sentences';

/** Keeps the few best of many, each text once. */
export class BestOf {
  readonly #count: number;
  readonly #kept: { sentence: Sentence; score: number }[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  offer(sentence: Sentence, score: number): void {
    const last = this.#kept.at(-1);
    if (this.#kept.length >= this.#count && last && score <= last.score) return;
    if (this.#kept.some((kept) => kept.sentence.text === sentence.text)) return;
    const place = this.#kept.findIndex((kept) => kept.score < score);
    this.#kept.splice(place < 0 ? this.#kept.length : place, 0, { sentence, score });
    this.#kept.splice(this.#count);
  }

  inOrder(): Sentence[] {
    return this.#kept
      .map(({ sentence }) => sentence)
      .toSorted((left, right) => left.number - right.number);
  }
}

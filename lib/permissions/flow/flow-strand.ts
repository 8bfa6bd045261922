/** Between two strings of an input: nothing runs across it letter by letter, normalising drops it. */
export const seam = '\ufffe';
/** Between texts that have nothing to do with each other: nothing ever runs across it. */
export const wall = '\uffff';

/** A text made of another one: unit `i` of it was made of the units from `starts[i]` to `ends[i]`. */
export interface Strand {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export class StrandBuilder {
  readonly #parts: string[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  get length(): number {
    return this.#starts.length;
  }

  add(text: string, start: number, end: number): void {
    this.#parts.push(text);
    for (let units = text.length; units > 0; units -= 1) {
      this.#starts.push(start);
      this.#ends.push(end);
    }
  }

  /** Copies units of the text that this one is made of. */
  addAsIs(text: string, from: number, to: number): void {
    this.#parts.push(text.slice(from, to));
    for (let unit = from; unit < to; unit += 1) {
      this.#starts.push(unit);
      this.#ends.push(unit + 1);
    }
  }

  addStrand(strand: Strand): void {
    this.#parts.push(strand.text);
    for (const start of strand.starts) this.#starts.push(start);
    for (const end of strand.ends) this.#ends.push(end);
  }

  addWall(): void {
    this.add(wall, 0, 0);
  }

  build(): Strand {
    return { text: this.#parts.join(''), starts: this.#starts, ends: this.#ends };
  }
}

/** What was made of a text that was itself made of another, as made of that other. */
export function through(outer: Strand, inner: Strand): Strand {
  return {
    text: inner.text,
    starts: inner.starts.map((start) => outer.starts[start] ?? 0),
    ends: inner.ends.map((end) => outer.ends[end - 1] ?? 0),
  };
}

export function asItStands(text: string): Strand {
  const builder = new StrandBuilder();
  builder.addAsIs(text, 0, text.length);
  return builder.build();
}

/**
 * Collects the text of arguments piece by piece and knows when its outermost object or array has
 * closed, reading every character once however finely the text is split.
 */
export class ArgumentBuffer {
  readonly #pieces: string[] = [];
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #kind: 'blank' | 'container' | 'closed' | 'other' = 'blank';

  append(piece: string): void {
    if (piece === '') return;
    this.#pieces.push(piece);
    if (this.#kind === 'blank') this.#open(piece);
    if (this.#kind === 'container') this.#scan(piece);
  }

  get isBlank(): boolean {
    return this.#kind === 'blank';
  }

  get isClosed(): boolean {
    return this.#kind === 'closed';
  }

  text(): string {
    return this.#pieces.join('');
  }

  #open(piece: string): void {
    const first = /\S/.exec(piece)?.[0];
    if (first !== undefined) this.#kind = first === '{' || first === '[' ? 'container' : 'other';
  }

  #scan(piece: string): void {
    for (const character of piece) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (this.#isInString) {
        if (character === '\\') this.#isEscaped = true;
        else if (character === '"') this.#isInString = false;
      } else if (character === '"') this.#isInString = true;
      else if (character === '{' || character === '[') this.#depth += 1;
      else if (character === '}' || character === ']') this.#depth -= 1;
      else continue;
      if (this.#depth === 0) {
        this.#kind = 'closed';
        return;
      }
    }
  }
}

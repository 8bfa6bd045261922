const TAB_STOP = 4;

/** Reads one line from its start, counting columns as an editor with tab stops would. */
export class LineCursor {
  rest: string;
  #column = 0;

  constructor(line: string) {
    this.rest = line;
  }

  get isBlank(): boolean {
    return !/\S/.test(this.rest);
  }

  /** How many columns the next word is indented. */
  get indent(): number {
    let column = this.#column;
    for (let at = 0; at < this.rest.length; at += 1) {
      const width = widthAt(this.rest, at, column);
      if (width === 0) break;
      column += width;
    }
    return column - this.#column;
  }

  /** Steps over blank columns, at most as many; a tab may be taken in part. */
  skipColumns(columns: number): void {
    let left = columns;
    let at = 0;
    while (left > 0 && at < this.rest.length) {
      const width = widthAt(this.rest, at, this.#column);
      if (width === 0) break;
      at += 1;
      if (width > left) {
        this.rest = ' '.repeat(width - left) + this.rest.slice(at);
        this.#column += left;
        return;
      }
      left -= width;
      this.#column += width;
    }
    this.rest = this.rest.slice(at);
  }

  /** Takes characters that are no tabs. */
  take(count: number): void {
    this.rest = this.rest.slice(count);
    this.#column += count;
  }
}

function widthAt(text: string, at: number, column: number): number {
  const character = text[at];
  if (character === ' ') return 1;
  return character === '\t' ? TAB_STOP - (column % TAB_STOP) : 0;
}

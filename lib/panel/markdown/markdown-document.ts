import type { Block } from './block';
import { afterLine } from './block-parser';
import { blocksOf, emptyDocument, type BlockState } from './block-state';
import type { Pages } from './pages';
import { afterTail } from './unfinished-tail';

export interface MarkdownView {
  readonly blocks: Pages<Block>;
  /** What comes after the most that is drawn as Markdown; shown as the text it is. */
  readonly rest: string;
}

/** Beyond either of these, what follows is shown as plain text: readable, and cheap to draw. */
const MAX_LENGTH = 200_000;
const MAX_SIZE = 8_000;

/**
 * Reads a text that grows at its end. Lines that are complete are read once; only the last one is
 * read again when more of it has arrived. What it says about a text never depends on what it was
 * given before.
 */
export class MarkdownDocument {
  #text = '';
  #unfinished = false;
  #view: MarkdownView = { blocks: [], rest: '' };
  #state: BlockState = emptyDocument;
  /** How much of the text `#state` covers. */
  #offset = 0;

  read(text: string, unfinished = false): MarkdownView {
    if (text === this.#text && unfinished === this.#unfinished) return this.#view;
    if (!text.startsWith(this.#text.slice(0, this.#offset))) {
      this.#state = emptyDocument;
      this.#offset = 0;
    }
    this.#text = text;
    this.#unfinished = unfinished;
    this.#view = this.#readOn();
    return this.#view;
  }

  #readOn(): MarkdownView {
    const text = this.#text;
    while (!this.#isFull()) {
      const end = text.indexOf('\n', this.#offset);
      if (end === -1) return { blocks: this.#blocksWith(text.slice(this.#offset)), rest: '' };
      this.#state = afterLine(this.#state, text.slice(this.#offset, end));
      this.#offset = end + 1;
    }
    return { blocks: blocksOf(this.#state), rest: text.slice(this.#offset) };
  }

  #isFull(): boolean {
    return this.#offset > MAX_LENGTH || this.#state.size > MAX_SIZE;
  }

  #blocksWith(tail: string): Pages<Block> {
    if (this.#unfinished) return blocksOf(afterTail(this.#state, tail), true);
    return blocksOf(tail === '' ? this.#state : afterLine(this.#state, tail));
  }
}

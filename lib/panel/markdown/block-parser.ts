import {
  closesFence,
  fenceAt,
  headingAt,
  isRule,
  listMarkerAt,
  taskAt,
  underlineLevel,
  type ListMarker,
} from './block-starts';
import type { BlockState } from './block-state';
import { withCodeLine } from './code-lines';
import { LineCursor } from './line-cursor';
import { closedTo, isLeaf, withBlock, type Leaf, type OpenBlock } from './open-block';
import { appended } from './pages';
import { alignmentsOf, cellsOf, fitted } from './table-row';

/** Deeper quotes and lists stay the text that they are: eight levels fill a narrow panel. */
const MAX_DEPTH = 8;
const CODE_INDENT = 4;

/** `unfinished`: the line may go on. */
export function afterLine(state: BlockState, line: string, unfinished = false): BlockState {
  return new LineReader(state, line, unfinished).read();
}

class LineReader {
  readonly #before: BlockState;
  readonly #unfinished: boolean;
  readonly #line: LineCursor;
  #open: readonly OpenBlock[];
  #outline: readonly number[];
  #size: number;
  /** The leaf that this line may add to, until it starts something of its own. */
  #leaf: Leaf | null;
  /** This line stands in all the containers that were open before it. */
  #inside: boolean;
  /** How many of the open blocks contain this line. */
  #containers: number;

  constructor(state: BlockState, line: string, unfinished: boolean) {
    const last = state.open.at(-1);
    this.#before = state;
    this.#unfinished = unfinished;
    this.#line = new LineCursor(line.endsWith('\r') ? line.slice(0, -1) : line);
    this.#open = state.open;
    this.#outline = state.outline;
    this.#size = state.size;
    this.#leaf = isLeaf(last) ? last : null;
    this.#containers = this.#matchContainers();
    this.#inside = this.#containers === this.#open.length - (this.#leaf ? 1 : 0);
  }

  read(): BlockState {
    const blank = this.#line.isBlank;
    if (!this.#continueCode()) {
      if (blank) this.#closeRest();
      else if (!this.#start()) this.#addText();
    }
    return {
      open: this.#open,
      afterBlank: blank,
      outline: this.#outline,
      size: this.#size,
    };
  }

  #matchContainers(): number {
    let matched = 1;
    for (const block of this.#open.slice(1)) {
      if (block.kind === 'quote') {
        if (!this.#takeQuoteMark()) break;
      } else if (block.kind === 'item') {
        if (!this.#line.isBlank && this.#line.indent < block.indent) break;
        this.#line.skipColumns(block.indent);
      } else if (block.kind !== 'list') break;
      matched += 1;
    }
    return matched;
  }

  #takeQuoteMark(): boolean {
    const { indent } = this.#line;
    if (indent >= CODE_INDENT || this.#line.rest[this.#blanks()] !== '>') return false;
    this.#line.skipColumns(indent);
    this.#line.take(1);
    this.#line.skipColumns(1);
    return true;
  }

  /** How many characters come before the next word. */
  #blanks(): number {
    return this.#line.rest.length - this.#line.rest.trimStart().length;
  }

  #continueCode(): boolean {
    const leaf = this.#leaf;
    if (leaf?.kind !== 'code' || !this.#inside) return false;
    const { fence } = leaf;
    if (fence === null) {
      if (!this.#line.isBlank && this.#line.indent < CODE_INDENT) return false;
      this.#line.skipColumns(CODE_INDENT);
    } else {
      if (closesFence(this.#line.rest, fence)) {
        this.#open = closedTo(this.#open, this.#open.length - 1);
        return true;
      }
      this.#line.skipColumns(fence.indent);
    }
    this.#replaceLeaf(withCodeLine(leaf, this.#line.rest));
    return true;
  }

  #replaceLeaf(leaf: Leaf): void {
    this.#open = [...this.#open.slice(0, -1), leaf];
  }

  /** Closes what this line is not part of. */
  #closeRest(): void {
    this.#open = closedTo(this.#open, this.#containers);
    this.#leaf = null;
    this.#inside = true;
  }

  /** Opens what this line begins, the outermost first. True when no text is left for a paragraph. */
  #start(): boolean {
    for (;;) {
      const { indent } = this.#line;
      const depth = this.#depth();
      if (indent >= CODE_INDENT && depth === 0) return this.#startIndentedCode();
      const text = this.#line.rest.slice(this.#blanks());
      if (text === '') return true;

      if (text.startsWith('>') && indent < CODE_INDENT && depth < MAX_DEPTH) {
        this.#enter({ kind: 'quote', children: [] });
        this.#takeQuoteMark();
        continue;
      }
      const marker = depth < MAX_DEPTH && !isRule(text) ? listMarkerAt(text) : null;
      if (marker && this.#mayStartItem(marker, text)) {
        this.#startItem(marker, indent);
        continue;
      }
      return this.#startLeaf(text, indent);
    }
  }

  #startLeaf(text: string, indent: number): boolean {
    const paragraph = this.#inside && this.#leaf?.kind === 'paragraph' ? this.#leaf.text : null;
    const underline = paragraph === null ? null : underlineLevel(text);
    if (paragraph !== null && underline !== null) {
      this.#open = this.#open.slice(0, -1);
      this.#addHeading(underline, paragraph);
      return true;
    }
    if (paragraph !== null && this.#startTable(paragraph, text)) return true;

    const heading = headingAt(text);
    if (heading) {
      this.#leaveList();
      this.#addHeading(heading.level, heading.text);
      return true;
    }
    const fence = fenceAt(text, indent);
    if (fence) {
      this.#leaveList();
      this.#push({ kind: 'code', fence, pieces: [], tail: '' });
      return true;
    }
    if (isRule(text)) {
      this.#leaveList();
      this.#open = withBlock(this.#open, { kind: 'rule' });
      this.#size += 1;
      return true;
    }
    return false;
  }

  #startIndentedCode(): boolean {
    if (this.#leaf?.kind === 'paragraph') return false;
    this.#leaveList();
    this.#line.skipColumns(CODE_INDENT);
    const empty = { kind: 'code', fence: null, pieces: [], tail: '' } as const;
    this.#push(withCodeLine(empty, this.#line.rest));
    return true;
  }

  /** A number in the middle of a sentence may come to stand first in a line: it is no list then. */
  #mayStartItem({ number, length }: ListMarker, text: string): boolean {
    const interrupts = this.#inside && this.#leaf?.kind === 'paragraph';
    if (!interrupts) return true;
    return (number ?? 1) === 1 && text.slice(length).trim() !== '';
  }

  #startItem(marker: ListMarker, indent: number): void {
    this.#closeRest();
    const last = this.#open.at(-1);
    const goesOn = last?.kind === 'list' && last.mark === marker.mark;
    if (!goesOn) {
      const start = marker.number;
      this.#enter({ kind: 'list', mark: marker.mark, start, next: start ?? 0, items: [] });
    }
    this.#line.skipColumns(indent);
    this.#line.take(marker.length);
    const gap = this.#line.indent;
    const padding = this.#line.isBlank || gap > CODE_INDENT ? 1 : gap;
    this.#line.skipColumns(padding);
    const task = taskAt(this.#line.rest);
    if (task) this.#line.take(task.length);
    this.#push({
      kind: 'item',
      indent: indent + marker.length + padding,
      value: this.#countItem(marker.number),
      checked: task?.checked ?? null,
      spaced: goesOn && this.#before.afterBlank,
      children: [],
    });
    this.#containers = this.#open.length;
  }

  /** Lists are counted by the browser, but a number that jumps ahead was meant as it is. */
  #countItem(number: number | null): number | null {
    const list = this.#open.at(-1);
    if (list?.kind !== 'list' || number === null) return null;
    const value = number > list.next ? number : null;
    this.#open = [...this.#open.slice(0, -1), { ...list, next: (value ?? list.next) + 1 }];
    return value;
  }

  #startTable(paragraph: string, text: string): boolean {
    const alignments = alignmentsOf(text);
    if (!alignments) return false;
    const end = paragraph.lastIndexOf('\n');
    const headerLine = paragraph.slice(end + 1);
    const header = headerLine.includes('|') ? cellsOf(headerLine) : null;
    if (header?.length !== alignments.length) return false;
    this.#open = this.#open.slice(0, -1);
    if (end !== -1) {
      this.#push({ kind: 'paragraph', text: paragraph.slice(0, end) });
      this.#open = closedTo(this.#open, this.#open.length - 1);
    }
    this.#push({ kind: 'table', alignments, header, rows: [], barred: headerLine.startsWith('|') });
    return true;
  }

  #addText(): void {
    const text = this.#line.rest.trim();
    const leaf = this.#leaf;
    // Also from outside its quote or item: a paragraph that was wrapped goes on.
    if (leaf?.kind === 'paragraph') {
      this.#replaceLeaf({ kind: 'paragraph', text: `${leaf.text}\n${text}` });
      return;
    }
    if (leaf?.kind === 'table' && this.#inside) {
      const belongs = leaf.barred ? text.startsWith('|') : text.includes('|');
      const cells = belongs ? cellsOf(text) : null;
      if (cells) {
        const columns = leaf.header.length;
        this.#replaceLeaf({ ...leaf, rows: appended(leaf.rows, fitted(cells, columns)) });
        this.#size += columns;
        return;
      }
    }
    this.#leaveList();
    this.#push({ kind: 'paragraph', text });
  }

  /** Closes what this line is not part of, and a list that it is no item of. */
  #leaveList(): void {
    this.#closeRest();
    if (this.#open.at(-1)?.kind === 'list') {
      this.#open = closedTo(this.#open, this.#open.length - 1);
      this.#containers = this.#open.length;
    }
  }

  #enter(container: OpenBlock): void {
    this.#leaveList();
    this.#push(container);
    this.#containers = this.#open.length;
  }

  #push(block: OpenBlock): void {
    this.#open = [...this.#open, block];
    this.#size += 1;
  }

  #addHeading(level: number, text: string): void {
    this.#outline = [...this.#outline.filter((around) => around < level), level];
    const depth = this.#outline.length;
    const unfinished = this.#unfinished;
    this.#open = withBlock(this.#open, { kind: 'heading', level, depth, text, unfinished });
    this.#size += 1;
  }

  #depth(): number {
    return this.#open
      .slice(0, this.#containers)
      .filter(({ kind }) => kind === 'quote' || kind === 'item').length;
  }
}

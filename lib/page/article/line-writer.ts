import { escapeText } from './plain-text';
import { MARK_CLOSE, MARK_OPEN } from './pieces';

const marks = new RegExp(`${MARK_OPEN}([^${MARK_CLOSE}]*)${MARK_CLOSE}`, 'g');

/** Gathers the words of one block on one line, white space drawn together as a browser does. */
export class LineWriter {
  private parts: string[] = [];
  private last = ' ';

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  /** Whether the next word would run into the last one. */
  get endsInWord(): boolean {
    return !/\s/.test(this.last);
  }

  text(text: string): void {
    const words = this.endsInWord ? text : text.trimStart();
    if (words === '') return;
    this.parts.push(words);
    this.last = words.charAt(words.length - 1);
  }

  /** Our own signs: not escaped, and impossible to write for a page. */
  mark(sign: string): void {
    this.parts.push(MARK_OPEN, sign, MARK_CLOSE);
    this.last = sign.charAt(sign.length - 1);
  }

  space(): void {
    if (this.endsInWord) this.text(' ');
  }

  lineBreak(): void {
    if (this.isEmpty) return;
    this.parts.push('\n');
    this.last = '\n';
  }

  /** The finished line; the writer is empty afterwards. */
  take(): string {
    if (this.parts.length === 0) return '';
    const line = escapeText(
      this.parts
        .join('')
        .replace(/ *\n */g, '\n')
        .trim(),
    );
    this.parts = [];
    this.last = ' ';
    return line.includes(MARK_OPEN) ? line.replace(marks, '$1') : line;
  }
}

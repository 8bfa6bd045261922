import { runAt, treeOf, type Token } from './emphasis';
import { entityAt } from './entity';
import { plainTextOf, withoutLinks, type Inline } from './inline';
import { bareAddressAt, destinationAt, endsInDestination } from './link-syntax';
import { linkTarget, namesHost, type LinkTarget } from './link-target';

export interface InlineOptions {
  /** More is on its way: a span that is still open is drawn as if it were closed at the end. */
  readonly unfinished?: boolean;
  /** In a table there is no other way to write a line break than `<br>`. */
  readonly inCell?: boolean;
}

/** More marks than words: drawn as text, so that no answer makes the panel slow. */
const MAX_TOKENS = 500;
/** A mark that has stayed open for longer was not meant as one. */
const LONGEST_UNFINISHED = 300;

const special = /[\\`*_~[\]!<&]|https?:\/\//gi;

/** The words of one segment of a block. Never longer than a segment, which bounds all work here. */
export function parseInline(source: string, options: InlineOptions = {}): readonly Inline[] {
  return new InlineReader(source, options).read();
}

interface Bracket {
  /** Its place among the tokens. */
  readonly index: number;
  readonly isImage: boolean;
  isActive: boolean;
}

class InlineReader {
  readonly #source: string;
  readonly #options: InlineOptions;
  readonly #closesFrom: number;
  readonly #tokens: Token[] = [];
  readonly #brackets: Bracket[] = [];
  /** Lengths of backtick runs that nothing closes any more. */
  readonly #unclosedCode = new Set<number>();
  /** Words that are not yet a token. */
  #text = '';
  #at = 0;

  constructor(source: string, options: InlineOptions) {
    // A mark at the very end opens nothing yet, and closes what is closed there anyway.
    this.#source = options.unfinished ? source.replace(/[*_~`]{1,3}$/, '') : source;
    this.#options = options;
    this.#closesFrom = options.unfinished ? this.#source.length - LONGEST_UNFINISHED : Infinity;
  }

  read(): readonly Inline[] {
    const source = this.#source;
    while (this.#at < source.length) {
      special.lastIndex = this.#at;
      const found = special.exec(source)?.index ?? source.length;
      this.#text += source.slice(this.#at, found);
      this.#at = found;
      if (found < source.length && !this.#readSpecial(source.charAt(found))) this.#takeText(1);
      if (this.#tokens.length > MAX_TOKENS) return [{ kind: 'text', text: source }];
    }
    this.#flush();
    return treeOf(this.#tokens, this.#closesFrom);
  }

  /** False when the character is nothing but text. */
  #readSpecial(character: string): boolean {
    switch (character) {
      case '\\':
        return this.#readEscape();
      case '`':
        return this.#readCode();
      case '*':
      case '_':
      case '~':
        return this.#readRun(character);
      case '[':
        return this.#openBracket('[');
      case '!':
        return this.#source[this.#at + 1] === '[' && this.#openBracket('![');
      case ']':
        return this.#closeBracket();
      case '<':
        return this.#readAngle();
      case '&':
        return this.#readEntity();
      default:
        return this.#readBareAddress();
    }
  }

  #takeText(length: number): void {
    this.#text += this.#source.slice(this.#at, this.#at + length);
    this.#at += length;
  }

  #flush(): void {
    if (this.#text === '') return;
    this.#tokens.push({ kind: 'inline', inline: { kind: 'text', text: this.#text } });
    this.#text = '';
  }

  #push(inline: Inline, end: number): true {
    this.#flush();
    this.#tokens.push({ kind: 'inline', inline });
    this.#at = end;
    return true;
  }

  #readEscape(): boolean {
    const next = this.#source.charAt(this.#at + 1);
    if (!/[!-/:-@[-`{-~\n]/.test(next)) return false;
    this.#text += next;
    this.#at += 2;
    return true;
  }

  #readCode(): boolean {
    const source = this.#source;
    const length = runLength(source, this.#at);
    const start = this.#at + length;
    const end = this.#unclosedCode.has(length) ? -1 : closingCode(source, start, length);
    if (end !== -1) return this.#push(codeOf(source.slice(start, end)), end + length);
    this.#unclosedCode.add(length);
    if (this.#at < this.#closesFrom || start === source.length) {
      this.#takeText(length);
      return true;
    }
    return this.#push(codeOf(source.slice(start)), source.length);
  }

  #readRun(character: string): boolean {
    const length = runLength(this.#source, this.#at);
    if (character === '~' && length !== 2) {
      this.#takeText(length);
      return true;
    }
    this.#flush();
    this.#tokens.push(runAt(this.#source, this.#at, length));
    this.#at += length;
    return true;
  }

  #openBracket(mark: '[' | '!['): true {
    this.#flush();
    this.#brackets.push({
      index: this.#tokens.length,
      isImage: mark === '![',
      isActive: true,
    });
    return this.#push({ kind: 'text', text: mark }, this.#at + mark.length);
  }

  #closeBracket(): boolean {
    const bracket = this.#brackets.pop();
    if (!bracket?.isActive) return false;
    const after = this.#at + 1;
    const destination = destinationAt(this.#source, after);
    if (!destination) {
      if (!this.#options.unfinished || !endsInDestination(this.#source, after)) return false;
      this.#flush();
      this.#tokens.splice(bracket.index, 1);
      this.#at = this.#source.length;
      return true;
    }
    const target = linkTarget(destination.address);
    if (!target) return false;
    this.#flush();
    const label = treeOf(this.#tokens.splice(bracket.index).slice(1));
    if (!bracket.isImage) {
      // A link holds no other link.
      for (const outer of this.#brackets) if (!outer.isImage) outer.isActive = false;
    }
    const inline = bracket.isImage ? imageOf(label, target) : linkOf(label, target);
    return this.#push(inline, destination.end);
  }

  #readAngle(): boolean {
    const rest = this.#source.slice(this.#at);
    const lineBreak = this.#options.inCell ? /^<br ?\/?>/i.exec(rest)?.[0] : undefined;
    if (lineBreak !== undefined) {
      return this.#push({ kind: 'break' }, this.#at + lineBreak.length);
    }
    const [match, address, mail] =
      /^<(?:((?:https?|mailto):[^\s<>]+)|([\w.+-]+@[\w-]+(?:\.[\w-]+)+))>/i.exec(rest) ?? [];
    const text = address ?? mail;
    if (match === undefined || text === undefined) return this.#readTag(rest);
    const target = linkTarget(mail === undefined ? text : `mailto:${mail}`);
    if (!target) return false;
    return this.#push(linkOf([{ kind: 'text', text }], target), this.#at + match.length);
  }

  /** Markup is text to the last character: nothing inside it is a mark. */
  #readTag(rest: string): boolean {
    const tag = /^<(?:\/?[a-z][\w-]*(?:[\s/][^<>]*)?|![^<>]*)>/i.exec(rest)?.[0];
    if (tag !== undefined) this.#takeText(tag.length);
    return tag !== undefined;
  }

  #readEntity(): boolean {
    const entity = entityAt(this.#source, this.#at);
    if (!entity) return false;
    this.#text += entity.text;
    this.#at += entity.length;
    return true;
  }

  #readBareAddress(): boolean {
    const text = bareAddressAt(this.#source, this.#at);
    const target = text === null ? null : linkTarget(text);
    if (text === null || !target) return false;
    return this.#push(linkOf([{ kind: 'text', text }], target), this.#at + text.length);
  }
}

function linkOf(label: readonly Inline[], target: LinkTarget): Inline {
  const children = withoutLinks(label);
  const text = plainTextOf(children);
  const { href, host } = target;
  if (text.trim() === '')
    return { kind: 'link', href, host: null, children: [{ kind: 'text', text: host }] };
  return { kind: 'link', href, host: namesHost(text, target) ? null : host, children };
}

function imageOf(label: readonly Inline[], { href, host }: LinkTarget): Inline {
  return { kind: 'image', alt: plainTextOf(label).trim(), href, host };
}

function codeOf(source: string): Inline {
  const text = source.replaceAll('\n', ' ');
  const isPadded = text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '';
  return { kind: 'code', text: isPadded ? text.slice(1, -1) : text };
}

function runLength(source: string, at: number): number {
  let end = at + 1;
  while (source[end] === source[at]) end += 1;
  return end - at;
}

/** Where a run of exactly as many backticks begins, or -1. */
function closingCode(source: string, from: number, length: number): number {
  let at = source.indexOf('`', from);
  while (at !== -1) {
    const found = runLength(source, at);
    if (found === length) return at;
    at = source.indexOf('`', at + found);
  }
  return -1;
}

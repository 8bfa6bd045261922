import type { Inline, SpanKind } from './inline';

/** A run of `*`, `_` or `~` that may open spans, close them, or turn out to be text. */
export interface Run {
  readonly kind: 'run';
  readonly character: string;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** Where it stands in the source. */
  readonly at: number;
}

export type Token = Run | { readonly kind: 'inline'; readonly inline: Inline };

interface Pair {
  readonly kind: SpanKind;
  readonly mark: string;
}

/** A run while its characters are being used up. */
interface OpenRun {
  readonly run: Run;
  left: number;
  readonly closes: Pair[];
  readonly opens: Pair[];
}

/** Spans nested deeper keep their marks as text. */
const MAX_NESTING = 12;

const space = /^\s?$/;
const punctuation = /^[\p{P}\p{S}]$/u;
const cjk = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]$/u;

/**
 * What a run can do depends on its neighbours. Scripts without spaces have their own rule: there a
 * mark between punctuation and a letter is as good as one at the edge of a word.
 */
export function runAt(source: string, at: number, length: number): Run {
  const character = source.charAt(at);
  const before = /.$/su.exec(source.slice(Math.max(at - 2, 0), at))?.[0] ?? '';
  const after = /^./su.exec(source.slice(at + length, at + length + 2))?.[0] ?? '';
  const opens =
    !space.test(after) &&
    (!punctuation.test(after) ||
      space.test(before) ||
      punctuation.test(before) ||
      cjk.test(before));
  const closes =
    !space.test(before) &&
    (!punctuation.test(before) || space.test(after) || punctuation.test(after) || cjk.test(after));
  const insideWord = character === '_';
  return {
    kind: 'run',
    character,
    length,
    canOpen: opens && (!insideWord || !closes || punctuation.test(before)),
    canClose: closes && (!insideWord || !opens || punctuation.test(after)),
    at,
  };
}

/**
 * Makes a tree of tokens. Runs that opened at or after `closesFrom` and were not closed are closed at
 * the end: their closing mark is still on its way.
 */
export function treeOf(tokens: readonly Token[], closesFrom = Infinity): Inline[] {
  const runs = new Map<Token, OpenRun>();
  const stack: OpenRun[] = [];
  const searched = new Map<string, number>();
  for (const token of tokens) {
    if (token.kind !== 'run') continue;
    const open: OpenRun = { run: token, left: token.length, closes: [], opens: [] };
    runs.set(token, open);
    if (token.canClose) closeSpans(stack, open, searched);
    if (token.canOpen && open.left > 0) stack.push(open);
  }
  const atEnd: Pair[] = [];
  for (const open of stack.toReversed()) {
    if (open.run.at < closesFrom) break;
    for (let size = sizeOf(open); size > 0; size = sizeOf(open)) atEnd.push(takeSpan(open, size));
  }
  return new TreeBuilder().build(tokens, runs, atEnd);
}

function closeSpans(stack: OpenRun[], closer: OpenRun, searched: Map<string, number>): void {
  const { character, length, canOpen } = closer.run;
  const kind = `${character}${String(canOpen)}${String(length % 3)}`;
  while (closer.left > 0) {
    const lowest = Math.min(searched.get(kind) ?? 0, stack.length);
    const found = stack.findLastIndex(
      (opener, index) => index >= lowest && matches(opener, closer),
    );
    const opener = stack[found];
    if (!opener) {
      // None of them fits a closer of this kind: the next one need not look at them again.
      searched.set(kind, stack.length);
      return;
    }
    const size = Math.min(sizeOf(opener), sizeOf(closer));
    closer.closes.push(takeSpan(opener, size));
    closer.left -= size;
    stack.length = opener.left > 0 ? found + 1 : found;
  }
}

function matches({ run: opener, left }: OpenRun, { run: closer }: OpenRun): boolean {
  if (opener.character !== closer.character || left === 0) return false;
  if (opener.character === '~') return opener.length === 2 && closer.length === 2;
  const ambiguous = opener.canClose || closer.canOpen;
  const threefold = (length: number) => length % 3 === 0;
  return (
    !ambiguous ||
    !threefold(opener.length + closer.length) ||
    (threefold(opener.length) && threefold(closer.length))
  );
}

/** How many characters the next span takes. */
function sizeOf({ run, left }: OpenRun): number {
  if (run.character === '~') return run.length === 2 && left === 2 ? 2 : 0;
  return Math.min(left, 2);
}

function takeSpan(opener: OpenRun, size: number): Pair {
  const { character } = opener.run;
  const single = size === 1 ? 'emphasis' : 'strong';
  const pair: Pair = {
    kind: character === '~' ? 'strike' : single,
    mark: character.repeat(size),
  };
  opener.left -= size;
  opener.opens.push(pair);
  return pair;
}

class TreeBuilder {
  readonly #frames: { pair: Pair | null; children: Inline[] }[] = [{ pair: null, children: [] }];

  build(
    tokens: readonly Token[],
    runs: ReadonlyMap<Token, OpenRun>,
    atEnd: readonly Pair[],
  ): Inline[] {
    for (const token of tokens) {
      if (token.kind === 'inline') {
        this.#add(token.inline);
        continue;
      }
      const open = runs.get(token);
      if (!open) continue;
      for (const pair of open.closes) this.#close(pair);
      this.#addText(token.character.repeat(open.left));
      for (const pair of open.opens.toReversed()) this.#enter(pair);
    }
    for (const pair of atEnd) this.#close(pair);
    return this.#frames[0]?.children ?? [];
  }

  #enter(pair: Pair): void {
    if (this.#frames.length > MAX_NESTING) this.#addText(pair.mark);
    else this.#frames.push({ pair, children: [] });
  }

  #close(pair: Pair): void {
    const frame = this.#frames.at(-1);
    if (frame?.pair !== pair) {
      this.#addText(pair.mark);
      return;
    }
    this.#frames.pop();
    this.#add({ kind: pair.kind, children: frame.children });
  }

  #addText(text: string): void {
    if (text !== '') this.#add({ kind: 'text', text });
  }

  #add(inline: Inline): void {
    const children = this.#frames.at(-1)?.children;
    const last = children?.at(-1);
    if (inline.kind === 'text' && last?.kind === 'text') {
      children?.splice(-1, 1, { kind: 'text', text: last.text + inline.text });
    } else {
      children?.push(inline);
    }
  }
}

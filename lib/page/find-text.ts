import { isInline, kindOf } from './article/element-kinds';
import { textOf } from './unclobbered';
import { walkPage, type ShadowRootOf } from './walk-page';
import { WorkBudget, type Exhausted, type WorkLimits } from './work-budget';

export interface FindTextOptions {
  readonly root?: Element;
  readonly shadowRootOf?: ShadowRootOf;
  readonly limits?: Partial<WorkLimits>;
  readonly now?: () => number;
  readonly most?: number;
}

export interface TextMatch {
  readonly before: string;
  readonly match: string;
  readonly after: string;
  /** The innermost element in which the match begins, and the block around it. */
  readonly element: Element;
  readonly block: Element;
}

export interface FoundText {
  readonly matches: readonly TextMatch[];
  readonly total: number;
  /** `words`: the text as a whole is not there, and these blocks have all of its words. */
  readonly kind: 'phrase' | 'words';
  readonly exhausted: Exhausted | undefined;
}

interface Passage {
  readonly block: Element;
  text: string;
  readonly elements: { readonly at: number; readonly element: Element }[];
}

const CONTEXT = 80;
const LONGEST_QUERY = 300;
const MOST = 20;

/** Where a text stands on the page, whatever its case, accents and white space. */
export function findText(query: string, options: FindTextOptions = {}): FoundText {
  const budget = new WorkBudget(options.limits, options.now);
  const passages = passagesOf(options, budget);
  const phrase = fold(query.slice(0, LONGEST_QUERY).replace(/\s+/g, ' ')).trim();
  const most = options.most ?? MOST;
  const matches: TextMatch[] = [];
  let total = 0;
  const { exhausted } = budget;
  if (phrase === '') return { matches, total, kind: 'phrase', exhausted };

  for (const passage of passages) {
    const folded = fold(passage.text);
    for (
      let at = folded.indexOf(phrase);
      at !== -1;
      at = folded.indexOf(phrase, at + phrase.length)
    ) {
      total += 1;
      if (matches.length < most) matches.push(matchAt(passage, at, at + phrase.length));
    }
  }
  if (total > 0) return { matches, total, kind: 'phrase', exhausted };

  const words = [...new Set(phrase.split(' '))];
  if (words.length > 1) {
    for (const passage of passages) {
      const folded = fold(passage.text);
      if (!words.every((word) => folded.includes(word))) continue;
      total += 1;
      const at = Math.min(...words.map((word) => folded.indexOf(word)));
      if (matches.length < most) matches.push(matchAt(passage, at, at + 1));
    }
  }
  return { matches, total, kind: 'words', exhausted };
}

function passagesOf(options: FindTextOptions, budget: WorkBudget): Passage[] {
  const passages: Passage[] = [];
  const blocks: Element[] = [];
  const { root = document.body, shadowRootOf } = options;
  let current: Passage | undefined;
  walkPage(
    root,
    {
      enter(element, tag) {
        if (!isInline(kindOf(tag)) || tag === 'br') current = undefined;
        if (!isInline(kindOf(tag))) blocks.push(element);
        return true;
      },
      leave(element) {
        if (blocks.at(-1) !== element) return;
        blocks.pop();
        current = undefined;
      },
      text(node, element) {
        const text = textOf(node, budget.charactersLeft).replace(/\s+/g, ' ');
        if (current === undefined) {
          if (text.trim() === '') return;
          current = { block: blocks.at(-1) ?? root, text: '', elements: [] };
          passages.push(current);
        }
        budget.spendCharacters(text.length);
        current.elements.push({ at: current.text.length, element });
        current.text += current.text.endsWith(' ') ? text.trimStart() : text;
      },
    },
    { budget, shadowRootOf },
  );
  return passages;
}

function matchAt({ text, block, elements }: Passage, from: number, to: number): TextMatch {
  const places = placesOf(text, to);
  const [start, end] = [places[from] ?? 0, places[to] ?? text.length];
  return {
    before: text.slice(Math.max(0, start - CONTEXT), start),
    match: text.slice(start, end),
    after: text.slice(end, end + CONTEXT),
    element: elements.findLast(({ at }) => at <= start)?.element ?? block,
    block,
  };
}

/** Where each character of the folded text comes from, as far as it is needed. */
function placesOf(text: string, needed: number): number[] {
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    if (places.length > needed) break;
    for (let rest = fold(character).length; rest > 0; rest -= 1) places.push(at);
    at += character.length;
  }
  if (places.length <= needed) places.push(text.length);
  return places;
}

const plain = /^[\x20-\x7e]*$/;

function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return Array.from(text, foldCharacter).join('').replace(/\s+/g, ' ');
}

/** One by one, so that a text and its characters fold alike. */
function foldCharacter(character: string): string {
  if (character <= '\u007f') return character.toLowerCase();
  return character
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
}

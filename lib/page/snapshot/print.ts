import { isNamedByContent } from '../accessibility/name-rules';
import { headingLevel } from '../accessibility/states';
import { givenAttribute, isMarked } from '../unclobbered';
import { cleanText, quoted } from './clean-text';
import type { Draft } from './draft';
import type { SnapshotLine, SnapshotOptions, SnapshotTools } from './snapshot';

const DEEPEST = 100;
const DEFAULT_CHARACTERS = 400_000;
const DEFAULT_TEXT_LENGTH = 200;

interface Waiting {
  readonly content: Draft | string;
  readonly depth: number;
}

/** Writes the outline: a line an element, and an only child on the line of its parent. */
export class Printer {
  readonly lines: SnapshotLine[] = [];
  readonly #tools: SnapshotTools;
  readonly #textLength: number;
  readonly #deepest: number;
  #charactersLeft: number;
  isCut = false;

  constructor(tools: SnapshotTools, options: SnapshotOptions) {
    this.#tools = tools;
    this.#textLength = options.maxTextLength ?? DEFAULT_TEXT_LENGTH;
    this.#deepest = Math.min(options.depth ?? DEEPEST, DEEPEST);
    this.#charactersLeft = options.maxCharacters ?? DEFAULT_CHARACTERS;
  }

  print(contents: readonly (Draft | string)[]): void {
    const waiting: Waiting[] = contents.toReversed().map((content) => ({ content, depth: 0 }));
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { content, depth } = next;
      if (typeof content === 'string') {
        this.#add({ depth, text: `: ${cleanText(content, this.#textLength)}`, refs: [] });
      } else {
        const last = this.#line(content, depth);
        if (depth + 1 >= this.#deepest) continue;
        for (const child of bodyOf(last).toReversed())
          waiting.push({ content: child, depth: depth + 1 });
      }
      if (this.#charactersLeft < 0) {
        this.isCut = waiting.length > 0;
        return;
      }
    }
  }

  #add(line: SnapshotLine): void {
    this.lines.push(line);
    this.#charactersLeft -= line.depth + line.text.length + 1;
  }

  /** Gives back the last element on the line, whose children come below. */
  #line(draft: Draft, depth: number): Draft {
    const refs: string[] = [];
    const heads = [this.#head(draft, refs)];
    let last = draft;
    for (let only = onlyDraft(last); only; only = onlyDraft(last)) {
      heads.push(this.#head(only, refs));
      last = only;
      if (heads.length > DEEPEST) break;
    }
    const text = onlyText(last);
    const isLast = depth + 1 >= this.#deepest && bodyOf(last).length > 0;
    const end =
      text !== undefined
        ? `: ${cleanText(text, this.#textLength)}`
        : isLast
          ? ` +${bodyOf(last).length} inside`
          : '';
    const frame = last.role === 'iframe' ? this.#tools.frameOf?.(last.element) : undefined;
    const line = { depth, text: heads.join(' ') + end, refs };
    this.#add(frame === undefined ? line : { ...line, frame });
    return last;
  }

  #head(draft: Draft, refs: string[]): string {
    const words: string[] = [];
    if (draft.isReachable) {
      const ref = this.#tools.refOf(draft.element);
      refs.push(ref);
      words.push(ref);
    }
    const role = roleWord(draft);
    if (role !== '' || !draft.isReachable) words.push(role || 'box');
    words.push(...draft.states);
    if (draft.isClickTarget && !clickable.has(draft.role)) words.push('click');
    if (draft.name !== '' && !saysItsName(draft)) {
      words.push(quoted(cleanText(draft.name, this.#textLength)));
    }
    const placeholder = placeholderOf(draft);
    if (placeholder !== undefined) {
      words.push(`placeholder=${quoted(cleanText(placeholder, this.#textLength))}`);
    }
    return words.join(' ');
  }
}

const clickable = new Set(
  'button link checkbox radio switch tab option menuitem menuitemcheckbox menuitemradio combobox treeitem'.split(
    ' ',
  ),
);

function roleWord({ role, element }: Draft): string {
  if (role === 'generic') return '';
  if (role === 'listitem') return 'item';
  if (role !== 'heading') return role;
  const level = headingLevel(element);
  return level === undefined ? role : `h${level}`;
}

function placeholderOf({ role, name, element }: Draft): string | undefined {
  if (role !== 'textbox' || !isMarked(element, 'placeholder')) return undefined;
  const placeholder = givenAttribute(element, 'placeholder');
  return placeholder === name || placeholder === '' ? undefined : placeholder;
}

/** The lines below already say the name word for word. */
function saysItsName(draft: Draft): boolean {
  if (!isNamedByContent(draft.role)) return false;
  const name = squeeze(draft.name);
  return spoken(draft.children, name.length) === name;
}

/** The words of names and texts without the white space, a little longer than the limit at most. */
function spoken(children: readonly (Draft | string)[], limit: number): string {
  let text = '';
  const waiting = children.toReversed();
  for (let child = waiting.pop(); child !== undefined; child = waiting.pop()) {
    if (text.length > limit) break;
    if (typeof child === 'string') text += squeeze(child);
    else if (child.name !== '') text += squeeze(child.name);
    else waiting.push(...child.children.toReversed());
  }
  return text;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}

function onlyDraft({ children, role }: Draft): Draft | undefined {
  const [only] = children;
  if (children.length !== 1 || typeof only === 'string') return undefined;
  return role === 'iframe' ? undefined : only;
}

function onlyText({ children }: Draft): string | undefined {
  const [only] = children;
  return children.length === 1 && typeof only === 'string' ? only : undefined;
}

function bodyOf(draft: Draft): readonly (Draft | string)[] {
  return onlyText(draft) === undefined ? draft.children : [];
}

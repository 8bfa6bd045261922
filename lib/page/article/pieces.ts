import { attributeOf, lengthOf, textOf } from '../unclobbered';
import { walkPage, type Walk } from '../walk-page';
import { isInline, kindOf, type Kind } from './element-kinds';
import { signOf, type Sign } from './signs';

export interface TextPiece {
  readonly kind: 'text';
  readonly text: string;
  /** Line breaks in it are line breaks. */
  readonly raw: boolean;
}

export interface ElementPiece {
  readonly kind: Kind;
  readonly tag: string;
  readonly element: Element;
  readonly sign: Sign | undefined;
  /** The place of the first piece that is not inside. */
  end: number;
  /** Characters inside, and how many of them are in links, list items and buttons. */
  text: number;
  linked: number;
  links: number;
  buttons: number;
  /** Whether the words of the page's subject are inside: a main heading, an article, the main part. */
  central: boolean;
  dropped: boolean;
}

export type Piece = TextPiece | ElementPiece;

/** Private characters that mark our own signs in a line; a page's text never keeps them. */
export const MARK_OPEN = '\uE000';
export const MARK_CLOSE = '\uE001';

const spaces = /[\s\uE000-\uE001]+/g;
const privateMarks = /[\uE000-\uE001]/g;

/** What is drawn inside the root, as a flat list in order of reading. */
export function collectPieces(root: Element, walk: Walk): Piece[] {
  const pieces: Piece[] = [];
  const open: ElementPiece[] = [];
  let codeDepth = 0;
  let linkDepth = 0;
  const { budget } = walk;

  const add = (data: string, parent: Element, isCut: boolean) => {
    const raw = codeDepth > 0 || (isWrapped(data) && keepsLines(parent));
    const text = data.replace(raw ? privateMarks : spaces, raw ? '' : ' ');
    // What was cut off counts as well: a node of blanks must not look as if it had been read.
    budget.spendCharacters(isCut ? data.length : text.length);
    pieces.push({ kind: 'text', text, raw });
    const holder = open.at(-1);
    if (holder === undefined || text === ' ') return;
    holder.text += text.length;
    if (linkDepth > 0) holder.linked += text.length;
  };

  walkPage(
    root,
    {
      enter(element, tag) {
        const kind = kindOf(tag);
        if (isInline(kind) && attributeOf(element, 'aria-hidden') === 'true') return false;
        const piece: ElementPiece = {
          kind,
          tag,
          element,
          sign: isInline(kind) ? undefined : signOf(element, tag),
          ...{ end: 0, text: 0, linked: 0, links: 0, buttons: 0 },
          central: tag === 'h1' || tag === 'main' || tag === 'article',
          dropped: false,
        };
        pieces.push(piece);
        if (kind === 'field' || kind === 'math') {
          piece.end = pieces.length;
          return false;
        }
        open.push(piece);
        if (kind === 'code-block') codeDepth += 1;
        if (kind === 'link') linkDepth += 1;
        return true;
      },
      leave() {
        const piece = open.pop();
        if (piece === undefined) return;
        piece.end = pieces.length;
        if (piece.kind === 'code-block') codeDepth -= 1;
        if (piece.kind === 'link') linkDepth -= 1;
        const parent = open.at(-1);
        if (parent === undefined) return;
        parent.text += piece.text;
        parent.linked += piece.linked;
        parent.links += piece.links + (piece.kind === 'link' ? 1 : 0);
        parent.buttons += piece.buttons + (piece.tag === 'button' ? 1 : 0);
        parent.central ||= piece.central;
      },
      text(node, parent) {
        const limit = budget.charactersLeft;
        const length = lengthOf(node);
        if (limit <= 0 || length === 0) return;
        const data = textOf(node, limit);
        const part = walk.cut ? walk.cut(node, data) : data;
        if (part !== '') add(part, parent, length > limit);
      },
    },
    walk,
  );
  return pieces;
}

export function isElementPiece(piece: Piece | undefined): piece is ElementPiece {
  return piece !== undefined && piece.kind !== 'text';
}

function isWrapped(text: string): boolean {
  const line = text.indexOf('\n');
  return line !== -1 && text.trim().includes('\n');
}

function keepsLines(element: Element): boolean {
  return getComputedStyle(element).whiteSpace.startsWith('pre');
}

import { bodyOf, rootElementOf } from '../unclobbered';
import type { ShadowRootOf } from '../walk-page';
import { WorkBudget, type Exhausted, type WorkLimits } from '../work-budget';
import { aboutPage, type AboutPage } from './about-page';
import { chooseContent, type Content } from './choose-content';
import { wordsOf } from './leaf-text';
import { LinkNumbers } from './link-numbers';
import { collectPieces, isElementPiece, type ElementPiece, type Piece } from './pieces';
import { escapeText } from './plain-text';
import { renderBlocks } from './render';

export interface ReadArticleOptions {
  readonly page?: Document;
  readonly shadowRootOf?: ShadowRootOf;
  readonly limits?: Partial<WorkLimits>;
  readonly now?: () => number;
  /** Reads these ranges only, and leaves out nothing of them. */
  readonly ranges?: readonly Range[];
}

export interface Article {
  readonly title: string;
  /** Markdown in which `[3]` behind some words means the third of the links. */
  readonly text: string;
  readonly links: readonly string[];
  /** Sentences about what is not in the text. */
  readonly leftOut: readonly string[];
}

/** What a reader of the page came for, as compact Markdown. */
export function readArticle(options: ReadArticleOptions = {}): Article {
  const page = options.page ?? document;
  const { ranges } = options;
  const budget = new WorkBudget(options.limits, options.now);
  const root = rootOf(page, ranges);
  const isWithin = ranges && ((node: Node) => ranges.some((range) => range.intersectsNode(node)));
  const pieces =
    root === null
      ? []
      : collectPieces(root, {
          budget,
          isWithin,
          cut: ranges && cutTo(ranges),
          shadowRootOf: options.shadowRootOf,
        });
  const content = ranges ? { from: 0, to: pieces.length, leftOut: false } : chooseContent(pieces);
  const about = aboutPage(page);
  const heading = ranges ? undefined : takeHeading(pieces, content);
  const title = heading ?? about.title;
  const numbers = new LinkNumbers(page.baseURI);
  const rendering = { pieces, numbers, pendingLink: undefined };
  const blocks = renderBlocks(rendering, content.from, content.to);
  const top = ranges ? [] : [`# ${escapeText(title)}`, ...signature(about, blocks)];
  return {
    title,
    text: [...(title === '' ? top.slice(1) : top), ...blocks].join('\n\n'),
    links: numbers.addresses,
    leftOut: leftOutOf(budget.exhausted, content),
  };
}

function rootOf(page: Document, ranges: readonly Range[] | undefined): Element | null {
  const [range, ...others] = ranges ?? [];
  if (range === undefined || others.length > 0) return bodyOf(page) ?? rootElementOf(page);
  const common = range.commonAncestorContainer;
  if (common instanceof Element) return common;
  return common.parentElement ?? rootElementOf(page);
}

/** The first and the last text of a range are in it in part. */
function cutTo(ranges: readonly Range[]): (node: Text, text: string) => string {
  return (node, text) => {
    const range = ranges.find((one) => one.intersectsNode(node));
    if (range === undefined) return '';
    const from = range.startContainer === node ? range.startOffset : 0;
    return text.slice(from, range.endContainer === node ? range.endOffset : text.length);
  };
}

/** The page's main heading is its title, and is not told twice. */
function takeHeading(pieces: readonly Piece[], { from, to }: Content): string | undefined {
  const isHeading = (piece: Piece): piece is ElementPiece =>
    isElementPiece(piece) && piece.tag === 'h1' && piece.text > 0;
  const inside = pieces.slice(from, to).filter(isHeading);
  const heading = inside[0] ?? pieces.find(isHeading);
  if (heading === undefined || inside.length > 1) return undefined;
  const words = wordsOf(pieces, pieces.indexOf(heading), heading).replace(/\s+/g, ' ').trim();
  if (words === '' || words.length > 300) return undefined;
  heading.dropped = true;
  return words;
}

/** Author and date, unless the text begins with them. */
function signature({ author, date }: AboutPage, blocks: readonly string[]): string[] {
  const beginning = blocks.slice(0, 6).join(' ').slice(0, 1_500);
  const missing = [author, date].filter((part) => part !== '' && !beginning.includes(part));
  return missing.length === 0 ? [] : [escapeText(missing.join(' · '))];
}

const reasons: Record<Exhausted, string> = {
  elements: 'The page has very many elements; the rest was not read.',
  characters: 'The page is very long; the rest was not read.',
  milliseconds: 'Reading took too long; the rest was not read.',
};

function leftOutOf(exhausted: Exhausted | undefined, content: Content): string[] {
  return [
    ...(exhausted === undefined ? [] : [reasons[exhausted]]),
    ...(content.leftOut
      ? ['Menus, banners and other parts around the content were left out.']
      : []),
  ];
}

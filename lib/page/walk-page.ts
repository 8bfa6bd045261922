import { firstChildOf, nextSiblingOf, nodeTypeOf, openShadowRootOf, tagOf } from './unclobbered';
import { visibilityOf } from './visibility';
import type { WorkBudget } from './work-budget';

export type ShadowRootOf = (element: Element) => ShadowRoot | null;

export interface Visitor {
  /** Whether to look inside. `leave` follows only if so. */
  enter(element: Element, tag: string): boolean;
  leave(element: Element): void;
  text(node: Text, parent: Element): void;
}

export interface Walk {
  readonly budget: WorkBudget;
  readonly shadowRootOf?: ShadowRootOf | undefined;
  /** Leaves out whole subtrees before anything is asked about them. */
  readonly isWithin?: ((node: Node) => boolean) | undefined;
  /** The part of a text that is wanted. */
  readonly cut?: ((node: Text, text: string) => string) | undefined;
}

interface Level {
  readonly element: Element;
  /** Where its siblings go on. */
  readonly following: Node | null;
  readonly queue: readonly Node[] | undefined;
  readonly place: number;
  readonly hollow: boolean;
}

const unread = new Set([
  ...['script', 'style', 'noscript', 'template', 'head', 'link', 'meta', 'iframe', 'object'],
  ...['embed', 'canvas', 'video', 'audio', 'area', 'map', 'source', 'track', 'datalist'],
]);

/**
 * Walks what is drawn, in the order in which it is drawn: into shadow roots, and from slots to what
 * fills them. Its stack is an array, so nesting cannot overflow it.
 */
export function walkPage(root: Element, visitor: Visitor, walk: Walk): void {
  const { budget, isWithin } = walk;
  const shadowRootOf = walk.shadowRootOf ?? openShadowRootOf;
  const levels: Level[] = [];
  let node: Node | null = root;
  let queue: readonly Node[] | undefined;
  let place = 0;
  let hollow = false;
  let parent = root;

  while (true) {
    if (node === null) {
      const level = levels.pop();
      if (level === undefined) return;
      visitor.leave(level.element);
      ({ queue, place, hollow, following: node } = level);
      parent = levels.at(-1)?.element ?? root;
      continue;
    }
    const following: Node | null = node === root ? null : after(node);
    const next = budget.exhausted === undefined ? step(node) : undefined;
    if (budget.exhausted !== undefined && next === undefined) node = null;
    else node = next === undefined ? following : open(next, following);
  }

  function after(current: Node): Node | null {
    if (queue === undefined) return nextSiblingOf(current);
    place += 1;
    return queue[place] ?? null;
  }

  /** The element to go into, if any. */
  function step(current: Node): { element: Element; tag: string; hollow: boolean } | undefined {
    const type = nodeTypeOf(current);
    if (type === Node.TEXT_NODE) {
      if (!hollow && isText(current) && (isWithin?.(current) ?? true)) {
        visitor.text(current, parent);
      }
      return undefined;
    }
    if (type !== Node.ELEMENT_NODE || !isElement(current)) return undefined;
    const tag = tagOf(current);
    if (unread.has(tag) || !budget.spendElement() || !(isWithin?.(current) ?? true)) {
      return undefined;
    }
    const visibility = visibilityOf(current);
    if (visibility === 'gone' || !visitor.enter(current, tag)) return undefined;
    return { element: current, tag, hollow: visibility === 'hollow' };
  }

  function open(
    entered: { element: Element; tag: string; hollow: boolean },
    following: Node | null,
  ) {
    const { element, tag } = entered;
    levels.push({ element, following, queue, place, hollow });
    ({ hollow } = entered);
    parent = element;
    queue = tag === 'slot' ? assignedTo(element) : undefined;
    place = 0;
    if (queue !== undefined) return queue[0] ?? null;
    return firstChildOf((mayHost(tag) ? shadowRootOf(element) : null) ?? element);
  }
}

function assignedTo(slot: Element): readonly Node[] | undefined {
  const nodes = slot instanceof HTMLSlotElement ? slot.assignedNodes() : [];
  return nodes.length > 0 ? nodes : undefined;
}

const hosts = new Set([
  ...['article', 'aside', 'blockquote', 'body', 'div', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5'],
  ...['h6', 'header', 'main', 'nav', 'p', 'section', 'span'],
]);

function mayHost(tag: string): boolean {
  return hosts.has(tag) || tag.includes('-');
}

function isElement(node: Node): node is Element {
  return nodeTypeOf(node) === Node.ELEMENT_NODE;
}

function isText(node: Node): node is Text {
  return nodeTypeOf(node) === Node.TEXT_NODE;
}

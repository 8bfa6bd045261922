import { firstChildOf, nextSiblingOf, parentNodeOf, rootOf, tagOf } from './unclobbered';

/** The first element child with this tag. */
export function childWithTag(element: Element, tag: string): Element | undefined {
  for (let child = firstChildOf(element); child; child = nextSiblingOf(child)) {
    if (child instanceof Element && tagOf(child) === tag) return child;
  }
  return undefined;
}

/** The parent, or the host of the shadow tree whose top this element is. */
export function parentElementOf(element: Element): Element | undefined {
  const parent = parentNodeOf(element);
  if (parent instanceof Element) return parent;
  return parent instanceof ShadowRoot ? parent.host : undefined;
}

/** The elements that an attribute names by their ids, in the tree that the element is in. */
export function elementsNamedBy(element: Element, ids: string | undefined): Element[] {
  if (ids === undefined) return [];
  const root = rootOf(element);
  const found = new Set<Element>();
  for (const id of ids.split(/\s+/)) {
    const named = id === '' ? null : elementById(root, id);
    if (named) found.add(named);
  }
  return [...found];
}

function elementById(root: Node, id: string): Element | null {
  if (root instanceof Document) return Document.prototype.getElementById.call(root, id);
  return root instanceof DocumentFragment ? root.getElementById(id) : null;
}

import { elementsNamedBy } from '../relations';
import { firstChildOf, givenAttribute, nextSiblingOf, tagOf } from '../unclobbered';
import type { ShadowRootOf } from '../walk-page';

/** More than a snapshot ever visits, and few enough to be held. */
const MOST = 200_000;

/** The children as they are drawn: those of the shadow tree, and in a slot those that were put there. */
export function flatChildren(element: Element, shadowRootOf: ShadowRootOf): Node[] {
  const children: Node[] = [];
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  const parent = mayHost(element) ? (shadowRootOf(element) ?? element) : element;
  for (let child = firstChildOf(parent); child; child = nextSiblingOf(child)) {
    if (children.push(child) >= MOST) break;
  }
  return children;
}

export function ownedChildren(element: Element): Element[] {
  const ids = givenAttribute(element, 'aria-owns');
  return ids === undefined ? [] : elementsNamedBy(element, ids);
}

const hosts = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(
    ' ',
  ),
);

/** The elements of HTML that can have a shadow tree, and all custom ones. */
function mayHost(element: Element): boolean {
  const tag = tagOf(element);
  return hosts.has(tag) || tag.includes('-');
}

/**
 * Reads of the DOM that a page cannot bend. A field named `firstChild` hides `form.firstChild`, and
 * an image named `body` hides `document.body`, in an isolated world too; the getters of the
 * prototypes see past them.
 */

function getterOf<Target extends object, Name extends keyof Target>(
  prototype: Target,
  name: Name,
): (target: Target) => Target[Name] {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called on its target below
  const get: (() => Target[Name]) | undefined = Object.getOwnPropertyDescriptor(
    prototype,
    name,
  )?.get;
  if (get === undefined) throw new TypeError(`There is no getter of ${String(name)}.`);
  return (target) => get.call(target);
}

export const firstChildOf = getterOf(Node.prototype, 'firstChild');
export const nextSiblingOf = getterOf(Node.prototype, 'nextSibling');
export const parentNodeOf = getterOf(Node.prototype, 'parentNode');
export const isConnected = getterOf(Node.prototype, 'isConnected');
export const assignedSlotOf = getterOf(Element.prototype, 'assignedSlot');
export const nodeTypeOf = getterOf(Node.prototype, 'nodeType');
export const tagOf = getterOf(Element.prototype, 'localName');
export const lengthOf = getterOf(CharacterData.prototype, 'length');
export const openShadowRootOf = getterOf(Element.prototype, 'shadowRoot');
export const bodyOf = getterOf(Document.prototype, 'body');
export const titleOf = getterOf(Document.prototype, 'title');
export const rootElementOf = getterOf(Document.prototype, 'documentElement');
export const activeElementOf = getterOf(Document.prototype, 'activeElement');
export const valueOf = getterOf(HTMLInputElement.prototype, 'value');
export const areaValueOf = getterOf(HTMLTextAreaElement.prototype, 'value');

export function attributeOf(element: Element, name: string): string {
  return Element.prototype.getAttribute.call(element, name) ?? '';
}

/** Undefined for an attribute that is not there. */
export function givenAttribute(element: Element, name: string): string | undefined {
  return Element.prototype.getAttribute.call(element, name) ?? undefined;
}

export function isMarked(element: Element, name: string): boolean {
  return Element.prototype.hasAttribute.call(element, name);
}

export function findIn(root: Element, selector: string): Element | null {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- `call` picks the overload for old tags
  return Element.prototype.querySelector.call(root, selector);
}

export function findInDocument(page: Document, selector: string): Element | null {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- `call` picks the overload for old tags
  return Document.prototype.querySelector.call(page, selector);
}

export function selectionOf(page: Document): Selection | null {
  return Document.prototype.getSelection.call(page);
}

/** At most `limit` characters: the whole of a huge node is never copied. */
export function textOf(node: CharacterData, limit: number): string {
  return CharacterData.prototype.substringData.call(node, 0, limit);
}

export function rootOf(node: Node): Node {
  return Node.prototype.getRootNode.call(node);
}

export function closestOf(element: Element, selector: string): Element | null {
  return Element.prototype.closest.call(element, selector);
}

export function rectOf(element: Element): DOMRect {
  return Element.prototype.getBoundingClientRect.call(element);
}

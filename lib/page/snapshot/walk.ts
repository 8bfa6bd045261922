import { AccessibleNames, isInClosedDetails } from '../accessibility/accessible-name';
import { typedValue } from '../accessibility/control-value';
import { ElementFacts, isRendered } from '../accessibility/element-facts';
import { flatChildren, ownedChildren } from '../accessibility/flat-children';
import { isPresentational } from '../accessibility/role';
import { statesOf } from '../accessibility/states';
import {
  activeElementOf,
  closestOf,
  firstChildOf,
  givenAttribute,
  isMarked,
  nextSiblingOf,
  rectOf,
  tagOf,
  textOf,
} from '../unclobbered';
import { collapse } from './collapse';
import type { Draft } from './draft';
import type { Limits } from './limits';
import type { SnapshotTools } from './snapshot';

const MOST_TEXT = 4_000;

interface Visit {
  readonly element: Element;
  readonly isVisible: boolean;
  readonly isInView: boolean;
  readonly isAriaDisabled: boolean;
  readonly isInClickTarget: boolean;
  /** The element itself, unless it only passes its content on. */
  readonly draft: Draft | undefined;
  /** Where the content goes. */
  readonly into: Draft;
  readonly children: readonly Node[];
  next: number;
}

/**
 * Goes through the page once, in the order of the flat tree. It keeps its own stack: pages nest
 * deeper than calls may.
 */
export class Walk {
  readonly #facts: ElementFacts;
  readonly #names: AccessibleNames;
  readonly #limits: Limits;
  readonly #viewport: { width: number; height: number } | undefined;
  readonly #focused: Element | undefined;
  readonly #visited = new Set<Element>();
  readonly #stack: Visit[] = [];

  constructor(tools: SnapshotTools, limits: Limits, onlyViewport: boolean) {
    this.#facts = new ElementFacts(tools.shadowRootOf);
    this.#names = new AccessibleNames(this.#facts);
    this.#limits = limits;
    this.#viewport = onlyViewport ? { width: innerWidth, height: innerHeight } : undefined;
    this.#focused = focusedIn(tools);
  }

  from(root: Element): readonly (Draft | string)[] {
    const top = draftOf(root, 'document', '', []);
    this.#enter(root, top, undefined);
    for (let visit = this.#stack.at(-1); visit; visit = this.#stack.at(-1)) {
      const child = visit.children[visit.next];
      visit.next += 1;
      if (child === undefined) this.#leave(visit);
      else if (child instanceof Element) this.#enter(child, visit.into, visit);
      else if (child instanceof Text) addText(visit, child);
    }
    collapse(top);
    return top.children;
  }

  #enter(element: Element, parent: Draft, around: Visit | undefined): void {
    if (this.#visited.has(element) || !this.#limits.allowsAnother()) return;
    this.#visited.add(element);
    const facts = this.#facts;
    const isHidden = facts.isHidden(element);
    const isSeen = facts.isSeen(element);
    if (isHidden && !isSeen && this.#hidesContent(element)) return;
    const isVisible = !isHidden || isSeen;
    const isAriaDisabled = ariaDisabled(element) ?? around?.isAriaDisabled ?? false;
    const isInView = this.#isInView(element);
    const isInClickTarget = around?.isInClickTarget ?? false;
    const draft = isVisible
      ? this.#draft(element, { isSeen, isAriaDisabled, isInView, isInClickTarget })
      : undefined;
    const into = draft ?? parent;
    const visit = {
      ...{ element, isVisible, isInView, isAriaDisabled, draft, into },
      isInClickTarget: isInClickTarget || draft?.isClickTarget === true,
      children: [...flatChildren(element, facts.shadowRootOf), ...ownedChildren(element)],
      next: 0,
    };
    if (facts.display(element) !== 'inline' || tagOf(element) === 'br') into.children.push(' ');
    if (isVisible && isInView) into.children.push(facts.pseudoText(element, '::before'));
    this.#stack.push(visit);
    this.#parents.set(visit, parent);
  }

  readonly #parents = new WeakMap<Visit, Draft>();

  #leave(visit: Visit): void {
    this.#stack.pop();
    const { element, draft, into } = visit;
    if (visit.isVisible && visit.isInView) {
      into.children.push(this.#facts.pseudoText(element, '::after'));
    }
    if (this.#facts.display(element) !== 'inline') into.children.push(' ');
    if (draft === undefined) return;
    const rest = collapse(draft);
    const isOutOfView = !draft.isInView && draft.children.length === 0;
    if (!isOutOfView) this.#parents.get(visit)?.children.push(...rest);
  }

  #draft(
    element: Element,
    seen: { isSeen: boolean; isAriaDisabled: boolean; isInView: boolean; isInClickTarget: boolean },
  ): Draft | undefined {
    const facts = this.#facts;
    const isFrame = ['iframe', 'frame'].includes(tagOf(element));
    const computed = isFrame ? 'iframe' : facts.role(element);
    if (isPresentational(computed)) return undefined;
    const role = computed === '' ? 'generic' : computed;
    if (role === 'generic' && isInlineText(element, facts)) return undefined;
    const style = facts.style(element);
    const isReachable = seen.isSeen && style.pointerEvents !== 'none';
    const isClickTarget = isReachable && !seen.isInClickTarget && style.cursor === 'pointer';
    const states = statesOf(element, role, seen.isAriaDisabled);
    if (element === this.#focused) states.push('focused');
    if (givenAttribute(element, 'aria-hidden')?.toLowerCase() === 'true') states.push('hidden');
    if (isMarked(element, 'inert')) states.push('inert');
    const name = isFrame ? (givenAttribute(element, 'title') ?? '') : this.#names.nameOf(element);
    const draft = { ...draftOf(element, role, name, states), isReachable, isClickTarget };
    const value = typedValue(element);
    if (value !== undefined && !isValueless(element)) {
      draft.children.push(value.slice(0, MOST_TEXT));
    }
    return { ...draft, isInView: seen.isInView };
  }

  /** Nothing inside can be visible again, as it could be inside of `visibility: hidden`. */
  #hidesContent(element: Element): boolean {
    const tag = tagOf(element);
    if (tag === 'slot' || this.#facts.isBoxless(element)) return false;
    if (tag === 'optgroup' && closestOf(element, 'select')) return false;
    return !Element.prototype.checkVisibility.call(element) || !isVisibleTag(tag);
  }

  #isInView(element: Element): boolean {
    if (!this.#viewport || this.#facts.isBoxless(element)) return true;
    const { left, top, right, bottom } = rectOf(element);
    const { width, height } = this.#viewport;
    return right > 0 && bottom > 0 && left < width && top < height && isRendered(element);
  }
}

function draftOf(element: Element, role: string, name: string, states: string[]): Draft {
  const flags = { isReachable: false, isClickTarget: false, isInView: true };
  return { element, role, name, states, ...flags, children: [] };
}

function addText(visit: Visit, text: Text): void {
  if (!visit.isVisible || !visit.isInView || isInClosedDetails(visit.element)) return;
  if (typedValue(visit.element) !== undefined) return;
  visit.into.children.push(textOf(text, MOST_TEXT));
}

function isVisibleTag(tag: string): boolean {
  return tag !== 'style' && tag !== 'script' && tag !== 'noscript' && tag !== 'template';
}

function isValueless(element: Element): boolean {
  return (
    element instanceof HTMLInputElement &&
    ['checkbox', 'radio', 'file', 'button', 'submit', 'reset', 'image'].includes(element.type)
  );
}

function isInlineText(element: Element, facts: ElementFacts): boolean {
  const only = firstChildOf(element);
  if (!(only instanceof Text) || nextSiblingOf(only) !== null) return false;
  return facts.display(element) === 'inline' && isRendered(element);
}

function ariaDisabled(element: Element): boolean | undefined {
  const value = givenAttribute(element, 'aria-disabled')?.toLowerCase();
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

function focusedIn({ document, shadowRootOf }: SnapshotTools): Element | undefined {
  let focused = activeElementOf(document);
  for (let depth = 0; focused && depth < 50; depth += 1) {
    const inner: Element | null = shadowRootOf(focused)?.activeElement ?? null;
    if (inner === null) return focused;
    focused = inner;
  }
  return focused ?? undefined;
}

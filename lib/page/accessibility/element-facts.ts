import { parentElementOf } from '../relations';
import {
  assignedSlotOf,
  closestOf,
  firstChildOf,
  givenAttribute,
  nextSiblingOf,
  parentNodeOf,
  rectOf,
  tagOf,
} from '../unclobbered';
import { readCssContent } from './css-content';
import type { ShadowRootOf } from '../walk-page';
import { computeRole } from './role';

const MOST_BOXLESS = 40;
const silentTags = new Set(['style', 'script', 'noscript', 'template']);

/**
 * What one snapshot found out about the elements of a page. Asking the browser for styles and boxes
 * is what a snapshot spends its time on, so each is asked for once. Good only as long as the page
 * does not change: one snapshot, without a pause.
 */
export class ElementFacts {
  readonly shadowRootOf: ShadowRootOf;
  readonly #styles = new Map<Element, CSSStyleDeclaration>();
  readonly #displays = new Map<Element, string>();
  readonly #roles = new Map<Element, string>();
  readonly #hidden = new Map<Element, boolean>();
  readonly #removed = new Map<Element, boolean>();
  #boxless = 0;

  constructor(shadowRootOf: ShadowRootOf) {
    this.shadowRootOf = shadowRootOf;
  }

  /** A live object of the browser: reading a property of it costs, holding it does not. */
  style(element: Element): CSSStyleDeclaration {
    let style = this.#styles.get(element);
    if (style === undefined) {
      style = getComputedStyle(element);
      this.#styles.set(element, style);
    }
    return style;
  }

  display(element: Element): string {
    let display = this.#displays.get(element);
    if (display === undefined) {
      display = this.style(element).display;
      this.#displays.set(element, display);
    }
    return display;
  }

  role(element: Element): string {
    let role = this.#roles.get(element);
    if (role === undefined) {
      role = computeRole(element);
      this.#roles.set(element, role);
    }
    return role;
  }

  /** The words that styles put before or after the content, with room around them unless inline. */
  pseudoText(element: Element, pseudo: '::before' | '::after'): string {
    const style = getComputedStyle(element, pseudo);
    const { content } = style;
    if (content === 'none' || content === 'normal' || content === '' || content === '""') return '';
    const { display } = style;
    if (display === 'none' || style.visibility === 'hidden') return '';
    const text = readCssContent(element, content);
    return display === 'inline' ? text : ` ${text} `;
  }

  /** A slot, and an element with `display: contents`: no box of its own, and its children are there. */
  isBoxless(element: Element): boolean {
    return this.display(element) === 'contents';
  }

  /** Whether assistive technology passes over the element. */
  isHidden(element: Element): boolean {
    let hidden = this.#hidden.get(element);
    if (hidden === undefined) {
      hidden = this.#computeHidden(element);
      this.#hidden.set(element, hidden);
    }
    return hidden;
  }

  /** Whether a person sees a box, which assistive technology may have been told to pass over. */
  isSeen(element: Element): boolean {
    if (this.isBoxless(element)) {
      return this.#someChild(element, (child) => this.isSeen(child));
    }
    if (!isRendered(element)) return false;
    const { width, height } = rectOf(element);
    return width > 0 && height > 0;
  }

  #computeHidden(element: Element): boolean {
    const tag = tagOf(element);
    if (silentTags.has(tag)) return true;
    if (tag === 'slot') return this.#isRemoved(element);
    if (tag === 'option' && closestOf(element, 'select')) return this.#isRemoved(element);
    if (isRendered(element)) return this.#isRemoved(element);
    return !this.isBoxless(element) || !this.#someChild(element, (child) => !this.isHidden(child));
  }

  #someChild(element: Element, holds: (child: Element) => boolean): boolean {
    // What nests boxes that are none this deep means to be looked into for ever.
    if (this.#boxless >= MOST_BOXLESS) return true;
    this.#boxless += 1;
    try {
      return someChild(element, holds);
    } finally {
      this.#boxless -= 1;
    }
  }

  /** Taken out with everything inside: not displayed, `aria-hidden`, or in no slot of its host. */
  #isRemoved(element: Element): boolean {
    const path: Element[] = [];
    let removed = false;
    for (let at: Element | undefined = element; at; at = parentElementOf(at)) {
      const known = this.#removed.get(at);
      if (known !== undefined) {
        removed = known;
        break;
      }
      path.push(at);
      if (this.#removesItself(at)) {
        removed = true;
        break;
      }
    }
    for (const at of path) this.#removed.set(at, removed);
    return removed;
  }

  #removesItself(element: Element): boolean {
    if (givenAttribute(element, 'aria-hidden')?.toLowerCase() === 'true') return true;
    if (this.display(element) === 'none') return true;
    const parent = parentElementOf(element);
    return (
      parent !== undefined &&
      assignedSlotOf(element) === null &&
      parentNodeOf(element) === parent &&
      this.shadowRootOf(parent)?.mode === 'open'
    );
  }
}

function someChild(element: Element, holds: (child: Element) => boolean): boolean {
  for (let child = firstChildOf(element); child; child = nextSiblingOf(child)) {
    if (child instanceof Element && holds(child)) return true;
    if (child instanceof Text && isTextSeen(child)) return true;
  }
  return false;
}

const alsoByVisibility = { visibilityProperty: true };

export function isRendered(element: Element): boolean {
  return Element.prototype.checkVisibility.call(element, alsoByVisibility);
}

function isTextSeen(text: Text): boolean {
  const range = new Range();
  range.selectNode(text);
  const { width, height } = range.getBoundingClientRect();
  return width > 0 && height > 0;
}

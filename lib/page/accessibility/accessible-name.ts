import { elementsNamedBy } from '../relations';
import { givenAttribute, isMarked, tagOf, textOf } from '../unclobbered';
import { embeddedValue } from './control-value';
import type { ElementFacts } from './element-facts';
import { flatChildren, ownedChildren } from './flat-children';
import { LabelIndex } from './label-index';
import { isNamedByContent, isNeverNamed, passesContent } from './name-rules';
import { nativeName, type NativeName } from './native-name';
import { isPresentational } from './role';

/** Long before this a reader has stopped reading; it bounds what one name can cost. */
const MOST_CHARACTERS = 2_000;
const MOST_LEVELS = 200;

/** How the walk came to an element, which decides what the element contributes. */
interface Way {
  /** The element itself, something in its content, or something that an attribute points at. */
  readonly part: 'self' | 'content' | 'reference';
  readonly by: 'label' | 'labelledby' | 'native' | undefined;
  /** What is hidden counts when something points right at it. */
  readonly throughHidden: boolean;
  readonly visited: Set<Element>;
  readonly level: number;
}

/** Names after the algorithm of accname 1.2, with results kept for one snapshot. */
export class AccessibleNames {
  readonly #facts: ElementFacts;
  readonly #labels = new LabelIndex();
  readonly #contents = new Map<Element, string>();

  constructor(facts: ElementFacts) {
    this.#facts = facts;
  }

  nameOf(element: Element): string {
    if (isNeverNamed(this.#facts.role(element))) return '';
    const name = this.#text(element, {
      part: 'self',
      by: undefined,
      throughHidden: false,
      visited: new Set(),
      level: 0,
    });
    return collapse(name);
  }

  /** Rows repeat the texts of their cells, and trees those of their branches: each is read once. */
  #text(element: Element, way: Way): string {
    if (way.level > MOST_LEVELS || way.visited.has(element)) return '';
    const repeatable = way.part === 'content' && way.by === undefined && !way.throughHidden;
    const known = repeatable ? this.#contents.get(element) : undefined;
    if (known !== undefined) return known;
    const text = this.#compute(element, way);
    way.visited.add(element);
    if (repeatable) this.#contents.set(element, text);
    return text;
  }

  #compute(element: Element, way: Way): string {
    if (!way.throughHidden && this.#facts.isHidden(element)) return '';
    const references = referencesOf(element);
    if (way.by !== 'labelledby' && references.length > 0) {
      const text = this.#join(references, way, 'labelledby');
      if (text !== '') return text;
    }
    const role = this.#facts.role(element);
    if (way.part === 'content' || way.by === 'label' || way.by === 'labelledby') {
      const value = this.#valueOf(element, role, references, way);
      if (value !== undefined) return value;
    }
    const label = givenAttribute(element, 'aria-label') ?? '';
    if (label.trim() !== '') return label;
    if (!isPresentational(role)) {
      const native = nativeName(element, isMarked(element, 'aria-labelledby'));
      if (native !== undefined) return this.#resolve(element, native, way);
    }
    if (this.#readsContent(element, role, way)) {
      const content = this.#content(element, way);
      if ((way.part === 'self' ? content.trim() : content) !== '') return content;
    }
    return isPresentational(role) ? '' : (givenAttribute(element, 'title') ?? '');
  }

  #valueOf(element: Element, role: string, references: Element[], way: Way): string | undefined {
    if (references.includes(element)) return undefined;
    const value = embeddedValue(element, role, (other) => this.#facts.role(other));
    if (!Array.isArray(value)) return value;
    way.visited.add(element);
    return value.map((option) => this.#text(option, into(way))).join(' ');
  }

  #resolve(element: Element, native: NativeName, way: Way): string {
    // A control inside of its own label must not name itself.
    way.visited.add(element);
    if (native.labels === true && way.by !== 'labelledby') {
      const labels = this.#labels.labelsOf(element);
      if (labels.length > 0) return this.#join(labels, way, 'label');
    }
    const { from } = native;
    if (from !== undefined) {
      const by = native.asLabel === true ? 'labelledby' : 'native';
      return this.#text(from, { ...into(way), by, throughHidden: this.#facts.isHidden(from) });
    }
    if (native.contentToo === true) return this.#contentOrTitle(element, way);
    return native.text ?? '';
  }

  #contentOrTitle(element: Element, way: Way): string {
    const role = this.#facts.role(element);
    const content = this.#readsContent(element, role, way) ? this.#content(element, way) : '';
    return content.trim() === '' ? (givenAttribute(element, 'title') ?? '') : content;
  }

  #join(elements: readonly Element[], way: Way, by: 'label' | 'labelledby'): string {
    return elements
      .map((element) =>
        this.#text(element, {
          part: 'reference',
          by,
          throughHidden: this.#facts.isHidden(element),
          visited: way.visited,
          level: way.level + 1,
        }),
      )
      .filter((text) => text !== '')
      .join(' ');
  }

  #readsContent(element: Element, role: string, way: Way): boolean {
    if (way.by !== undefined || isNamedByContent(role)) return true;
    if (way.part === 'content' && passesContent(role)) return true;
    return tagOf(element) === 'summary' && !isPresentational(role);
  }

  #content(element: Element, way: Way): string {
    way.visited.add(element);
    const inner = into(way);
    let text = this.#facts.pseudoText(element, '::before');
    const children = flatChildren(element, this.#facts.shadowRootOf);
    for (const child of [...children, ...ownedChildren(element)]) {
      if (text.length > MOST_CHARACTERS) return text;
      if (child instanceof Text) {
        if (way.throughHidden || !isInClosedDetails(element)) {
          text += textOf(child, MOST_CHARACTERS);
        }
      } else if (child instanceof Element) {
        const part = this.#text(child, inner);
        const inline = this.#facts.display(child) === 'inline' && tagOf(child) !== 'br';
        text += inline ? part : ` ${part} `;
      }
    }
    return text + this.#facts.pseudoText(element, '::after');
  }
}

function into(way: Way): Way {
  return { ...way, part: way.part === 'self' ? 'content' : way.part, level: way.level + 1 };
}

function referencesOf(element: Element): Element[] {
  const ids = givenAttribute(element, 'aria-labelledby');
  if (ids === undefined) return [];
  // Scripts can point at elements without ids; the attribute is empty then.
  const set = ids === '' ? element.ariaLabelledByElements : undefined;
  return set ? [...set] : elementsNamedBy(element, ids);
}

export function isInClosedDetails(element: Element): boolean {
  return element instanceof HTMLDetailsElement && !element.open;
}

function collapse(text: string): string {
  return text
    .replace(/[\u200B\u00AD]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

import { rootOf } from '../unclobbered';

const HTML = 'http://www.w3.org/1999/xhtml';

/**
 * Which labels name which control. Made in one pass over a tree's labels, because `control.labels`
 * walks through the whole tree for every control.
 */
export class LabelIndex {
  readonly #roots = new Map<Node, Map<Element, Element[]>>();

  labelsOf(control: Element): readonly Element[] {
    const root = rootOf(control);
    let labels = this.#roots.get(root);
    if (labels === undefined) {
      labels = indexLabels(root);
      this.#roots.set(root, labels);
    }
    return labels.get(control) ?? [];
  }
}

function indexLabels(root: Node): Map<Element, Element[]> {
  const byControl = new Map<Element, Element[]>();
  for (const label of queryLabels(root)) {
    const control = label instanceof HTMLLabelElement ? label.control : null;
    if (control === null) continue;
    const labels = byControl.get(control);
    if (labels) labels.push(label);
    else byControl.set(control, [label]);
  }
  return byControl;
}

function queryLabels(root: Node): Iterable<Element> {
  if (root instanceof Document)
    return Document.prototype.getElementsByTagNameNS.call(root, HTML, 'label');
  return root instanceof DocumentFragment ? root.querySelectorAll('label') : [];
}

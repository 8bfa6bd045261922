import { elementsNamedBy, parentElementOf } from '../relations';
import {
  closestOf,
  firstChildOf,
  givenAttribute,
  isMarked,
  nextSiblingOf,
  rootOf,
  tagOf,
} from '../unclobbered';
import { explicitRoleOf } from './explicit-role';
import { hasGlobalAttribute, hasTabIndex } from './presentation';

const plain: Readonly<Record<string, string>> = {
  article: 'article',
  aside: 'complementary',
  blockquote: 'blockquote',
  button: 'button',
  caption: 'caption',
  code: 'code',
  datalist: 'listbox',
  dd: 'definition',
  del: 'deletion',
  details: 'group',
  dfn: 'term',
  dialog: 'dialog',
  dt: 'term',
  em: 'emphasis',
  fieldset: 'group',
  figure: 'figure',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hr: 'separator',
  html: 'document',
  ins: 'insertion',
  li: 'listitem',
  main: 'main',
  mark: 'mark',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  search: 'search',
  strong: 'strong',
  sub: 'subscript',
  sup: 'superscript',
  svg: 'img',
  table: 'table',
  tbody: 'rowgroup',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  thead: 'rowgroup',
  time: 'time',
  tr: 'row',
  ul: 'list',
};

const byCircumstances: Readonly<Record<string, (element: Element) => string>> = {
  a: linkRole,
  area: linkRole,
  footer: (element) => (isInSection(element) ? '' : 'contentinfo'),
  form: (element) => (isLabelled(element) ? 'form' : ''),
  header: (element) => (isInSection(element) ? '' : 'banner'),
  img: imageRole,
  input: (element) => (element instanceof HTMLInputElement ? inputRole(element) : ''),
  section: (element) => (isLabelled(element) ? 'region' : ''),
  select: (element) =>
    element instanceof HTMLSelectElement && (element.multiple || element.size > 1)
      ? 'listbox'
      : 'combobox',
  td: dataCellRole,
  th: headerCellRole,
};

const inputRoles: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  file: 'button',
  hidden: '',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

const sections = [
  ...['article', 'aside', 'main', 'nav', 'section'].map((tag) => `${tag}:not([role])`),
  ...['article', 'complementary', 'main', 'navigation', 'region'].map((role) => `[role=${role}]`),
].join(',');

/** What the element means by itself; empty where it means nothing. */
export function implicitRoleOf(element: Element): string {
  const tag = tagOf(element);
  return plain[tag] ?? byCircumstances[tag]?.(element) ?? '';
}

function linkRole(element: Element): string {
  return isMarked(element, 'href') ? 'link' : '';
}

function isLabelled(element: Element): boolean {
  return isMarked(element, 'aria-label') || isMarked(element, 'aria-labelledby');
}

/** Also looks out of shadow trees. */
function closestAnywhere(element: Element, selector: string): Element | undefined {
  let current: Element | undefined = element;
  while (current) {
    const found = closestOf(current, selector);
    if (found) return found;
    const root = rootOf(current);
    current = root instanceof ShadowRoot ? root.host : undefined;
  }
  return undefined;
}

function isInSection(element: Element): boolean {
  return closestAnywhere(element, sections) !== undefined;
}

function imageRole(element: Element): string {
  const decorative = givenAttribute(element, 'alt') === '' && !givenAttribute(element, 'title');
  if (decorative && !hasGlobalAttribute(element, '') && !hasTabIndex(element)) {
    return 'presentation';
  }
  return 'img';
}

function inputRole(input: HTMLInputElement): string {
  const { type } = input;
  if (['email', 'search', 'tel', 'text', 'url'].includes(type) && isMarked(input, 'list')) {
    const [list] = elementsNamedBy(input, givenAttribute(input, 'list'));
    if (list && tagOf(list) === 'datalist') return 'combobox';
  }
  return inputRoles[type] ?? 'textbox';
}

function dataCellRole(cell: Element): string {
  const table = closestAnywhere(cell, 'table');
  const role = table && explicitRoleOf(table);
  return role === 'grid' || role === 'treegrid' ? 'gridcell' : 'cell';
}

/** How many cells of a row are looked at for its kind. */
const FIRST_CELLS = 20;

/** `scope` says it. Without one, a heading in a row of headings is about its column. */
function headerCellRole(cell: Element): string {
  const scope = givenAttribute(cell, 'scope')?.toLowerCase() ?? '';
  if (scope.startsWith('col')) return 'columnheader';
  if (scope.startsWith('row')) return 'rowheader';
  const row = parentElementOf(cell);
  const section = row && parentElementOf(row);
  if (!row || (section && tagOf(section) === 'thead')) return 'columnheader';
  let looked = 0;
  for (let at = firstChildOf(row); at && looked < FIRST_CELLS; at = nextSiblingOf(at)) {
    if (!(at instanceof Element)) continue;
    looked += 1;
    if (tagOf(at) === 'td') return 'rowheader';
  }
  return 'columnheader';
}

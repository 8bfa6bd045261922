import { givenAttribute, isMarked, tagOf } from '../unclobbered';

const set = (words: string) => new Set(words.split(' '));

const checkable = set('checkbox menuitemcheckbox option radio switch menuitemradio treeitem');
const selectable = set('gridcell option row tab rowheader columnheader treeitem');
const expandable = set(
  'application button checkbox combobox gridcell link listbox menuitem row rowheader tab treeitem columnheader menuitemcheckbox menuitemradio switch',
);
const disableable = set(
  'application button gridcell group link menuitem scrollbar separator tab checkbox columnheader combobox grid listbox menu menubar menuitemcheckbox menuitemradio option radio radiogroup row rowheader searchbox slider spinbutton switch tablist textbox toolbar tree treegrid treeitem',
);
const editable = set(
  'checkbox combobox listbox radiogroup searchbox slider spinbutton switch textbox tree gridcell application columnheader rowheader treegrid',
);
const levelled = set('listitem row treeitem');

/** The states that matter to somebody who acts on the element, each in a word or two. */
export function statesOf(element: Element, role: string, isAriaDisabled: boolean): string[] {
  const states: string[] = [];
  if (checkable.has(role)) add(states, tristate(element, 'aria-checked', 'checked'));
  if (disableable.has(role) && (isAriaDisabled || isDisabled(element))) states.push('disabled');
  const expanded = expandedOf(element, role);
  if (expanded !== undefined) states.push(expanded ? 'expanded' : 'collapsed');
  if (editable.has(role)) {
    add(states, invalidOf(element));
    if (isSet(element, 'required')) states.push('required');
    if (isSet(element, 'readonly')) states.push('readonly');
  }
  if (role === 'button') add(states, tristate(element, 'aria-pressed', 'pressed'));
  if (selectable.has(role) && isSelected(element)) states.push('selected');
  if (role === 'link' && isCurrent(element)) states.push('current');
  if (levelled.has(role)) add(states, ariaLevel(element));
  return states;
}

/** 1 to 6 and beyond for headings; undefined when it is not said. */
export function headingLevel(element: Element): number | undefined {
  const native = /^h([1-6])$/.exec(tagOf(element))?.[1];
  if (native !== undefined) return Number(native);
  const level = Number(givenAttribute(element, 'aria-level') ?? Number.NaN);
  return Number.isInteger(level) && level >= 1 ? level : undefined;
}

function add(states: string[], state: string | undefined): void {
  if (state !== undefined) states.push(state);
}

function tristate(element: Element, attribute: string, word: string): string | undefined {
  if (element instanceof HTMLInputElement && word === 'checked') {
    if (element.indeterminate) return `${word}=mixed`;
    if (element.type === 'checkbox' || element.type === 'radio') {
      return element.checked ? word : undefined;
    }
  }
  const value = givenAttribute(element, attribute)?.toLowerCase();
  if (value === 'mixed') return `${word}=mixed`;
  return value === 'true' ? word : undefined;
}

function isDisabled(element: Element): boolean {
  const tag = tagOf(element);
  const isControl = tag === 'option' || tag === 'optgroup' || 'disabled' in element;
  return isControl && tag !== 'fieldset' && Element.prototype.matches.call(element, ':disabled');
}

function expandedOf(element: Element, role: string): boolean | undefined {
  if (element instanceof HTMLDetailsElement) return element.open;
  const value = expandable.has(role) ? givenAttribute(element, 'aria-expanded') : undefined;
  return value === undefined ? undefined : value.toLowerCase() === 'true';
}

function invalidOf(element: Element): string | undefined {
  const value = givenAttribute(element, 'aria-invalid')?.toLowerCase().trim();
  if (value === undefined || value === '' || value === 'false') return undefined;
  return value === 'grammar' || value === 'spelling' ? `invalid=${value}` : 'invalid';
}

function isSet(element: Element, name: 'required' | 'readonly'): boolean {
  return (
    isMarked(element, name) || givenAttribute(element, `aria-${name}`)?.toLowerCase() === 'true'
  );
}

function isSelected(element: Element): boolean {
  if (element instanceof HTMLOptionElement) return element.selected;
  return givenAttribute(element, 'aria-selected')?.toLowerCase() === 'true';
}

function isCurrent(element: Element): boolean {
  const value = givenAttribute(element, 'aria-current')?.toLowerCase();
  return value !== undefined && value !== '' && value !== 'false';
}

function ariaLevel(element: Element): string | undefined {
  const level = headingLevel(element);
  return level === undefined ? undefined : `level=${level}`;
}

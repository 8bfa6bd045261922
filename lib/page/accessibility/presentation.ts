import { givenAttribute, isMarked, tagOf } from '../unclobbered';

/** Attributes that mean something on every element. */
const globalAttributes = [
  ...['atomic', 'busy', 'controls', 'current', 'describedby', 'details', 'dropeffect', 'flowto'],
  ...['grabbed', 'hidden', 'keyshortcuts', 'live', 'owns', 'relevant'],
].map((name) => `aria-${name}`);

const namingAttributes = ['aria-label', 'aria-labelledby'];

/** Roles that may not be named by their author, so that a name is no reason to keep them. */
const unnamed = new Set(
  'caption code deletion emphasis generic insertion paragraph presentation strong subscript superscript'.split(
    ' ',
  ),
);

export function hasGlobalAttribute(element: Element, role: string): boolean {
  if (globalAttributes.some((name) => isMarked(element, name))) return true;
  if (role !== 'generic' && isMarked(element, 'aria-roledescription')) return true;
  return !unnamed.has(role) && namingAttributes.some((name) => isMarked(element, name));
}

export function hasTabIndex(element: Element): boolean {
  const index = givenAttribute(element, 'tabindex');
  return index !== undefined && !Number.isNaN(Number(index));
}

/** An element that says it means nothing, and can be focused or is described, means something after all. */
export function keepsRole(element: Element, role: string): boolean {
  return hasGlobalAttribute(element, role) || isFocusable(element);
}

function isFocusable(element: Element): boolean {
  if (Element.prototype.matches.call(element, ':disabled')) return false;
  return isNativelyFocusable(element) || hasTabIndex(element);
}

function isNativelyFocusable(element: Element): boolean {
  switch (tagOf(element)) {
    case 'button':
    case 'details':
    case 'select':
    case 'textarea':
      return true;
    case 'a':
    case 'area':
      return isMarked(element, 'href');
    case 'input':
      return !isMarked(element, 'hidden');
    default:
      return false;
  }
}

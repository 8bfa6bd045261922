import { isMarked } from './unclobbered';

/** `gone`: nothing in it shows. `hollow`: its own text does not show, though its children's may. */
export type Visibility = 'shown' | 'hollow' | 'gone';

const everyProperty = { visibilityProperty: true, opacityProperty: true };

/** Whether a reader sees the element, given that its parent is not gone. */
export function visibilityOf(element: Element): Visibility {
  if (checksVisibility && element.checkVisibility(everyProperty)) return 'shown';
  // Also no: `display: contents`, which has no box, and what a closed <details> holds back.
  const style = getComputedStyle(element);
  if (style.display === 'none') return 'gone';
  if (style.opacity === '0' && staysAsItIs(style)) return 'gone';
  if (style.contentVisibility === 'hidden' && !isMarked(element, 'hidden')) return 'gone';
  return ['hidden', 'collapse'].includes(style.visibility) ? 'hollow' : 'shown';
}

const checksVisibility = 'checkVisibility' in Element.prototype;

/** What fades in when it is scrolled to is no secret, and its reader will see it. */
function staysAsItIs({ animationName, transitionDuration }: CSSStyleDeclaration): boolean {
  const isStill = (value: string) => value === '' || value === '0s' || value === 'none';
  return isStill(animationName) && isStill(transitionDuration);
}

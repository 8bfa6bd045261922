import { areaValueOf, attributeOf, valueOf } from '../unclobbered';

const LONGEST_VALUE = 1_000;
const pressed = new Set(['button', 'submit', 'reset']);
const secret = /^(?:current-password|new-password|one-time-code|cc-.*)$/;

/** What a field shows. Passwords, codes and cards stay with the user. */
export function fieldText(field: Element): string {
  if (isSecret(field)) return '';
  if (field instanceof HTMLTextAreaElement) return shown(field, areaValueOf(field));
  if (field instanceof HTMLSelectElement) {
    const [chosen] = field.selectedOptions;
    return (chosen?.label ?? '').slice(0, LONGEST_VALUE);
  }
  if (!(field instanceof HTMLInputElement)) return '';
  if (field.type === 'checkbox' || field.type === 'radio') return field.checked ? '[x]' : '[ ]';
  if (['hidden', 'file', 'image', 'range', 'color'].includes(field.type)) return '';
  if (pressed.has(field.type)) return valueOf(field).slice(0, LONGEST_VALUE);
  return shown(field, valueOf(field));
}

export function isSecret(field: Element): boolean {
  if (field instanceof HTMLInputElement && field.type === 'password') return true;
  return attributeOf(field, 'autocomplete')
    .toLowerCase()
    .split(/\s+/)
    .some((word) => secret.test(word));
}

function shown(field: Element, value: string): string {
  return (value || attributeOf(field, 'placeholder')).slice(0, LONGEST_VALUE).replace(/\s+/g, ' ');
}

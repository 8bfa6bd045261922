import { visibleText } from '../../lib/shared/visible-text';

/** What fits beside a title on its line. */
const SHORT_VALUE = 80;
const titleNames = ['title', 'name', 'label'];

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Not through a schema: zod drops a key `__proto__`, and a person must see what is sent. */
export function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value);
}

interface Inline {
  title: [string, unknown];
  rest: [string, unknown][];
}

/** An object that reads on one line: something that names it, and a few short values. */
export function inlineOf(item: unknown): Inline | undefined {
  if (!isObject(item) || Array.isArray(item)) return undefined;
  const entries = entriesOf(item);
  const named = entries.find(([name, value]) => titleNames.includes(name) && isWords(value));
  const rest = entries.filter((entry) => entry !== named);
  if (!named || rest.length > 3 || !rest.every(([, value]) => isShort(value))) return undefined;
  return { title: named, rest };
}

function isWords(value: unknown): boolean {
  return typeof value === 'string' && visibleText(value).trim() !== '';
}

function isShort(value: unknown): boolean {
  return !isObject(value) && textOfValue(value).length <= SHORT_VALUE;
}

export function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** `arrival_date` and `arrivalDate` both read as "Arrival date". */
export function humanName(name: string): string {
  const words = visibleText(name)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  const text = words.replace(/\b(url|id)\b/g, (word) => word.toUpperCase());
  return text === '' ? name : text.charAt(0).toUpperCase() + text.slice(1);
}

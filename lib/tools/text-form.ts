const UNPRINTABLE = '[a value that cannot be shown as text]';

/**
 * Any value as text: JSON where it has one, its own string form otherwise. Never throws, whatever a
 * getter, `toString` or `toJSON` does.
 */
export function textForm(value: unknown): string {
  try {
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null) return String(value);
    return (describesItself(value) ? undefined : json(value)) ?? stringForm(value);
  } catch {
    return UNPRINTABLE;
  }
}

/** An instance of a class that says how it reads, and not how it is serialised. */
function describesItself(value: object): boolean {
  if (Array.isArray(value) || typeof Reflect.get(value, 'toJSON') === 'function') return false;
  const toString: unknown = Reflect.get(value, 'toString');
  return typeof toString === 'function' && toString !== Object.prototype.toString;
}

function json(value: object): string | undefined {
  try {
    const text: unknown = JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'bigint' ? inner.toString() : inner,
    );
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

function stringForm(value: object): string {
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- whatever it says is all there is
  return String(value);
}

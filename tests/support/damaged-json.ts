import fc from 'fast-check';
import type { z } from '../../lib/shared/zod';

type Path = (string | number)[];

/** The places in a JSON value, its own included. */
export function pathsOf(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const entries: [string, unknown][] = Object.entries(value);
  return [
    [],
    ...entries.flatMap(([key, inner]) =>
      pathsOf(inner).map((path) => [Array.isArray(value) ? Number(key) : key, ...path]),
    ),
  ];
}

/** A copy with another value at one place; `undefined` takes the place away. */
export function withValueAt(value: unknown, path: Path, replacement: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = Object.entries(value);
  const changed = entries.flatMap(([name, inner]): [string, unknown][] => {
    if (name !== String(key)) return [[name, inner]];
    const next = withValueAt(inner, rest, replacement);
    return next === undefined ? [] : [[name, next]];
  });
  return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
}

/** A valid value with some of its places changed or gone, or with something added. */
export function damaged(valid: readonly unknown[]): fc.Arbitrary<unknown> {
  const replacement = fc.oneof(fc.constant(undefined), fc.jsonValue({ maxDepth: 2 }));
  return fc.constantFrom(...valid).chain((value) =>
    fc
      .array(fc.tuple(fc.constantFrom(...pathsOf(value)), replacement), {
        minLength: 1,
        maxLength: 3,
      })
      .map((changes) =>
        changes.reduce<unknown>((sum, [path, other]) => withValueAt(sum, path, other), value),
      ),
  );
}

/**
 * What every schema at a boundary owes: it judges anything without throwing, and what it accepts it
 * accepts again, after every journey that a message makes.
 */
export function judgeFairly(schema: z.ZodType, value: unknown): void {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    if (parsed.error.issues.length === 0) throw new Error('It was refused without a reason.');
    return;
  }
  const once = JSON.stringify(parsed.data);
  const journeys: unknown[] = [structuredClone(parsed.data), JSON.parse(once)];
  for (const arrived of journeys) {
    const again = JSON.stringify(schema.parse(arrived));
    if (again !== once) throw new Error(`${once} became ${again}.`);
  }
}

import { z } from './zod';

export type JsonObject = Record<string, unknown>;

const jsonObjectSchema = z.record(z.string(), z.unknown());

export function asJsonObject(value: unknown): JsonObject | undefined {
  const parsed = jsonObjectSchema.safeParse(value);
  return parsed.success && !Array.isArray(value) ? parsed.data : undefined;
}

/** The same JSON value always gives the same text, whatever the order of its keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    // Not through a schema: zod drops a key `__proto__`, and two values that differ there are two.
    const entries: [string, unknown][] = Object.entries(inner);
    return Object.fromEntries(
      entries.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)),
    );
  });
}

/** Whether objects and arrays lie inside one another more than `limit` times: recursion is safe if not. */
export function nestsDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return limit <= 0 || Object.values(value).some((inner) => nestsDeeperThan(inner, limit - 1));
}

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
    const object = asJsonObject(inner);
    if (object === undefined) return inner;
    return Object.fromEntries(
      Object.entries(object).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)),
    );
  });
}

import { asJsonObject, type JsonObject } from '../shared/json';
import { z } from '../shared/zod';

/** Keywords that hold one schema or a list of them. */
const schemaKeywords = new Set([
  ...['items', 'prefixItems', 'additionalItems', 'contains', 'additionalProperties'],
  ...['propertyNames', 'allOf', 'anyOf', 'oneOf'],
]);
/** Keywords that hold schemas by name. */
const schemaMapKeywords = new Set(['properties', '$defs', 'definitions']);

/**
 * A validator for JSON Schema that somebody else wrote. It is a courtesy: the tool's owner checks its
 * input again. So a schema that cannot be read in full accepts any object, and regular expressions
 * are left out, since one hostile pattern can stall the worker for good.
 */
export function readForeignSchema(schema: JsonObject): z.ZodType {
  try {
    return z.fromJSONSchema(asJsonObject(withoutPatterns(schema)) ?? {});
  } catch {
    return z.looseObject({});
  }
}

/** Parameters that must be given. */
export function requiredNames(schema: JsonObject): string[] {
  const required = z.array(z.string()).safeParse(schema['required']).data ?? [];
  const properties = asJsonObject(schema['properties']) ?? {};
  return required.filter((name) => asJsonObject(properties[name])?.['default'] === undefined);
}

function withoutPatterns(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutPatterns);
  const object = asJsonObject(schema);
  if (object === undefined) return schema;
  const { pattern: _pattern, patternProperties, ...kept } = object;
  // The keys that the patterns would have allowed must not be refused now.
  if (patternProperties !== undefined) delete kept['additionalProperties'];
  return mapValues(kept, (keyword, value) => {
    if (schemaKeywords.has(keyword)) return withoutPatterns(value);
    const map = schemaMapKeywords.has(keyword) ? asJsonObject(value) : undefined;
    return map === undefined ? value : mapValues(map, (_name, inner) => withoutPatterns(inner));
  });
}

function mapValues(
  object: JsonObject,
  change: (key: string, value: unknown) => unknown,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(key, value)]),
  );
}

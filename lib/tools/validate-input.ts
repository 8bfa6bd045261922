import type { JsonObject } from '../shared/json';
import { asJsonObject } from '../shared/json';
import { z } from '../shared/zod';
import type { ValidationOutcome } from './tool';

/** Checks arguments against the schema and collects every complaint, not just the first. */
export function validateInput(schema: z.ZodType, input: JsonObject): ValidationOutcome {
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    return { ok: false, errors: parsed.error.issues.map((issue) => describeIssue(issue, input)) };
  }
  return { ok: true, input: asJsonObject(parsed.data) ?? {} };
}

function describeIssue(issue: z.core.$ZodIssue, input: JsonObject): string {
  const path = issue.path.map(String).join('.');
  if (path !== '' && valueAt(input, issue.path) === undefined) {
    return `Missing required parameter: ${path}`;
  }
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return asJsonObject(value)?.[String(key)];
  }, input);
}

import { AppError } from '../shared/app-error';
import type { JsonObject } from '../shared/json';
import { asJsonObject } from '../shared/json';
import type { z } from '../shared/zod';
import { describeIssue, missingParameter } from './describe-issue';
import type { ValidationOutcome } from './tool';

/**
 * Checks arguments against the schema and collects every complaint, not just the first. `required`
 * names what must be there although the schema itself would not miss it.
 */
export function validateInput(
  schema: z.ZodType,
  input: JsonObject,
  required: readonly string[] = [],
): ValidationOutcome {
  const parsed = schema.safeParse(input, { error: describeIssue });
  const errors = required.filter((name) => !Object.hasOwn(input, name)).map(missingParameter);
  if (!parsed.success) errors.push(...parsed.error.issues.map((issue) => issue.message));
  return errors.length > 0 || !parsed.success
    ? { ok: false, errors: [...new Set(errors)] }
    : { ok: true, input: asJsonObject(parsed.data) ?? {} };
}

export function validationError(errors: readonly string[]): AppError {
  return new AppError('tool-arguments-invalid', `Validation failed: ${errors.join(', ')}`);
}

import { z } from '../shared/zod';

/**
 * A required text whose absence the tool itself answers, in its own words: the model is told that
 * the parameter is required, and a call without it arrives as ''.
 */
export function requiredText(description: string) {
  return z.preprocess((value) => value ?? '', z.string().describe(description));
}

import { z } from '../shared/zod';

/**
 * One complaint in words that name the parameter, so that the model can mend its call. The schema's
 * own messages come first and are used as they are written; this is for the rules that have none.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  const path = (issue.path ?? []).map(String).join('.');
  if (path === '') return standardMessage(issue);
  if (issue.input === undefined) return missingParameter(path);
  if (isEmpty(issue)) return `${capitalized(path)} cannot be empty`;
  return `${path}: ${standardMessage(issue)}`;
}

export function missingParameter(path: string): string {
  return `Missing required parameter: ${path}`;
}

function isEmpty(issue: z.core.$ZodRawIssue): boolean {
  if (issue.code === 'invalid_type') return issue.expected === 'string' && issue.input === null;
  return issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1;
}

function standardMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_union') {
    const alternatives = new Set(issue.errors.flat().map(({ message }) => message));
    if (alternatives.size > 0) return [...alternatives].join(' or ');
  }
  const message = z.config().localeError?.(issue);
  return (typeof message === 'string' ? message : message?.message) ?? 'Invalid input';
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

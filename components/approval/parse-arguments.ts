import { nestsDeeperThan } from '../../lib/shared/json';
import { entriesOf, isObject } from './argument-shape';

/** What lies deeper cannot even be written as JSON again. */
const READABLE_DEPTH = 100;

/** The arguments by name; none for a call without any, undefined for what cannot be read so. */
export function parseArguments(argumentsJson: string): [string, unknown][] | undefined {
  if (argumentsJson.trim() === '') return [];
  const input = parseJson(argumentsJson);
  if (!isObject(input) || Array.isArray(input)) return undefined;
  return nestsDeeperThan(input, READABLE_DEPTH) ? undefined : entriesOf(input);
}

/** Undefined for what is no JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

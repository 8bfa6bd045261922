import { canonicalJson } from '../shared/json';

/** Requests of one run that may carry tools. */
export const MAX_ITERATIONS = 15;

const REPEATS = 3;

export const LIMIT_TEXT =
  'You have reached the tool call limit. Please respond with the best answer you have so far based on the information gathered.';

export const REPEAT_TEXT =
  'You are repeating the same tool calls. Please respond with the best answer you have so far.';

/**
 * The exact text of a call, not a hash of it: two different calls never share a signature.
 * `state` tells the same press of "Next" on two different pages apart.
 */
export function callSignature(name: string, argumentsJson: string, state?: string): string {
  return JSON.stringify([name, ...readArguments(argumentsJson), state ?? null]);
}

function readArguments(argumentsJson: string): ['json' | 'raw', string] {
  if (argumentsJson.trim() === '') return ['json', '{}'];
  try {
    return ['json', canonicalJson(JSON.parse(argumentsJson, refuseInfinite))];
  } catch {
    return ['raw', argumentsJson];
  }
}

// JSON has no infinity: the canonical text of 1e999 would be that of null.
function refuseInfinite(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('Infinite');
  return value;
}

/** Whether `current` would be the third identical batch of calls in a row, order included. */
export function isRepeating(
  previousBatches: readonly (readonly string[])[],
  current: readonly string[],
): boolean {
  const recent = previousBatches.slice(1 - REPEATS);
  return (
    current.length > 0 &&
    recent.length === REPEATS - 1 &&
    recent.every((batch) => isSameBatch(batch, current))
  );
}

function isSameBatch(left: readonly string[], right: readonly string[]): boolean {
  return (
    left.length === right.length && left.every((signature, index) => signature === right[index])
  );
}

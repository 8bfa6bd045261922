import { AppError, messageOf } from '../shared/app-error';
import { asJsonObject, nestsDeeperThan, type JsonObject } from '../shared/json';

/** No tool needs more, and whoever walks the arguments later may recurse. */
const MAX_DEPTH = 100;

/** The arguments of a call as the model wrote them. Servers send '' for a call without any. */
export function parseArguments(json: string | undefined): JsonObject {
  if (json === undefined || json.trim() === '') return {};
  const parsed = parse(json);
  const object = asJsonObject(parsed);
  if (object === undefined) throw failed(`expected a JSON object, received ${kindOf(parsed)}`);
  if (nestsDeeperThan(object, MAX_DEPTH)) throw failed('nested too deeply');
  return object;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json, withoutPrototype);
  } catch (cause) {
    throw failed(cause instanceof RangeError ? 'nested too deeply' : messageOf(cause), cause);
  }
}

/** A key `__proto__` is harmless as JSON.parse leaves it, and not once somebody copies the object. */
function withoutPrototype(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}

function failed(why: string, cause?: unknown): AppError {
  return new AppError('tool-arguments-invalid', `Failed to parse arguments: ${why}`, { cause });
}

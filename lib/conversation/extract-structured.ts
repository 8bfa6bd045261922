import { parse as parsePartial } from 'partial-json';
import { AppError } from '../shared/app-error';
import { abortReason } from '../shared/clock';
import type { z } from '../shared/zod';
import { toParameterSchema } from '../tools/json-schema';
import type { Model, ModelMessage } from './model';
import { StreamAccumulator } from './stream-accumulator';

export interface StructuredRequest<Schema extends z.ZodObject> {
  model: Model;
  messages: ModelMessage[];
  /** The name under which the model is asked to hand the data over. */
  name: string;
  description: string;
  schema: Schema;
  signal: AbortSignal;
  /** Every piece of the arguments as it arrives; together they are the final JSON. */
  onFragment?: (fragment: string) => void;
  /** What can be read of the arguments so far. Not validated: anything may be missing or unfinished. */
  onPartial?: (partial: unknown) => void;
}

/**
 * Asks a model for data of a given shape, by way of a tool that exists only as a declaration: one
 * request, and nothing is executed.
 */
export async function streamStructured<Schema extends z.ZodObject>({
  model,
  messages,
  name,
  description,
  schema,
  signal,
  onFragment,
  onPartial,
}: StructuredRequest<Schema>): Promise<z.output<Schema>> {
  let accepted: number | undefined;
  const partial = new PartialReader(onPartial);
  const accumulator = new StreamAccumulator({
    onArguments: (call, fragment) => {
      if (call.name !== name) return;
      accepted ??= call.order;
      if (call.order !== accepted) return;
      onFragment?.(fragment);
      partial.push(fragment);
    },
  });
  const request = {
    messages,
    tools: [{ name, description, parameters: toParameterSchema(schema) }],
    toolChoice: { kind: 'tool' as const, name, disableParallel: true },
  };
  for await (const event of model.stream(request, signal)) {
    if (event.type === 'tool-call-delta') accumulator.push(event);
  }
  if (signal.aborted) throw abortReason(signal);

  const call = accumulator.calls().find((candidate) => candidate.name === name);
  if (call === undefined) throw invalid(`The model did not call ${name}.`);
  const parsed = schema.safeParse(parseStrictly(call.argumentsJson));
  if (parsed.success) return parsed.data;
  throw invalid(
    `The model called ${name} with data that does not fit: ${complaints(parsed.error)}`,
  );
}

/**
 * Reads unfinished JSON, again and again from its beginning: only when it has grown by a good part
 * since the last time, so that all readings together stay linear in its size.
 */
class PartialReader {
  readonly #onPartial: ((partial: unknown) => void) | undefined;
  #text = '';
  #readLength = 0;

  constructor(onPartial: ((partial: unknown) => void) | undefined) {
    this.#onPartial = onPartial;
  }

  push(fragment: string): void {
    if (this.#onPartial === undefined) return;
    this.#text += fragment;
    if (this.#text.length < this.#readLength * 1.02) return;
    this.#readLength = this.#text.length;
    const partial = readPartial(this.#text);
    if (partial !== undefined) this.#onPartial(partial);
  }
}

function readPartial(text: string): unknown {
  try {
    return parsePartial(text);
  } catch {
    return undefined;
  }
}

function parseStrictly(json: string): unknown {
  if (json.trim() === '') return {};
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw invalid('The model answered with JSON that is broken or cut off.', cause);
  }
}

function complaints(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
}

function invalid(message: string, cause?: unknown): AppError {
  return new AppError('structured-output-invalid', message, {
    advice: 'Try again, or choose a model that supports tools.',
    ...(cause === undefined ? {} : { cause }),
  });
}

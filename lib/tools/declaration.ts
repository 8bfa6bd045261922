import { AppError } from '../shared/app-error';
import { asJsonObject, nestsDeeperThan, type JsonObject } from '../shared/json';
import { z } from '../shared/zod';
import { readForeignSchema, requiredNames } from './foreign-schema';
import { toParameterSchema } from './json-schema';

/** Hashing a schema and sending it recurse; one hostile tool must not break the whole request. */
const MAX_SCHEMA_DEPTH = 100;

export interface Declaration {
  name: string;
  description: string;
  /** The JSON Schema that is sent to the model. */
  parameters: JsonObject;
  /** What input is checked with. */
  schema: z.ZodType;
  /** Parameters that must be there although `schema` may not miss them. */
  required: string[];
}

/** What a tool says of itself, from where it says it: in its own words, or in its input's. */
export function readDeclaration(spec: {
  name?: string;
  description?: string;
  input: z.ZodObject | JsonObject;
}): Declaration {
  const meta = spec.input instanceof z.ZodObject ? spec.input.meta() : asJsonObject(spec.input);
  const name = firstText(spec.name, meta?.['name'], meta?.['title']);
  if (name === undefined) throw new AppError('tool-invalid', 'A tool needs a name.');
  const refuse = (why: string) => new AppError('tool-invalid', `Tool '${name}' ${why}`);
  const description = firstText(spec.description, meta?.['description']);
  if (description === undefined) throw refuse('needs a description.');

  if (spec.input instanceof z.ZodObject) {
    const parameters = toParameterSchema(spec.input);
    return { name, description, parameters, schema: spec.input, required: [] };
  }
  const foreign = asJsonObject(spec.input);
  if (foreign?.['type'] !== 'object') {
    throw refuse('is invalid: Tool input class must be an object.');
  }
  if (nestsDeeperThan(foreign, MAX_SCHEMA_DEPTH)) throw refuse('has a schema nested too deeply.');
  return {
    name,
    description,
    parameters: toParameterSchema(foreign),
    schema: readForeignSchema(foreign),
    required: requiredNames(foreign),
  };
}

function firstText(...candidates: unknown[]): string | undefined {
  return candidates
    .find(
      (candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '',
    )
    ?.trim();
}

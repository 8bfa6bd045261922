import { asJsonObject, type JsonObject } from '../shared/json';
import { z } from '../shared/zod';

/** The JSON Schema of a tool's input, as it is sent to a model. What comes from elsewhere stays as it is. */
export function toParameterSchema(input: z.ZodObject | JsonObject): JsonObject {
  if (!(input instanceof z.ZodType)) return input;
  // Name and description of the whole input are the tool's own; said once is enough.
  const {
    $schema: _dialect,
    name: _name,
    title: _title,
    description: _description,
    ...parameters
  } = z.toJSONSchema(input, { io: 'input' });
  return {
    ...parameters,
    type: 'object',
    properties: asJsonObject(parameters.properties) ?? {},
    required: parameters.required ?? [],
  };
}

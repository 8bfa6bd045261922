import { asJsonObject, type JsonObject } from '../shared/json';
import { z } from '../shared/zod';

/** The JSON Schema of a tool's input, as it is sent to a model. */
export function toParameterSchema(input: z.ZodObject | JsonObject): JsonObject {
  if (!(input instanceof z.ZodType)) return input;
  const {
    $schema: _dialect,
    additionalProperties: _closed,
    ...schema
  } = z.toJSONSchema(input, {
    io: 'input',
  });
  // The description of the whole input is the tool's description; said once is enough.
  const { description: _said, ...parameters } = schema;
  const required = Array.isArray(parameters.required) ? parameters.required : [];
  return {
    ...parameters,
    type: 'object',
    properties: asJsonObject(parameters.properties) ?? {},
    required,
  };
}

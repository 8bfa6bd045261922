import { z } from '../shared/zod';

/** Servers write null, '' or nothing for what they do not say. */
const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

/** Mistral sends content as parts, and thinking among them. */
const partSchema = z.looseObject({
  type: z.string().optional(),
  text: z.string().optional(),
  thinking: z.unknown().optional(),
});

const functionSchema = z.object({
  name: optionalText,
  // The protocol says string; some servers send the object itself.
  arguments: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .nullish()
    .transform((value) => (typeof value === 'string' ? value : value ? JSON.stringify(value) : '')),
});

const deltaSchema = z.object({
  content: z.union([z.string(), z.array(partSchema)]).nullish(),
  refusal: optionalText,
  reasoning_content: optionalText,
  reasoning: optionalText,
  tool_calls: z
    .array(
      z.object({
        index: z.number().int().nonnegative().nullish(),
        id: optionalText,
        function: functionSchema.nullish(),
        /** Google's thought signatures, which have to be sent back with the call. */
        extra_content: z.unknown().optional(),
      }),
    )
    .nullish(),
  function_call: functionSchema.nullish(),
});
export type Delta = z.infer<typeof deltaSchema>;

const usageSchema = z.object({
  prompt_tokens: z.number().nonnegative(),
  completion_tokens: z.number().nonnegative(),
});

/** As loose as it can be while what we read still has the type we read it as. */
export const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        index: z.number().nullish(),
        delta: deltaSchema.nullish(),
        message: deltaSchema.nullish(),
        finish_reason: optionalText,
      }),
    )
    .nullish(),
  // Usage is a courtesy: a strange one is no reason to lose an answer.
  usage: usageSchema.nullish().catch(null),
});
export type Chunk = z.infer<typeof chunkSchema>;

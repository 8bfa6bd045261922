import type { ToolCall } from '../messaging/content';
import { asJsonObject, type JsonObject } from '../shared/json';
import { z } from '../shared/zod';

/** The fields that servers send reasoning in, and want it back in. */
export type ReasoningField = 'reasoning_content' | 'reasoning';

export interface AnswerState {
  model: string;
  blocks: unknown[];
}

const reasoningBlockSchema = z.object({
  field: z.enum(['reasoning_content', 'reasoning']),
  text: z.string(),
});

export function reasoningState(model: string, field: ReasoningField, text: string): AnswerState {
  const block: z.infer<typeof reasoningBlockSchema> = { field, text };
  return { model, blocks: [block] };
}

/** The reasoning fields to send back with an answer, if this very model gave them. */
export function reasoningFields(state: AnswerState | undefined, model: string): JsonObject {
  if (state?.model !== model) return {};
  return Object.fromEntries(
    state.blocks.flatMap((block) => {
      const parsed = reasoningBlockSchema.safeParse(block);
      return parsed.success ? [[parsed.data.field, parsed.data.text]] : [];
    }),
  );
}

export function callState(model: string, extraContent: unknown): JsonObject {
  return { model, extraContent };
}

/** What to send back with a call, if this very model gave it. */
export function callFields({ providerState }: ToolCall, model: string): JsonObject {
  const state = asJsonObject(providerState);
  if (state?.['model'] !== model || state['extraContent'] === undefined) return {};
  return { extra_content: state['extraContent'] };
}

import type { ContentBlock, ToolCall } from '../messaging/content';
import type { Usage } from '../messaging/run-record';
import type { JsonObject } from '../shared/json';
import type { ModelTraits } from '../tools/tool';
import type { ToolChoice } from '../tools/tool-choice';

/** History as every provider can be told it; adapters serialise it for their own protocol. */
export type ModelMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; blocks: ContentBlock[] }
  | {
      role: 'assistant';
      text: string;
      toolCalls: ToolCall[];
      reasoning?: string;
      /** Thinking blocks and signatures; echoed only to the model that produced them. */
      providerState?: { model: string; blocks: unknown[] };
    }
  | { role: 'tool'; toolCallId: string; name: string; blocks: ContentBlock[]; isError?: true };

export interface ToolDeclaration {
  /** The wire name. */
  name: string;
  description: string;
  parameters: JsonObject;
}

export interface ModelRequest {
  messages: ModelMessage[];
  /** Empty means: the request carries no `tools` at all. */
  tools: ToolDeclaration[];
  toolChoice?: ToolChoice;
}

export type ModelEvent =
  | { type: 'text-delta'; text: string }
  | { type: 'reasoning-delta'; text: string }
  | {
      type: 'tool-call-delta';
      index?: number;
      id?: string;
      name?: string;
      argumentsDelta?: string;
      providerState?: unknown;
    }
  | { type: 'usage-reported'; usage: Usage }
  | {
      type: 'answer-finished';
      reason: 'stop' | 'tool-calls' | 'length' | 'filtered' | 'other';
      providerState?: { model: string; blocks: unknown[] };
    };

/**
 * A model that can be asked. Failures are thrown as `AppError` with one of the codes
 * model-connection, model-auth, model-rate-limit, model-context, model-overload, model-protocol,
 * model-not-found, model-request; `retryable` is true only when nothing of an answer was received.
 */
export interface Model extends ModelTraits {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ModelMessage } from '../conversation/model';
import type { ToolCall } from '../messaging/content';
import { asJsonObject } from '../shared/json';
import { callFields, reasoningFields } from './provider-state';
import { serializeBlock, serializeUserBlocks } from './serialize-content';

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;
type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;

export interface SerializeOptions {
  /** The id of the model the messages are for: only its own provider state is sent back. */
  model: string;
  supportsImages: boolean;
}

/** History as chat messages. `isError` has no field here: the text of the result says it. */
export function serializeMessages(
  messages: readonly ModelMessage[],
  options: SerializeOptions,
): ChatCompletionMessageParam[] {
  const serialized: ChatCompletionMessageParam[] = [];
  let attachments: ChatCompletionContentPart[] = [];
  // Tool messages hold text only, and nothing may stand between those of one batch.
  const flush = () => {
    if (attachments.length > 0) serialized.push({ role: 'user', content: attachments });
    attachments = [];
  };
  for (const message of messages) {
    if (message.role !== 'tool') flush();
    switch (message.role) {
      case 'system':
        serialized.push({ role: 'system', content: message.text });
        break;
      case 'user':
        serialized.push({
          role: 'user',
          content: serializeUserBlocks(message.blocks, options.supportsImages),
        });
        break;
      case 'assistant':
        serialized.push(serializeAssistant(message, options));
        break;
      case 'tool': {
        const result = serializeResult(message, options);
        serialized.push({ role: 'tool', tool_call_id: message.toolCallId, content: result.text });
        attachments.push(...result.attachments);
        break;
      }
    }
  }
  flush();
  return serialized;
}

function serializeAssistant(
  message: AssistantMessage,
  { model }: SerializeOptions,
): ChatCompletionAssistantMessageParam {
  if (message.toolCalls.length === 0) return { role: 'assistant', content: message.text };
  return {
    role: 'assistant',
    content: message.text === '' ? null : message.text,
    tool_calls: message.toolCalls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: safeName(call.name), arguments: safeArguments(call) },
      ...callFields(call, model),
    })),
    ...reasoningFields(message.providerState, model),
  };
}

function serializeResult(
  message: ToolMessage,
  { supportsImages }: SerializeOptions,
): { text: string; attachments: ChatCompletionContentPart[] } {
  const contents = message.blocks.map((block) => serializeBlock(block, supportsImages));
  const attachments = contents.flatMap((content) =>
    'attachment' in content ? [content.attachment] : [],
  );
  const text = contents.flatMap((content) => ('text' in content ? [content.text] : [])).join('\n');
  return {
    text: text.trim() === '' ? wordsForNothing(message, attachments.length) : text,
    attachments:
      attachments.length === 0
        ? []
        : [
            { type: 'text', text: `[Result of ${message.name}, call ${message.toolCallId}:]` },
            ...attachments,
          ],
  };
}

/** Servers refuse an empty result. */
function wordsForNothing({ isError }: ToolMessage, attachments: number): string {
  if (attachments > 0) return '[The result follows below.]';
  return isError === true ? 'Error: Unknown error occurred' : 'ok';
}

/** A model may have called a tool by an impossible name; sent back, it would block the chat for good. */
function safeName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unknown';
}

/** Many servers parse the arguments of old calls and fail on what is not a JSON object. */
function safeArguments({ argumentsJson }: ToolCall): string {
  try {
    return asJsonObject(JSON.parse(argumentsJson)) === undefined ? '{}' : argumentsJson;
  } catch {
    return '{}';
  }
}

import type { ToolCall } from '../messaging/content';
import type { ModelMessage } from './model';

interface Turn {
  message: Extract<ModelMessage, { role: 'assistant' }>;
  /** The calls that may stay, each awaiting or having its result. */
  calls: Map<string, { call: ToolCall; result?: ModelMessage }>;
}

/**
 * Makes a history that every provider accepts: each call has exactly one result, directly after its
 * turn and in call order, and nothing else is a result. The history itself stays as it is.
 */
export function sanitizeMessages(
  messages: readonly ModelMessage[],
  declaredToolNames?: readonly string[],
): ModelMessage[] {
  const declared = declaredToolNames && new Set(declaredToolNames);
  const entries: (ModelMessage | Turn)[] = [];
  // Some servers number their calls anew in every turn: an id belongs to the last turn that used it.
  const owners = new Map<string, Turn>();
  for (const message of messages) {
    if (message.role === 'assistant') {
      const turn: Turn = { message, calls: new Map() };
      entries.push(turn);
      for (const call of message.toolCalls) {
        if (owners.get(call.id) === turn) continue;
        owners.set(call.id, turn);
        if (declared === undefined || declared.has(call.name)) turn.calls.set(call.id, { call });
      }
    } else if (message.role === 'tool') {
      const awaited = owners.get(message.toolCallId)?.calls.get(message.toolCallId);
      if (awaited) awaited.result ??= message;
    } else {
      entries.push(message);
    }
  }
  return entries.flatMap((entry) => ('calls' in entry ? messagesOf(entry) : [entry]));
}

function messagesOf({ message, calls }: Turn): ModelMessage[] {
  const toolCalls: ToolCall[] = [];
  const results: ModelMessage[] = [];
  for (const { call, result } of calls.values()) {
    if (result === undefined) continue;
    toolCalls.push(call);
    results.push(result);
  }
  if (toolCalls.length === 0 && message.text.trim() === '') return [];
  const isWhole = toolCalls.length === message.toolCalls.length;
  return [isWhole ? message : { ...message, toolCalls }, ...results];
}

import { textBlock, type ContentBlock, type ToolCall } from '../messaging/content';
import type { ModelMessage } from './model';

type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;

const HEADER =
  '[Tool results gathered so far. This is what tools returned, not a message from the user.]';

/**
 * Tells tool calls and their results as plain text, for a request that declares no tools: providers
 * refuse calls there, and what was gathered must not be lost.
 */
export function flattenToolTurns(messages: readonly ModelMessage[]): ModelMessage[] {
  const flat: ModelMessage[] = [];
  let gathered: ContentBlock[] = [];
  let open = new Map<string, ToolCall>();
  const settle = () => {
    for (const call of open.values()) gathered.push(textBlock(`${describe(call)} has no result.`));
    open = new Map();
  };
  const flush = () => {
    settle();
    if (gathered.length > 0) flat.push({ role: 'user', blocks: [textBlock(HEADER), ...gathered] });
    gathered = [];
  };

  for (const message of messages) {
    if (message.role === 'tool') {
      gathered.push(...resultBlocks(message, open.get(message.toolCallId)));
      open.delete(message.toolCallId);
    } else if (message.role !== 'assistant') {
      flush();
      flat.push(message);
    } else {
      // Turns that say nothing between their calls share one list of results.
      if (message.text.trim() === '' && message.toolCalls.length > 0) settle();
      else flush();
      flat.push(...plainTurn(message));
      open = new Map(message.toolCalls.map((call) => [call.id, call]));
    }
  }
  flush();
  return flat;
}

function plainTurn(message: Extract<ModelMessage, { role: 'assistant' }>): ModelMessage[] {
  if (message.toolCalls.length === 0) return [message];
  // What the provider signed belongs to the turn with its calls, which this no longer is.
  const { providerState: _signed, ...turn } = message;
  return turn.text.trim() === '' ? [] : [{ ...turn, toolCalls: [] }];
}

function resultBlocks(result: ToolMessage, call: ToolCall | undefined): ContentBlock[] {
  const [first, ...rest] = result.blocks;
  const label = `Result of ${call ? describe(call) : result.name}:`;
  if (first?.type === 'text') return [textBlock(`${label} ${first.text}`), ...rest];
  return [textBlock(label), ...result.blocks];
}

function describe({ name, argumentsJson }: ToolCall): string {
  return `${name}(${argumentsJson})`;
}

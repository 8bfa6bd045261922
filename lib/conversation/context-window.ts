import type { ContentBlock } from '../messaging/content';
import { cutToFit } from './cut-to-fit';
import type { ModelMessage } from './model';
import { sanitizeMessages } from './sanitize-messages';

const CHARACTERS_PER_TOKEN = 4;
const IMAGE_TOKENS = 100;

export interface WindowOptions {
  tokens: number;
  estimate?: (message: ModelMessage) => number;
}

/** What is dropped as one: a message, or an assistant turn with the results of its calls. */
interface Unit {
  messages: ModelMessage[];
  role: ModelMessage['role'];
  size: number;
}

export function estimateTokens(message: ModelMessage): number {
  const parts = [message.role, ...textsOf(message)];
  const characters = parts.reduce((sum, part) => sum + part.length, 0);
  const images =
    'blocks' in message ? message.blocks.filter((block) => block.type === 'image').length : 0;
  return Math.ceil(characters / CHARACTERS_PER_TOKEN) + images * IMAGE_TOKENS;
}

function textsOf(message: ModelMessage): string[] {
  switch (message.role) {
    case 'system':
      return [message.text];
    case 'user':
      return message.blocks.flatMap(textsOfBlock);
    case 'tool':
      return [message.name, ...message.blocks.flatMap(textsOfBlock)];
    case 'assistant':
      return [
        message.text,
        ...message.toolCalls.flatMap((call) => [call.name, call.argumentsJson]),
      ];
  }
}

function textsOfBlock(block: ContentBlock): string[] {
  if (block.type === 'text') return [block.text];
  return block.type === 'document' ? [block.name ?? '', block.data] : [];
}

/**
 * Drops the oldest of a history until the rest fits. System messages, the last message of the user
 * and the newest turn after it always stay; when these alone are too large, their texts are cut.
 */
export function trimToWindow(
  messages: readonly ModelMessage[],
  { tokens, estimate = estimateTokens }: WindowOptions,
): ModelMessage[] {
  const whole = messages.reduce((sum, message) => sum + estimate(message), 0);
  if (whole <= tokens) return [...messages];

  const units = toUnits(sanitizeMessages(messages), estimate);
  const lastUser = units.findLastIndex((unit) => unit.role === 'user');
  const newest = units.findLastIndex((unit) => unit.role !== 'system');
  let size = units.reduce((sum, unit) => sum + unit.size, 0);
  const kept = units.filter((unit, at) => {
    const isDroppable = unit.role !== 'system' && at !== lastUser && at !== newest;
    if (size <= tokens || !isDroppable) return true;
    size -= unit.size;
    return false;
  });
  const remaining = kept.flatMap((unit) => unit.messages);
  return size <= tokens ? remaining : cutToFit(remaining, tokens, estimate);
}

function toUnits(
  messages: readonly ModelMessage[],
  estimate: (message: ModelMessage) => number,
): Unit[] {
  const units: Unit[] = [];
  for (const message of messages) {
    const size = estimate(message);
    const open = units.at(-1);
    if (message.role === 'tool' && open) {
      open.messages.push(message);
      open.size += size;
    } else {
      units.push({ messages: [message], role: message.role, size });
    }
  }
  return units;
}

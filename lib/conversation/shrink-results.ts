import { textBlock, type ContentBlock } from '../messaging/content';
import type { ModelMessage } from './model';

const LARGE_TEXT = 1_000;

/**
 * Leaves only the newest large results whole. Results that the model has not answered yet stay whole
 * whatever their number: it would only ask for them again.
 */
export function shrinkLargeResults(
  messages: readonly ModelMessage[],
  keepWhole = 2,
): ModelMessage[] {
  const firstUnseen = messages.findLastIndex((message) => message.role === 'assistant') + 1;
  let room = keepWhole;
  return messages
    .toReversed()
    .map((message, fromEnd) => {
      if (message.role !== 'tool' || !isLarge(message.blocks)) return message;
      room -= 1;
      const isUnseen = messages.length - 1 - fromEnd >= firstUnseen;
      return isUnseen || room >= 0 ? message : { ...message, blocks: [removedNote(message.name)] };
    })
    .toReversed();
}

function isLarge(blocks: readonly ContentBlock[]): boolean {
  const characters = blocks.reduce(
    (sum, block) => sum + (block.type === 'text' ? block.text.length : LARGE_TEXT),
    0,
  );
  return characters >= LARGE_TEXT;
}

function removedNote(name: string): ContentBlock {
  return textBlock(
    `[The result of ${name} was removed to save space. Call the tool again if you still need it.]`,
  );
}

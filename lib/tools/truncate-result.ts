import { textBlock, textOf, type ContentBlock } from '../messaging/content';

export const MAX_RESULT_LENGTH = 8_000;

/** Keeps the first `max` characters and says how many there were. */
export function truncateText(text: string, max = MAX_RESULT_LENGTH): string {
  return text.length <= max ? text : cut(text, max) + truncationNote(text.length);
}

/**
 * Blocks whose texts, joined as they travel and with the note about what is missing, are no longer
 * than `max`. Images and documents stay.
 */
export function truncateBlocks(
  blocks: readonly ContentBlock[],
  max = MAX_RESULT_LENGTH,
): ContentBlock[] {
  const length = textOf(blocks).length;
  if (length <= max) return [...blocks];
  const note = truncationNote(length).slice(0, max);
  let room = max - note.length;
  let noted = false;

  return blocks.flatMap((block) => {
    if (block.type !== 'text') return [block];
    if (noted) return [];
    // The line break that joins this text to the next takes a place as well.
    if (block.text.length < room) {
      room -= block.text.length + 1;
      return [block];
    }
    noted = true;
    return [textBlock(cut(block.text, room) + note)];
  });
}

function truncationNote(length: number): string {
  return `\n[Output truncated. Original length: ${length} characters]`;
}

/** Half of a surrogate pair is no character: many servers refuse the whole request for one. */
function cut(text: string, max: number): string {
  const splitsPair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(max - 1, max + 1));
  return text.slice(0, splitsPair ? max - 1 : max);
}

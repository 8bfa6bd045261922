import { textBlock, type ContentBlock } from '../messaging/content';
import type { ModelMessage } from './model';

type Estimate = (message: ModelMessage) => number;
type CutRole = 'tool' | 'user';

/** How short the texts of a message may become: first with something to go by, then to the bone. */
const FLOORS: readonly Record<CutRole, number>[] = [
  { tool: 1_000, user: 1_000 },
  { tool: 0, user: 20 },
];
const STRIPPED: readonly (readonly CutRole[])[] = [[], ['tool'], ['tool', 'user']];

/**
 * Shortens messages that must all stay: the texts of tool results, then those of the user, and only
 * when that is not enough, attached files and images. What was left out is said where it was.
 * Messages come back whole when cutting them does not make them measurably smaller.
 */
export function cutToFit(
  messages: readonly ModelMessage[],
  tokens: number,
  estimate: Estimate,
): ModelMessage[] {
  const measure = (candidate: readonly ModelMessage[]) =>
    candidate.reduce((sum, message) => sum + estimate(message), 0);
  let shortened = [...messages];
  for (const stripped of STRIPPED) {
    const base = messages.map((message) =>
      stripped.some((role) => role === message.role) ? withoutAttachments(message) : message,
    );
    for (const floor of FLOORS) {
      const withShortResults = cutRole(base, 'tool', floor.tool, tokens, estimate);
      shortened = cutRole(withShortResults, 'user', floor.user, tokens, estimate);
      if (measure(shortened) <= tokens) return shortened;
    }
  }
  return measure(shortened) < measure(messages) ? shortened : [...messages];
}

/** Gives the texts of one role as much room as there is, the same for each message. */
function cutRole(
  messages: readonly ModelMessage[],
  role: CutRole,
  floor: number,
  tokens: number,
  estimate: Estimate,
): ModelMessage[] {
  const fixed = messages.reduce(
    (sum, message) => (message.role === role ? sum : sum + estimate(message)),
    0,
  );
  const cuttable = messages.filter((message) => message.role === role);
  const fitsAt = (cap: number) =>
    cuttable.reduce((sum, message) => sum + estimate(cutMessage(message, cap)), fixed) <= tokens;

  let cap = cuttable.reduce((longest, message) => Math.max(longest, textLength(message)), floor);
  if (!fitsAt(cap)) {
    let low = floor;
    while (low < cap - 1) {
      const middle = Math.floor((low + cap) / 2);
      if (fitsAt(middle)) low = middle;
      else cap = middle;
    }
    cap = low;
  }
  return messages.map((message) => (message.role === role ? cutMessage(message, cap) : message));
}

function textLength(message: ModelMessage): number {
  if (!('blocks' in message)) return 0;
  return message.blocks.reduce(
    (sum, block) => sum + (block.type === 'text' ? block.text.length : 0),
    0,
  );
}

/** Keeps `cap` characters of the texts, two thirds from their beginning and the rest from the end. */
function cutMessage(message: ModelMessage, cap: number): ModelMessage {
  const total = textLength(message);
  const longestNote = noteOn(total).length;
  if (!('blocks' in message) || cap + longestNote >= total) return message;
  const headEnd = Math.ceil((cap * 2) / 3);
  const tailStart = total - (cap - headEnd);
  const heads: ContentBlock[] = [];
  const tails: ContentBlock[] = [];
  let position = 0;
  let kept = 0;
  for (const block of message.blocks) {
    if (block.type !== 'text') {
      (position < tailStart ? heads : tails).push(block);
      continue;
    }
    const head = headOf(block.text, headEnd - position);
    const tail = tailOf(block.text, tailStart - position);
    position += block.text.length;
    kept += head.length + tail.length;
    if (head !== '') heads.push(textBlock(head));
    if (tail !== '') tails.push(textBlock(tail));
  }
  return { ...message, blocks: [...heads, textBlock(noteOn(total - kept)), ...tails] };
}

function noteOn(characters: number): string {
  return `[… cut to fit: ${characters} characters left out]`;
}

// Neither end may be half a character: a lone surrogate is refused by some servers.
function headOf(text: string, end: number): string {
  const stop = Math.min(text.length, Math.max(0, end));
  return text.slice(0, isInsidePair(text, stop) ? stop - 1 : stop);
}

function tailOf(text: string, start: number): string {
  const from = Math.max(0, start);
  return text.slice(isInsidePair(text, from) ? from + 1 : from);
}

function isInsidePair(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

function withoutAttachments(message: ModelMessage): ModelMessage {
  if (!('blocks' in message)) return message;
  return {
    ...message,
    blocks: message.blocks.map((block) => {
      if (block.type === 'text') return block;
      const label = block.type === 'document' && block.name ? ` "${block.name.slice(0, 80)}"` : '';
      return textBlock(`[… left out to fit: ${block.type}${label}]`);
    }),
  };
}

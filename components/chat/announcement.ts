import type { ToolUse } from '../../lib/messaging/conversation-state';
import type { ChatView } from '../../lib/panel/chat-view';
import { visibleLine } from '../../lib/shared/visible-text';

const LABEL_LENGTH = 80;
const MESSAGE_LENGTH = 200;

/**
 * What a person who cannot see the chat needs to know now. The chat itself holds the words, and what
 * is told above the composer speaks for itself: nothing is said twice. That an answer is complete is
 * news only to somebody who was there while it was not.
 */
export function announcementOf(chat: ChatView, seenActive: boolean): string {
  const { length } = chat.waiting;
  const [first] = chat.waiting;
  if (first) {
    return length === 1
      ? `A decision waits for you: ${labelOf(first)}`
      : `${length} decisions wait for you. The first: ${labelOf(first)}`;
  }
  if (chat.canRetry) return `The answer failed. ${failureOf(chat)}`.trim();
  if (chat.active || !seenActive) return '';
  return chat.entries.at(-1)?.kind === 'assistant' ? 'The answer is complete.' : '';
}

function labelOf({ presentation, call }: ToolUse): string {
  return visibleLine(presentation.toolText || presentation.title || call.name, LABEL_LENGTH);
}

function failureOf({ entries }: ChatView): string {
  const last = entries.at(-1);
  const error = last?.kind === 'assistant' ? last.turns.at(-1)?.error : undefined;
  return visibleLine(error?.message ?? '', MESSAGE_LENGTH);
}

import type { ChatView } from '../../lib/panel/chat-view';

/**
 * What a person who cannot see the chat needs to know now. The chat itself holds the words, and what
 * is told above the composer speaks for itself: nothing is said twice.
 */
export function announcementOf(chat: ChatView): string {
  const { length } = chat.waiting;
  if (length > 0) {
    return length === 1 ? 'A decision waits for you.' : `${length} decisions wait for you.`;
  }
  if (chat.canRetry) return 'The answer failed.';
  if (chat.active) return '';
  return chat.entries.at(-1)?.kind === 'assistant' ? 'The answer is complete.' : '';
}

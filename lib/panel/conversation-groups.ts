import type { ConversationSummary } from '../messaging/conversation-summary';

export interface ConversationGroup {
  readonly name: 'Today' | 'Yesterday' | 'Earlier';
  readonly conversations: readonly ConversationSummary[];
}

/** The chats whose title has all words of the query in it, newest first, by the day of their last use. */
export function groupConversations(
  conversations: Iterable<ConversationSummary>,
  query: string,
  now: number,
): ConversationGroup[] {
  const words = plain(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
  const found = [...conversations]
    .filter(({ title }) => {
      const text = words.length === 0 ? '' : plain(title);
      return words.every((word) => text.includes(word));
    })
    .sort((one, other) => other.updatedAt - one.updatedAt);
  const [today, yesterday] = [dayStart(now, 0), dayStart(now, -1)];
  const groups: ConversationGroup[] = [
    { name: 'Today', conversations: found.filter((one) => one.updatedAt >= today) },
    {
      name: 'Yesterday',
      conversations: found.filter((one) => one.updatedAt >= yesterday && one.updatedAt < today),
    },
    { name: 'Earlier', conversations: found.filter((one) => one.updatedAt < yesterday) },
  ];
  return groups.filter((group) => group.conversations.length > 0);
}

/** Without case and accents: what a person who searches leaves out. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Midnight where the user is; a day is not always 24 hours long. */
function dayStart(now: number, offset: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + offset).getTime();
}

import { describe, expect, it } from 'vitest';
import type { ConversationSummary } from '../messaging/conversation-summary';
import { groupConversations } from './conversation-groups';

const at = (text: string) => new Date(text).getTime();
const now = at('2026-03-30T09:00:00');

function chat(title: string, updatedAt = now): ConversationSummary {
  return { id: title, title, updatedAt, state: 'idle', temporary: false };
}

const shown = (chats: ConversationSummary[], query = '') =>
  groupConversations(chats, query, now).map(({ name, conversations }) => [
    name,
    ...conversations.map(({ title }) => title),
  ]);

describe('the list of chats', () => {
  it('is grouped by the day of the last use, newest first', () => {
    const chats = [
      chat('long ago', at('2019-01-01T00:00:00')),
      chat('midnight', at('2026-03-30T00:00:00')),
      chat('last minute of yesterday', at('2026-03-29T23:59:59')),
      chat('yesterday', at('2026-03-29T00:00:00')),
      chat('the day before', at('2026-03-28T23:59:59')),
      chat('now'),
      chat('from a clock that was set back', now + 90_000_000),
    ];
    expect(shown(chats)).toEqual([
      ['Today', 'from a clock that was set back', 'now', 'midnight'],
      ['Yesterday', 'last minute of yesterday', 'yesterday'],
      ['Earlier', 'the day before', 'long ago'],
    ]);
  });

  it('has no group in which nothing is', () => {
    expect(shown([])).toEqual([]);
    expect(shown([chat('now')])).toEqual([['Today', 'now']]);
  });

  it.each([
    ['resume', 'Résumé for Zoë'],
    ['ZOE', 'Résumé for Zoë'],
    ['zoë  rés', 'Résumé for Zoë'],
    ['ｆｕｌｌ', 'Full width'],
    ['שלום', 'שָׁלוֹם'],
    ['  ', 'Anything'],
    ['50% (a+b)*', 'What is 50% (a+b)*?'],
  ])('is searched without case and accents: %s finds %s', (query, title) => {
    expect(shown([chat(title), chat('Other thing')], query)[0]).toContain(title);
  });

  it('leaves out what has not all of the words', () => {
    expect(shown([chat('Plan a trip'), chat('Plan dinner')], 'plan din')).toEqual([
      ['Today', 'Plan dinner'],
    ]);
    expect(shown([chat('Plan a trip')], 'rome')).toEqual([]);
  });

  it('of 2,000 chats is searched within a frame or two', () => {
    const chats = Array.from({ length: 2_000 }, (_, index) =>
      chat(`Chat ${String(index)} about things that take sixty characters to`, now - index * 1e7),
    );
    const start = performance.now();
    groupConversations(chats, 'chat 19 about', now);
    expect(performance.now() - start).toBeLessThan(200);
  });
});

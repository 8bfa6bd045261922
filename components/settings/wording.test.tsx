import { describe, expect, it } from 'vitest';
import { bytesText, countText, dateText, dayText, exactTimeText } from './wording';

describe('wording', () => {
  it.each([
    [0, '0 kB'],
    [1, '0.1 kB'],
    [9_940, '10 kB'],
    [436_000, '436 kB'],
    [1_400_000, '1.4 MB'],
    [2_000_000_000_000_000, '2,000 TB'],
  ])('writes %s bytes for people', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });

  it('counts one and many', () => {
    expect([0, 1, 2_000].map((count) => countText(count, 'chat', 'chats'))).toEqual([
      '0 chats',
      '1 chat',
      '2,000 chats',
    ]);
  });

  it('writes a date, and no nonsense for a number that is none', () => {
    expect(dateText(Date.UTC(2026, 10, 18, 12))).toMatch(/2026/);
    expect(dateText(1e300)).toBe('an unknown time');
    expect(exactTimeText(Date.UTC(2026, 10, 18, 12, 0, 7))).toMatch(/2026.*:07/);
    expect(exactTimeText(1e300)).toBe('an unknown time');
    expect(dayText(new Date(2026, 0, 5, 23, 59).getTime())).toBe('2026-01-05');
  });
});

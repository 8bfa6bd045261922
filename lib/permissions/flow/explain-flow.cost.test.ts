import { describe, expect, it } from 'vitest';
import { explainFlow } from './explain-flow';

// Generous, because code that Stryker instrumented is some twenty times slower.
describe('text that was written to be slow', { timeout: 60_000 }, () => {
  const million = 1_000_000;
  it.each([
    ['one letter', 'a'.repeat(50_000), 'a'.repeat(million)],
    ['nearly one letter', 'a'.repeat(50_000), `${'a'.repeat(999)}b`.repeat(1000)],
    ['a period', 'ab'.repeat(25_000), 'ab'.repeat(million / 2)],
    ['blanks', `ab${' '.repeat(98)}`.repeat(500), `${' '.repeat(995)}bcdea`.repeat(1000)],
    ['escapes of escapes', '%2525'.repeat(10_000), '%'.repeat(million)],
    ['base64 that means text wherever it begins', 'V'.repeat(20_000), 'U'.repeat(million)],
    ['parameters', 'a=b&'.repeat(12_000), 'b'.repeat(million)],
    ['short tokens', 'a1b2c '.repeat(8000), 'a1b2c '.repeat(million / 6)],
    ['openings of entities', '&#'.repeat(25_000), '&amp'.repeat(million / 4)],
  ])('does no harm: %s', (_kind, text, held) => {
    const { matches } = explainFlow({ text }, [{ origin: 'o', text: held }]);
    for (const { end } of matches) expect(end).toBeLessThanOrEqual(text.length);
  });

  it('does no harm in thousands of arguments, however deep they lie', () => {
    let list: unknown = Array.from({ length: 10_000 }, () => 'aaaa aaaa');
    for (let level = 0; level < 50_000; level += 1) list = [list];
    const { matches, cut } = explainFlow({ list }, [{ origin: 'o', text: 'a'.repeat(million) }]);
    expect(matches).toHaveLength(20);
    expect(cut).toBe(true);
  });
});

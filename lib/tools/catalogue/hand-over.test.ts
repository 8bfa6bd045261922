import { describe, expect, it } from 'vitest';
import { createHandOver } from './hand-over';

const handOver = createHandOver();
const input = { kind: 'sign-in', what: 'Sign in to shop.example in the tab in front.' };

describe('hand_over', () => {
  it('runs nothing: the person does it, on a card of its own', () => {
    expect(handOver.interaction(input)).toBe('external');
    expect(handOver.run).toBeUndefined();
    expect(handOver.card).toBe('hand-over');
    expect(handOver.noOutput).toBe(false);
  });

  it('says what to do on its line', () => {
    expect(handOver.toolText(input)).toBe(
      'Your turn: Sign in to shop.example in the tab in front.',
    );
  });

  it.each([
    ['nothing to do', { ...input, what: ' ' }],
    ['an unknown kind', { ...input, kind: 'read my mail' }],
  ])('is refused with %s', (_what, wrong) => {
    expect(handOver.validate(wrong).ok).toBe(false);
  });
});

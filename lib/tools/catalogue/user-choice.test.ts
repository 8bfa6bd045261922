import { describe, expect, it } from 'vitest';
import { textBlock } from '../../messaging/content';
import { createUserChoice } from './user-choice';

const userChoice = createUserChoice();
const input = { question: 'Which one?', choices: ['first', 'second'] };

describe('user_choice', () => {
  it('is answered by the panel, on a card with choices', () => {
    expect(userChoice.interaction(input)).toBe('external');
    expect(userChoice.run).toBeUndefined();
    expect(userChoice.noOutput).toBe(false);
    expect(userChoice.card).toBe('choice');
    expect(userChoice.validate(input)).toEqual({ ok: true, input });
  });

  it.each([
    ['no question', { ...input, question: ' ' }],
    ['one choice', { ...input, choices: ['only'] }],
    ['eleven choices', { ...input, choices: Array.from({ length: 11 }, (_, n) => `choice ${n}`) }],
    ['an empty choice', { ...input, choices: ['first', '  '] }],
    ['the same choice twice', { ...input, choices: ['first', 'first '] }],
    ['choices that are not text', { ...input, choices: [1, 2] }],
    ['no choices', { question: 'Which one?' }],
  ])('refuses %s', (_what, bad) => {
    expect(userChoice.validate(bad).ok).toBe(false);
  });

  it('accepts ten choices', () => {
    const choices = Array.from({ length: 10 }, (_, index) => `choice ${index}`);
    expect(userChoice.validate({ ...input, choices }).ok).toBe(true);
  });

  it('shows the question and what was picked', () => {
    expect(userChoice.toolText(input)).toBe('Which one?');
    expect(userChoice.tooltip(input, { blocks: [textBlock('first')] })).toBe('Which one?\nfirst');
  });
});

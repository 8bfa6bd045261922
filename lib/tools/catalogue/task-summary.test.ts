import { describe, expect, it } from 'vitest';
import { createTaskSummary } from './task-summary';

const taskSummary = createTaskSummary();
const input = {
  title: 'Flight booked',
  actions: [
    { text: 'Compared three airlines', outcome: 'done' },
    { text: 'Chose a seat', outcome: 'failed' },
  ],
  note: 'Check in from Friday on.',
};

describe('task_summary', () => {
  it('needs no answer: its arguments are all there is', () => {
    expect(taskSummary.interaction(input)).toBe('external');
    expect(taskSummary.noOutput).toBe(true);
    expect(taskSummary.run).toBeUndefined();
    expect(taskSummary.validate(input)).toEqual({ ok: true, input });
  });

  it('ends the turn and is shown as a list', () => {
    expect(taskSummary.endsTurn).toBe(true);
    expect(taskSummary.expanded).toBe('task-summary');
    expect(taskSummary.toolText(input)).toBe('Flight booked');
    expect(taskSummary.tooltip(input, { blocks: [] })).toBe(
      'done: Compared three airlines\nfailed: Chose a seat',
    );
  });

  it.each([
    ['no title', { ...input, title: '' }],
    ['no action', { ...input, actions: [] }],
    ['an unknown outcome', { ...input, actions: [{ text: 'x', outcome: 'maybe' }] }],
    ['an action in plain text', { ...input, actions: ['x'] }],
  ])('refuses %s', (_what, bad) => {
    expect(taskSummary.validate(bad).ok).toBe(false);
  });
});

// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { RunRecordDraft } from '../../lib/messaging/run-record';
import { call, toolParked, toolSettled, toolStarted } from '../../lib/panel/testing/records';
import { ArmedAtOnce } from '../testing/attention';
import { recordedActions, toolUseFrom } from '../testing/tool-use';
import { ToolEventList } from './ToolEventList';

afterEach(cleanup);

const step = (index: number, ...records: RunRecordDraft[]) =>
  toolUseFrom(call(`t${index}`, 'step'), { toolText: `Step ${index}` }, ...records);
const finished = (index: number) => step(index, toolSettled(`t${index}`));
const many = (count: number) => Array.from({ length: count }, (_, index) => finished(index));

function show(uses: ReturnType<typeof many>) {
  render(<ToolEventList uses={uses} active actions={recordedActions().actions} />, {
    wrapper: ArmedAtOnce,
  });
}

const shown = () =>
  screen
    .getAllByRole('group')
    .filter((group) => group.dataset['toolName'] !== undefined)
    .map((group) => group.getAttribute('aria-label'));
const fold = () => screen.queryByRole('button', { name: /earlier steps/ });

describe('the steps of an answer', () => {
  it('are all shown as long as they can be taken in', () => {
    show(many(24));
    expect(shown()).toHaveLength(24);
    expect(fold()).toBeNull();
  });

  it('are folded but for the newest when they are many, and unfolded on request', async () => {
    const user = userEvent.setup();
    show(many(60));
    expect(shown()).toEqual(Array.from({ length: 8 }, (_, index) => `Step ${52 + index}`));
    expect(fold()?.textContent).toBe('Show 52 earlier steps');
    expect(fold()?.getAttribute('aria-expanded')).toBe('false');
    await user.click(screen.getByRole('button', { name: /earlier steps/ }));
    expect(shown()).toHaveLength(60);
    await user.click(screen.getByRole('button', { name: 'Show fewer steps' }));
    expect(shown()).toHaveLength(8);
  });

  it('stay in sight while they run, wait for somebody or may have gone half-way', () => {
    const inDoubt = toolSettled('t3', { outcome: 'interrupted', inDoubt: true });
    show([
      step(0, toolParked('t0')),
      step(1, toolStarted('t1')),
      finished(2),
      step(3, inDoubt),
      ...many(40).slice(4),
    ]);
    expect(shown().slice(0, 4)).toEqual(['Step 0', 'Step 1', 'Step 3', 'Step 32']);
  });

  it('say that they wait for the run to be resumed while it is paused', () => {
    const uses = [step(0, { type: 'tool-use-approved', toolUseId: 't0' }), step(1)];
    const { actions } = recordedActions();
    const { rerender } = render(<ToolEventList uses={uses} active actions={actions} />);
    expect(screen.queryByText(/waits/i)).toBeNull();
    rerender(<ToolEventList uses={uses} active paused actions={actions} />);
    expect(screen.getByRole('group', { name: 'Step 0' }).textContent).toContain(
      'Allowed, waits for Resume',
    );
    expect(screen.getByText('Waits')).toBeTruthy();
  });

  it('tell how many of those that are folded have failed', () => {
    const failed = step(0, toolSettled('t0', { outcome: 'error' }));
    show([failed, ...many(40).slice(1)]);
    expect(fold()?.textContent).toBe('Show 32 earlier steps, 1 of them failed');
  });
});

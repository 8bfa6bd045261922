// @vitest-environment jsdom
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { ManualAttention } from '../testing/attention';
import { CoveredContext, DecisionQueueContext } from './decision-place';
import { DecisionButton } from './DecisionButton';

afterEach(cleanup);

interface Around {
  queue?: string[];
  covered?: boolean;
  disabled?: boolean;
}

function show(first: Around = {}) {
  const attention = new ManualAttention();
  let decisions = 0;
  const element = ({ queue = ['t1'], covered = false, disabled = false }: Around) => (
    <CoveredContext value={covered}>
      <DecisionQueueContext value={queue}>
        <DecisionButton pending={false} disabled={disabled} onDecide={() => (decisions += 1)}>
          Allow
        </DecisionButton>
      </DecisionQueueContext>
    </CoveredContext>
  );
  const { rerender } = render(element(first), { wrapper: attention.Provider });
  return {
    attention,
    decisions: () => decisions,
    change: (around: Around) => rerender(element(around)),
    pass: (milliseconds: number) => act(() => attention.pass(milliseconds)),
    armed: () => button().getAttribute('aria-disabled') === 'false',
  };
}

const button = () => screen.getByRole('button', { name: 'Allow' });

describe('a button that decides', () => {
  it('does nothing before it was in sight for half a second, and says so without losing the focus', () => {
    const { pass, armed, decisions } = show();
    button().focus();
    expect(armed()).toBe(false);
    pass(499);
    fireEvent.click(button());
    expect([armed(), decisions()]).toEqual([false, 0]);
    expect(document.activeElement).toBe(button());
    expect(button().matches(':disabled')).toBe(false);
    pass(1);
    fireEvent.click(button());
    expect([armed(), decisions()]).toEqual([true, 1]);
  });

  it('starts anew when it was out of sight', () => {
    const { attention, pass, armed } = show();
    pass(400);
    act(() => attention.see(false));
    pass(1_000);
    expect(armed()).toBe(false);
    act(() => attention.see(true));
    pass(499);
    expect(armed()).toBe(false);
    pass(1);
    expect(armed()).toBe(true);
    act(() => attention.see(false));
    expect(armed()).toBe(false);
  });

  it('starts anew when it is moved, and not for a hair’s breadth', () => {
    const { attention, pass, armed } = show();
    pass(500);
    act(() => attention.move(8));
    expect(armed()).toBe(true);
    act(() => attention.move(1));
    expect(armed()).toBe(false);
    pass(499);
    expect(armed()).toBe(false);
    pass(1);
    expect(armed()).toBe(true);
  });

  it('finds out by itself that it was moved, by the press at the latest', () => {
    const { attention, pass, armed, decisions } = show();
    pass(300);
    attention.moveUnnoticed(60);
    pass(200);
    expect(armed()).toBe(false);
    pass(500);
    expect(armed()).toBe(true);
    attention.moveUnnoticed(60);
    fireEvent.click(button());
    expect([armed(), decisions()]).toEqual([false, 0]);
    pass(500);
    fireEvent.click(button());
    expect(decisions()).toBe(1);
  });

  it('does not listen to scripts', () => {
    const { attention, pass, decisions } = show();
    pass(500);
    attention.trusts = false;
    fireEvent.click(button());
    expect(decisions()).toBe(0);
  });

  it('listens to a click that no key or pointer led to, as screen readers make them', () => {
    const { pass, decisions } = show();
    pass(500);
    fireEvent.click(button());
    expect(decisions()).toBe(1);
  });

  it('cannot be pressed when its run is over', async () => {
    const { pass, decisions, armed } = show({ disabled: true });
    pass(500);
    expect(armed()).toBe(false);
    await userEvent.setup().click(button());
    expect(decisions()).toBe(0);
  });
});

describe('a press that began too early', () => {
  it('is not finished later by letting go of the pointer', () => {
    const { pass, decisions } = show();
    fireEvent.pointerDown(button());
    pass(500);
    fireEvent.pointerUp(button());
    fireEvent.click(button());
    expect(decisions()).toBe(0);
    fireEvent.pointerDown(button());
    fireEvent.pointerUp(button());
    fireEvent.click(button());
    expect(decisions()).toBe(1);
  });

  it('is not finished later by letting go of the space bar', async () => {
    const user = userEvent.setup();
    const { pass, decisions } = show();
    button().focus();
    await user.keyboard('{ >}');
    pass(500);
    await user.keyboard('{/ }');
    expect(decisions()).toBe(0);
    await user.keyboard(' ');
    expect(decisions()).toBe(1);
  });

  it('does not count on when a key is held down', async () => {
    const { pass, decisions } = show();
    button().focus();
    fireEvent.keyDown(button(), { key: 'Enter' });
    fireEvent.click(button());
    pass(500);
    // A browser presses the button with every repetition, unless that is prevented.
    const again = createEvent.keyDown(button(), { key: 'Enter', repeat: true });
    fireEvent(button(), again);
    expect(again.defaultPrevented).toBe(true);
    fireEvent.keyUp(button(), { key: 'Enter' });
    expect(decisions()).toBe(0);
    await userEvent.setup().keyboard('{Enter}');
    expect(decisions()).toBe(1);
  });

  it('does not count when the key was pressed before the focus came', () => {
    const { pass, decisions } = show();
    pass(500);
    button().focus();
    const held = createEvent.keyDown(button(), { key: ' ', repeat: true });
    fireEvent(button(), held);
    expect(held.defaultPrevented).toBe(true);
    fireEvent.keyUp(button(), { key: ' ' });
    fireEvent.click(button());
    expect(decisions()).toBe(0);
  });
});

describe('a decision that was made', () => {
  it('gives the others their half second again, wherever they stand', () => {
    const { pass, armed, change, decisions } = show({ queue: ['t0', 't1'] });
    pass(500);
    expect(armed()).toBe(true);
    change({ queue: ['t1'] });
    fireEvent.click(button());
    expect([armed(), decisions()]).toEqual([false, 0]);
    pass(500);
    expect(armed()).toBe(true);
  });

  it('does so too when one comes and goes', () => {
    const { pass, armed, change } = show({ queue: ['t1'] });
    pass(500);
    change({ queue: ['t1', 't2'] });
    change({ queue: ['t1'] });
    expect(armed()).toBe(false);
  });
});

describe('a decision under another screen', () => {
  it('is not armed, and takes its half second when that screen is gone', () => {
    const { pass, armed, change, decisions } = show();
    pass(500);
    change({ covered: true });
    expect(armed()).toBe(false);
    pass(500);
    fireEvent.click(button());
    expect(decisions()).toBe(0);
    change({ covered: false });
    expect(armed()).toBe(false);
    pass(500);
    expect(armed()).toBe(true);
  });
});

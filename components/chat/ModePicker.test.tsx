// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConversationMode } from '../../lib/messaging/permission';
import { ModePicker } from './ModePicker';

afterEach(cleanup);

function show(mode: ConversationMode = 'ask') {
  const chosen: ConversationMode[] = [];
  const settle: (() => void)[] = [];
  const element = (shown: ConversationMode) => (
    <ModePicker
      mode={shown}
      onChange={(next) => {
        chosen.push(next);
        return new Promise<void>((resolve) => settle.push(resolve));
      }}
    />
  );
  const { rerender } = render(element(mode));
  return {
    chosen,
    user: userEvent.setup(),
    change: (next: ConversationMode) => rerender(element(next)),
    answer: () =>
      act(async () => {
        settle.splice(0).forEach((resolve) => resolve());
        await Promise.resolve();
      }),
  };
}

const picker = () => screen.getByRole('combobox', { name: 'Mode' });
const list = () => screen.queryByRole('listbox');
const option = (name: string) => screen.getByRole('option', { name });
const active = () =>
  document.getElementById(picker().getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('the mode of a chat', () => {
  it.each([
    ['ask', 'Ask before acting'],
    ['plan', 'Plan first'],
    ['read-only', 'Read only'],
  ] as const)('%s reads as %s', (mode, name) => {
    show(mode);
    expect(picker().textContent).toBe(name);
    expect(list()).toBeNull();
  });

  it('has a list with a word on each, that tells which one holds', async () => {
    const { user } = show('plan');
    await user.click(picker());
    expect(picker().getAttribute('aria-expanded')).toBe('true');
    const options = screen.getAllByRole('option');
    expect(options.map((each) => each.getAttribute('aria-selected'))).toEqual([
      'false',
      'true',
      'false',
    ]);
    const words = options.map(
      (each) => document.getElementById(each.getAttribute('aria-describedby') ?? '')?.textContent,
    );
    expect(words).toEqual([
      'Each step that changes something asks you first.',
      'You approve a plan, and its steps run without asking.',
      'It reads and answers, and changes nothing.',
    ]);
  });

  it('is chosen with a click, and shown before the worker has said so', async () => {
    const { user, chosen, change, answer } = show();
    await user.click(picker());
    await user.click(option('Read only'));
    expect(chosen).toEqual(['read-only']);
    expect(list()).toBeNull();
    expect(picker().textContent).toBe('Read only');
    expect(document.activeElement).toBe(picker());
    change('read-only');
    await answer();
    expect(picker().textContent).toBe('Read only');
  });

  it('is what it was when the worker refuses', async () => {
    const { user, answer } = show();
    await user.click(picker());
    await user.click(option('Plan first'));
    await answer();
    expect(picker().textContent).toBe('Ask before acting');
  });

  it('is chosen with the keyboard alone', async () => {
    const { user, chosen } = show();
    await user.tab();
    expect(document.activeElement).toBe(picker());
    await user.keyboard('{ArrowDown}');
    expect(active()).toContain('Ask before acting');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(active()).toContain('Read only');
    await user.keyboard('{Home}{ArrowUp}{End}{ArrowUp}{Enter}');
    expect(chosen).toEqual(['plan']);
    await user.keyboard(' {End} ');
    expect(chosen).toEqual(['plan', 'read-only']);
  });

  it('stays when the list is left, and nothing is asked for what holds already', async () => {
    const { user, chosen } = show();
    await user.tab();
    await user.keyboard('{Enter}{ArrowDown}{Escape}');
    expect(list()).toBeNull();
    await user.keyboard('{Enter}{ArrowDown}');
    await user.tab();
    expect(list()).toBeNull();
    await user.click(picker());
    await user.click(option('Ask before acting'));
    expect(chosen).toEqual([]);
  });

  it('keeps Escape to itself while its list is open', async () => {
    const { user } = show();
    const heard: boolean[] = [];
    const listen = (event: KeyboardEvent) => heard.push(event.defaultPrevented);
    document.addEventListener('keydown', listen);
    picker().focus();
    await user.keyboard('{Escape}{Enter}{Escape}');
    document.removeEventListener('keydown', listen);
    expect(heard).toEqual([false, true, true]);
  });
});

// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { ToolInfo } from '../../lib/messaging/settings';
import { FeatureSwitches } from './FeatureSwitches';
import { ToolSwitches } from './ToolSwitches';

afterEach(cleanup);

const tool = (name: string, enabled: boolean, feature?: string): ToolInfo => ({
  id: `builtin::${name}`,
  name,
  title: `The ${name}`,
  description: `Does ${name}. Use it when you need it.`,
  enabled,
  ...(feature === undefined ? {} : { feature }),
});

function show(tools: ToolInfo[]) {
  const turns: [string, boolean][] = [];
  render(<ToolSwitches tools={tools} onSwitch={(id, enabled) => turns.push([id, enabled])} />);
  return { turns, user: userEvent.setup() };
}

describe('a tool card', () => {
  it('KAI-116 shows name, short description and a switch', () => {
    show([tool('search', true), tool('shell', false)]);
    const on = screen.getByRole('switch', { name: 'The search' });
    expect(on.getAttribute('aria-checked')).toBe('true');
    expect(within(on).getByText('Does search.')).toBeTruthy();
    const off = screen.getByRole('switch', { name: 'The shell' });
    expect(off.getAttribute('aria-checked')).toBe('false');
  });

  it('KAI-117 is turned once by a click anywhere on it, by Enter and by Space', async () => {
    const { turns, user } = show([tool('search', true)]);
    const card = screen.getByRole('switch');
    await user.click(screen.getByText('Does search.'));
    await user.click(card.querySelector('.switch-track') ?? card);
    card.focus();
    await user.keyboard('{Enter}');
    await user.keyboard(' ');
    expect(turns).toEqual(Array(4).fill(['builtin::search', false]));
  });

  it('KAI-119 KAI-110 is there only for tools with a switch of their own', () => {
    show([tool('search', true), tool('memory_store', true, 'memory')]);
    expect(screen.getAllByRole('switch').map((card) => card.textContent)).toEqual([
      'The searchDoes search.',
    ]);
  });

  it('KAI-121 gives way to a word when there are none', () => {
    show([]);
    expect(screen.getByText('There are no tools to switch yet.')).toBeTruthy();
  });
});

describe('a feature switch', () => {
  it('KAI-120 exists for each feature, apart from the tools', async () => {
    const turns: [string, boolean][] = [];
    render(
      <FeatureSwitches
        enabled={{ memory: true, scheduling: false, email: false }}
        tools={[]}
        onSwitch={(feature, enabled) => turns.push([feature, enabled])}
      />,
    );
    const states = screen.getAllByRole('switch').map((card) => card.getAttribute('aria-checked'));
    expect(states).toEqual(['true', 'false', 'false']);
    await userEvent.setup().click(screen.getByRole('switch', { name: 'Scheduled tasks' }));
    expect(turns).toEqual([['scheduling', true]]);
  });

  it('says so where it has no effect yet', () => {
    render(
      <FeatureSwitches
        enabled={{ memory: false, email: false }}
        tools={[tool('memory_store', false, 'memory')]}
        onSwitch={() => undefined}
      />,
    );
    const unused = screen.queryAllByText(/No tool uses this yet\.$/);
    expect(unused.map((text) => text.closest('[role=switch]')?.textContent)).toEqual([
      expect.stringMatching(/^E-mail/),
    ]);
  });
});

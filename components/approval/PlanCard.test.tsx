// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Plan } from '../../lib/messaging/tool-cards';
import { ArmedAtOnce } from '../testing/attention';
import { done } from '../testing/tool-use';
import { PlanCard } from './PlanCard';

afterEach(cleanup);

const plan: Plan = {
  goal: 'Send the kettle back',
  steps: [
    { tool: 'open_url', what: 'Open the return form', site: 'https://shop.example/returns' },
    { tool: 'fill_form', what: 'Fill it in', site: 'https://shop.example', times: 3 },
    { tool: 'close_tab', what: 'Close what is left' },
  ],
};

function show(disabled = false) {
  const happened: unknown[] = [];
  const note = (what: unknown) => {
    happened.push(what);
    return Promise.resolve(done);
  };
  render(
    <PlanCard
      plan={plan}
      request={{ kind: 'input', card: 'plan', reason: '', browserPermissions: [] }}
      disabled={disabled}
      onApprove={note}
      onDeny={() => note('deny')}
      requestBrowserPermissions={() => Promise.resolve(true)}
    />,
    { wrapper: ArmedAtOnce },
  );
  return { happened, user: userEvent.setup() };
}

const steps = () => screen.getAllByRole('listitem');
const step = (index: number) => within(steps()[index] ?? document.body);
const press = (name: string) => screen.getByRole('button', { name });

describe('a plan', () => {
  it('tells its goal and its steps: what, with which tool, where and how often', () => {
    show();
    expect(screen.getByRole('group', { name: 'Approve this plan?' })).toBeTruthy();
    expect(screen.getByText('Send the kettle back')).toBeTruthy();
    expect(steps().map((item) => item.querySelector('.plan-step-how')?.textContent)).toEqual([
      'Open URL on shop.example, once',
      'Fill form on shop.example, up to 3 times',
      'Close tab, once',
    ]);
    expect(step(0).getByText('shop.example').tagName).toBe('STRONG');
    expect(
      screen.getByText('Steps on the plan run without asking again. Anything else still asks.'),
    ).toBeTruthy();
  });

  it('is approved as it stands', async () => {
    const { happened, user } = show();
    await user.click(press('Approve plan'));
    expect(happened).toEqual([
      { steps: plan.steps.map((each) => ({ ...each, times: each.times ?? 1 })) },
    ]);
  });

  it('is approved without the steps that were taken out, and as others were changed', async () => {
    const { happened, user } = show();
    await user.click(screen.getByRole('checkbox', { name: 'Include step 1' }));
    await user.click(step(1).getByText('Change'));
    await user.clear(step(1).getByLabelText('Site'));
    await user.type(step(1).getByLabelText('Site'), 'other.example/x');
    await user.clear(step(1).getByLabelText('How many times'));
    await user.type(step(1).getByLabelText('How many times'), '2');
    expect(step(1).getByText('other.example').tagName).toBe('STRONG');
    await user.click(step(2).getByText('Change'));
    await user.click(press('Approve plan'));
    expect(happened).toEqual([
      {
        steps: [
          { tool: 'fill_form', what: 'Fill it in', site: 'other.example/x', times: 2 },
          { tool: 'close_tab', what: 'Close what is left', times: 1 },
        ],
      },
    ]);
  });

  it('is not approved without a step, or with too many times', async () => {
    const { happened, user } = show();
    await user.click(step(1).getByText('Change'));
    await user.clear(step(1).getByLabelText('How many times'));
    await user.type(step(1).getByLabelText('How many times'), '21');
    await user.click(press('Approve plan'));
    expect(screen.getByRole('alert').textContent).toBe('A step can be done 1 to 20 times.');
    for (const box of screen.getAllByRole('checkbox')) await user.click(box);
    await user.click(press('Approve plan'));
    expect(screen.getByRole('alert').textContent).toContain('Leave at least one step');
    expect(happened).toEqual([]);
  });

  it('can be denied', async () => {
    const { happened, user } = show();
    await user.click(press('Deny'));
    expect(happened).toEqual(['deny']);
  });

  it('cannot be changed or approved when its run is over', async () => {
    const { happened, user } = show(true);
    await user.click(press('Approve plan'));
    expect(happened).toEqual([]);
    expect(screen.getAllByRole('checkbox').every((box) => box.matches(':disabled'))).toBe(true);
  });
});

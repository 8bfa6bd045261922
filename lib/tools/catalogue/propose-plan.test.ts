import { describe, expect, it } from 'vitest';
import { callTool } from '../../../tests/support/call-tool';
import { createProposePlan } from './propose-plan';

const proposePlan = createProposePlan();
const steps = [
  { tool: 'open_url', what: 'Open the shop', site: 'https://shop.example' },
  { tool: 'close_tabs', what: 'Close the old tabs', times: 3 },
];
const plan = { goal: 'Order a kettle', steps };

describe('propose_plan', () => {
  it('waits for the user on a card of its own, and is no effect itself', () => {
    expect(proposePlan.interaction(plan)).toBe('permission');
    expect(proposePlan.card).toBe('plan');
    expect(proposePlan.effect).toBe('read');
  });

  it('is offered only where the user wants a plan first', () => {
    const offeredIn = (mode: 'ask' | 'plan' | 'read-only') =>
      proposePlan.supportsConversation({ id: 'c1', temporary: false, mode });
    expect([offeredIn('ask'), offeredIn('plan'), offeredIn('read-only')]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('tells the model what was approved, as the user changed it', async () => {
    const { text } = await callTool(proposePlan, plan, { userInput: { steps: steps.slice(1) } });
    expect(text).toContain('Do exactly these steps');
    expect(text).toContain('1. Close the old tabs (close_tabs, up to 3 times)');
    expect(text).not.toContain('Open the shop');
  });

  it('approves nothing by itself', async () => {
    const { isError, text } = await callTool(proposePlan, plan);
    expect([isError, text]).toEqual([true, 'Error: The plan was not approved.']);
    expect(proposePlan.plannedSteps?.(undefined)).toEqual([]);
    expect(proposePlan.plannedSteps?.({ steps: [] })).toEqual([]);
  });

  it('hands on the steps that were approved', () => {
    expect(proposePlan.plannedSteps?.({ steps })).toEqual(steps);
  });

  it.each([
    ['no step', { goal: 'x', steps: [] }],
    ['no goal', { goal: ' ', steps }],
    ['a step that says nothing', { goal: 'x', steps: [{ tool: 'open_url', what: '' }] }],
    [
      'a step that never ends',
      { goal: 'x', steps: [{ tool: 'open_url', what: 'x', times: 1000 }] },
    ],
  ])('is refused with %s', (_what, wrong) => {
    expect(proposePlan.validate(wrong).ok).toBe(false);
  });
});

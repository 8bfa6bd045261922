// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { textBlock, type ToolCall } from '../../lib/messaging/content';
import {
  toolUseStates,
  type Presentation,
  type RunRecordDraft,
} from '../../lib/messaging/run-record';
import type { ToolUse } from '../../lib/messaging/conversation-state';
import {
  call,
  toolParked,
  toolProposed,
  toolSettled,
  toolStarted,
} from '../../lib/panel/testing/records';
import { ArmedAtOnce } from '../testing/attention';
import { recordedActions, toolUseFrom } from '../testing/tool-use';
import { ToolEvent } from './ToolEvent';

afterEach(cleanup);
// Once they are loaded, cards are drawn at once.
beforeAll(async () => {
  show({ records: [toolParked('t1')] });
  await screen.findByRole('button', { name: 'Deny' });
  cleanup();
});

interface Shown {
  toolCall?: ToolCall;
  presentation?: Partial<Presentation>;
  records?: RunRecordDraft[];
  active?: boolean;
  startsOpen?: boolean;
}

function show({
  toolCall = call('t1', 'list_tabs'),
  presentation = {},
  records = [],
  active = true,
  startsOpen = false,
}: Shown = {}) {
  const { actions, decisions } = recordedActions();
  const element = (drafts: RunRecordDraft[], isActive = active) => (
    <ToolEvent
      use={toolUseFrom(toolCall, presentation, ...drafts)}
      active={isActive}
      startsOpen={startsOpen}
      actions={actions}
    />
  );
  const { rerender, container } = render(element(records), { wrapper: ArmedAtOnce });
  return {
    container,
    decisions,
    change: (drafts: RunRecordDraft[], isActive?: boolean) => rerender(element(drafts, isActive)),
    icon: () => container.querySelector('.tool-line [data-icon]')?.getAttribute('data-icon'),
  };
}

const raw = '<b>Bold</b> <script>alert(1)</script>';

describe('a tool event', () => {
  it('is a group with the label, the name, the id and the state', () => {
    show({ records: [toolStarted('t1')] });
    const group = screen.getByRole('group', { name: 'Look at your tabs' });
    expect(Object.fromEntries(Object.entries(group.dataset))).toEqual({
      toolName: 'list_tabs',
      toolUseId: 't1',
      toolState: 'running',
    });
  });

  it('KAI-07 shows the raw name of a tool that nobody knows', () => {
    const use = toolUseFrom(call('t1', 'frobnicate'), {
      toolText: 'frobnicate',
      title: 'frobnicate',
    });
    render(<ToolEvent use={use} active startsOpen={false} actions={recordedActions().actions} />);
    expect(screen.getByRole('group', { name: 'frobnicate' })).toBeTruthy();
  });

  it('BRV-29 shows the progress icon while it runs and the status icon once it is done', () => {
    const presentation = { progressIcon: 'clock', statusIcon: 'globe' };
    const { icon, change } = show({ presentation, records: [toolStarted('t1')] });
    expect(icon()).toBe('clock');
    change([toolStarted('t1'), toolSettled('t1')]);
    expect(icon()).toBe('globe');
  });

  it('shows a wrench for an icon that nobody knows, and no tick for a failure', () => {
    const { icon, change } = show({ presentation: { progressIcon: 'unheard-of' } });
    expect(icon()).toBe('tool');
    change([toolSettled('t1', { outcome: 'error' })]);
    expect(icon()).toBe('alert');
  });

  it.each([
    ['error', 'Failed'],
    ['denied', 'Declined'],
    ['interrupted', 'Interrupted'],
    ['cancelled', 'Cancelled'],
    ['pruned', 'Set aside'],
  ] as const)('says in words that it ended as %s', (outcome, word) => {
    expect(toolUseStates).toContain(outcome);
    show({ records: [toolSettled('t1', { outcome, blocks: [] })] });
    expect(screen.getByRole('group').textContent).toContain(word);
  });
});

describe('the raw result of a tool', () => {
  const settled = [toolSettled('t1', { blocks: [textBlock('for the model')], tooltip: raw })];

  it('KAI-135 BRV-30 is not there until it is asked for', () => {
    const { container } = show({ records: settled });
    expect(container.textContent).not.toContain('Bold');
    expect(container.textContent).not.toContain('for the model');
  });

  it('BRV-30 appears while the pointer rests on the line, as text and not as HTML', async () => {
    const user = userEvent.setup();
    const { container } = show({ records: settled });
    await user.hover(screen.getByRole('button', { name: /Look at your tabs/ }));
    expect(screen.getByRole('tooltip').textContent).toBe(raw);
    expect(container.querySelector('b, script')).toBeNull();
    await user.unhover(screen.getByRole('button'));
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('BRV-30 appears with the focus and goes with Escape', async () => {
    const user = userEvent.setup();
    show({ records: settled });
    await user.tab();
    expect(screen.getByRole('tooltip').textContent).toBe(raw);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).toBeNull();
  });

  it('BRV-30 opens and closes with the expander', async () => {
    const user = userEvent.setup();
    const { container } = show({ records: settled });
    const expander = screen.getByRole('button');
    expect(expander.getAttribute('aria-expanded')).toBe('false');
    await user.click(expander);
    expect(expander.getAttribute('aria-expanded')).toBe('true');
    expect(container.querySelector('pre')?.textContent).toBe(raw);
    expect(container.querySelector('b, script')).toBeNull();
    await user.click(expander);
    expect(container.querySelector('pre')).toBeNull();
  });

  it('is what the model was told when the tool says nothing else', async () => {
    const user = userEvent.setup();
    show({ records: [toolSettled('t1', { blocks: [textBlock('for the model')] })] });
    await user.click(screen.getByRole('button'));
    expect(screen.getByText('for the model')).toBeTruthy();
  });

  it('shows pictures, and only real ones', async () => {
    const user = userEvent.setup();
    const picture = (mediaType: string) => ({
      type: 'image' as const,
      mediaType,
      data: 'iVBORw==',
    });
    const blocks = [picture('image/png'), picture('image/svg+xml'), picture('text/html')];
    show({ records: [toolSettled('t1', { blocks })] });
    await user.click(screen.getByRole('button'));
    const sources = screen.getAllByRole('img').map((image) => image.getAttribute('src'));
    expect(sources).toEqual(['data:image/png;base64,iVBORw==']);
  });

  it('comes with the arguments and a word when a write is in doubt', async () => {
    const user = userEvent.setup();
    show({
      toolCall: call('t1', 'close_tab', { tabId: 7 }),
      records: [toolSettled('t1', { outcome: 'interrupted', inDoubt: true })],
    });
    await user.click(screen.getByRole('button'));
    expect(screen.getByText('Tab ID').nextElementSibling?.textContent).toBe('7');
    expect(screen.getByText(/may have taken effect/)).toBeTruthy();
  });
});

describe('by whose word a tool ran, or did not', () => {
  const judged = (verdict: Pick<ToolUse, 'verdict' | 'reason' | 'grantId'>) => ({
    ...toolProposed('t1', 'a1'),
    ...verdict,
  });
  const open = async () => {
    await userEvent.setup().click(screen.getByRole('button', { name: /Look at your tabs/ }));
  };

  it('is told without being asked for where the policy refused it', () => {
    show({
      records: [
        judged({ verdict: 'deny', reason: 'You blocked this site.' }),
        toolSettled('t1', { outcome: 'denied' }),
      ],
    });
    expect(screen.getByText('Not done: You blocked this site.')).toBeTruthy();
    expect(screen.queryByText('Declined')).toBeNull();
  });

  it('is a word where the person refused it', () => {
    show({
      records: [
        judged({ verdict: 'ask', reason: 'Asked because it changes something.' }),
        toolSettled('t1', { outcome: 'denied' }),
      ],
    });
    expect(screen.getByText('Declined')).toBeTruthy();
    expect(screen.queryByText(/Not done/)).toBeNull();
  });

  it('is in the details where a permission let it through', async () => {
    const reason = 'You allowed it for this chat.';
    show({
      records: [
        judged({ verdict: 'allow', reason, grantId: 'g1' }),
        toolSettled('t1', { blocks: [] }),
      ],
    });
    expect(screen.queryByText(/Not asked/)).toBeNull();
    await open();
    expect(screen.getByText('Not asked: You allowed it for this chat.')).toBeTruthy();
  });

  it('is in the details where the person was asked, with the arguments as they changed them', async () => {
    show({
      toolCall: call('t1', 'close_tab', { tabId: 7 }),
      records: [
        toolParked('t1'),
        {
          type: 'tool-use-approved',
          toolUseId: 't1',
          answer: 'once',
          argumentsJson: '{"tabId":8}',
        },
        toolSettled('t1'),
      ],
    });
    await open();
    expect(screen.getByText('Tab ID').nextElementSibling?.textContent).toBe('8');
    expect(screen.getByText('You changed these.')).toBeTruthy();
    expect(screen.getByText('You allowed it once.')).toBeTruthy();
  });

  it('is not told where nobody’s was needed', () => {
    show({
      records: [
        judged({ verdict: 'allow', reason: 'It only reads.' }),
        toolSettled('t1', { blocks: [] }),
      ],
    });
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('what only the person can do', () => {
  const parked = (request: Parameters<typeof toolParked>[1]) => [
    toolParked('t1', { kind: 'external', card: 'hand-over', reason: '', ...request }),
  ];

  it('is told in the words of the assistant where it asked for it', () => {
    show({
      toolCall: call('t1', 'hand_over', { kind: 'sign-in', what: 'Sign in to the shop.' }),
      records: parked({}),
    });
    expect(screen.getByRole('heading', { name: 'Your turn' })).toBeTruthy();
    expect(screen.getByText('Sign in to the shop.')).toBeTruthy();
  });

  it('is told in ours where another tool came upon it, whatever its arguments look like', async () => {
    const { decisions } = show({
      toolCall: call('t1', 'fill_form', { kind: 'sign-in', what: 'Give me your password.' }),
      records: parked({ handOver: 'password', reason: 'Passwords are yours alone.' }),
    });
    expect(screen.queryByText('Give me your password.')).toBeNull();
    expect(screen.getByText('Passwords are yours alone.')).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Done' }));
    expect(decisions).toEqual([['answer', 't1', [textBlock('The user did this themselves.')]]]);
  });
});

describe('a plan', () => {
  it('is approved by using the tool with what the person made of it', async () => {
    const steps = [{ tool: 'open_url', what: 'Open it', times: 1 }];
    const { decisions } = show({
      toolCall: call('t1', 'propose_plan', { goal: 'Return it', steps }),
      records: [toolParked('t1', { kind: 'input', card: 'plan' })],
    });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Approve plan' }));
    expect(decisions).toEqual([['use', 't1', { steps }]]);
  });
});

describe('label and content of a tool event', () => {
  const list = { items: [{ text: 'Find the tabs', status: 'done' as const }] };
  const drawn = { expanded: 'todo-list' };

  it('are a button that toggles when there are both', async () => {
    const user = userEvent.setup();
    show({ toolCall: call('t1', 'todo_write', list), presentation: drawn });
    expect(screen.queryByText('Find the tabs')).toBeNull();
    await user.click(screen.getByRole('button'));
    expect(screen.getByText('Find the tabs')).toBeTruthy();
  });

  it('are plain text when there is nothing to open', () => {
    show();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('Look at your tabs')).toBeTruthy();
  });

  it('are always open when there is no label', () => {
    show({
      toolCall: call('t1', 'todo_write', list),
      presentation: { ...drawn, toolText: '', title: 'To-do list' },
    });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText('Find the tabs')).toBeTruthy();
    expect(screen.getByRole('group', { name: 'To-do list' })).toBeTruthy();
  });

  it('are hidden when there is neither', () => {
    const { container } = show({ presentation: { toolText: '' } });
    expect(container.childElementCount).toBe(0);
  });

  it('start open where the newest list or summary should be seen', () => {
    show({
      toolCall: call('t1', 'task_summary', {
        title: 'All tidy',
        actions: [{ text: 'Grouped three tabs', outcome: 'done' }],
        note: 'Nothing is left.',
      }),
      presentation: { expanded: 'task-summary' },
      startsOpen: true,
    });
    expect(screen.getByText('All tidy')).toBeTruthy();
    const step = screen.getByRole('listitem');
    expect(within(step).getByRole('img', { name: 'Done' })).toBeTruthy();
    expect(screen.getByText('Nothing is left.')).toBeTruthy();
  });

  it('fall back to the plain arguments when what the model wrote does not fit the drawing', async () => {
    const user = userEvent.setup();
    show({ toolCall: call('t1', 'todo_write', { items: 'all' }), presentation: drawn });
    await user.click(screen.getByRole('button'));
    expect(screen.getByText('Items').nextElementSibling?.textContent).toBe('all');
  });
});

describe('a choice for the user', () => {
  const question = call('t1', 'user_choice', { question: 'Which?', choices: ['first', 'second'] });
  const parked = toolParked('t1', { kind: 'external', card: 'choice', reason: '' });
  const choices = () => screen.getAllByRole('button', { name: /^\d/ });

  it('BRV-43 has numbered buttons', () => {
    show({ toolCall: question, presentation: { toolText: 'Which?' }, records: [parked] });
    expect(choices().map((button) => button.textContent)).toEqual(['1 first', '2 second']);
    expect(screen.getByRole('group').dataset['toolState']).toBe('awaiting-user');
  });

  it('BRV-16 answers with the text of the choice as a text block', async () => {
    const user = userEvent.setup();
    const { decisions } = show({ toolCall: question, records: [parked] });
    await user.click(screen.getByRole('button', { name: '1 first' }));
    expect(decisions).toEqual([['answer', 't1', [textBlock('first')]]]);
  });

  it('can be answered once only', async () => {
    const user = userEvent.setup();
    const { decisions } = show({ toolCall: question, records: [parked] });
    await user.click(screen.getByRole('button', { name: '1 first' }));
    await user.click(screen.getByRole('button', { name: '2 second' }));
    expect(decisions).toHaveLength(1);
  });

  it('can be skipped', async () => {
    const user = userEvent.setup();
    const { decisions } = show({ toolCall: question, records: [parked] });
    await user.click(screen.getByRole('button', { name: 'Skip' }));
    expect(decisions).toEqual([['permission', 't1', 'deny']]);
  });

  it('BRV-43 is disabled when the run is over', async () => {
    const { change } = show({ toolCall: question, records: [parked] });
    change([parked], false);
    expect(screen.getAllByRole('button').every((button) => button.matches(':disabled'))).toBe(true);
  });

  it('BRV-43 shows only the chosen one once it is answered, disabled', () => {
    show({
      toolCall: question,
      records: [parked, toolSettled('t1', { blocks: [textBlock('second')] })],
    });
    expect(choices().map((button) => button.textContent)).toEqual(['2 second']);
    expect(choices().every((button) => button.matches(':disabled'))).toBe(true);
  });

  it.each(['{"question":', '{}', '{"question":"Which?","choices":["one"]}'])(
    'BRV-43 shows no choices for malformed arguments: %s',
    (argumentsJson) => {
      show({ toolCall: { ...question, argumentsJson }, records: [parked] });
      expect(screen.queryAllByRole('button', { name: /^\d/ })).toEqual([]);
    },
  );
});

// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { textBlock } from '../lib/messaging/content';
import type { LiveEvent, SettingsView } from '../lib/messaging/panel-protocol';
import type { RunRecordDraft } from '../lib/messaging/run-record';
import { createPanelStore, type PanelStore } from '../lib/panel/panel-store';
import { createPortClient } from '../lib/panel/port-client';
import {
  call,
  numbered,
  runEnded,
  runStarted,
  toolParked,
  toolProposed,
  toolSettled,
  toolStarted,
  turnCompleted,
  turnFailed,
  turnStarted,
  userTurn,
} from '../lib/panel/testing/records';
import { delivered, ScriptedWorker } from '../lib/panel/testing/scripted-worker';
import { PanelApp } from './PanelApp';
import { ArmedAtOnce, ManualAttention } from './testing/attention';

const connected: SettingsView = {
  connection: {
    baseUrl: 'http://localhost:11434/v1',
    model: 'llama-4',
    contextTokens: 100_000,
    supportsTools: true,
    supportsImages: false,
    hasKey: false,
  },
  tools: [],
  features: {},
  blockedSites: [],
};

let panel: PanelStore | undefined;
afterEach(() => {
  cleanup();
  panel?.close();
});

async function open(
  past: RunRecordDraft[] = [],
  settings: SettingsView = connected,
  wrapper: (props: { children: ReactNode }) => ReactNode = ArmedAtOnce,
) {
  const openAllSettings = vi.fn();
  let seq = past.length;
  const worker = new ScriptedWorker()
    .on('settings-read', () => settings)
    .on('conversation-open', () => ({ conversationId: 'c1', records: numbered(past) }));
  const frames: (() => void)[] = [];
  const opened = createPanelStore({
    client: createPortClient({ connect: worker.connect }),
    scheduleFrame: (frame) => frames.push(frame),
  });
  panel = opened;
  render(
    <PanelApp
      panel={opened}
      requestBrowserPermissions={() => Promise.resolve(true)}
      requestHostPermission={() => Promise.resolve(true)}
      onOpenAllSettings={openAllSettings}
    />,
    { wrapper },
  );
  await act(async () => {
    await Promise.all([opened.openConversation(), opened.readSettings()]);
  });
  return {
    worker,
    openAllSettings,
    user: userEvent.setup(),
    happen: (...drafts: RunRecordDraft[]) =>
      act(async () => {
        worker.push({
          type: 'records-appended',
          conversationId: 'c1',
          records: numbered(drafts, seq + 1),
        });
        seq += drafts.length;
        await delivered();
      }),
    stream: (event: LiveEvent) =>
      act(async () => {
        worker.push({ type: 'live-event', conversationId: 'c1', event });
        await delivered();
        frames.splice(0).forEach((frame) => frame());
      }),
  };
}

const log = () => screen.getByRole('log', { name: 'Conversation' });
const entries = () => within(log()).queryAllByRole('article');
const composer = () => screen.getByRole('textbox', { name: 'Message' });
const waitingRows = () => document.querySelectorAll('.waiting-row');
const announced = () => document.querySelector('.visually-hidden[role="status"]')?.textContent;

const asked = [userTurn('u1', 'Tidy my tabs'), runStarted(), turnStarted('a1', 'u1')];
const called = [
  ...asked,
  turnCompleted('a1', 'Let me look.', [
    call('t1', 'list_tabs'),
    call('t2', 'close_tab', { id: 3 }),
  ]),
  toolProposed('t1', 'a1'),
  toolProposed('t2', 'a1', { toolText: 'Close a tab', title: 'Close tab' }),
];

describe('a chat in the panel', () => {
  it('sends what was written and shows the answer as it arrives', async () => {
    const { worker, user, happen, stream } = await open();
    await user.type(composer(), 'Tidy my tabs{Enter}');
    expect(worker.commands('prompt-send')).toMatchObject([{ blocks: [textBlock('Tidy my tabs')] }]);
    await happen(...asked);
    expect(entries().map((entry) => entry.textContent)).toEqual(['Tidy my tabs']);
    const live = { type: 'text-streamed', turnId: 'a1', reasoning: '' } as const;
    await stream({ ...live, text: '<b>Right' });
    await stream({ ...live, text: ' away</b>' });
    expect(entries()[1]?.textContent).toBe('<b>Right away</b>');
    await happen(turnCompleted('a1', '<b>Right away</b>, done.'), runEnded('answered'));
    expect(within(log()).getByText('<b>Right away</b>, done.')).toBeTruthy();
    expect(announced()).toBe('The answer is complete.');
  });

  it('KAI-122 ends with exactly one waiting row while it is busy, and with none when it is not', async () => {
    const { happen } = await open();
    expect(waitingRows()).toHaveLength(0);
    await happen(...called, toolStarted('t1'), toolStarted('t2'));
    expect(waitingRows()).toHaveLength(1);
    expect(log().lastElementChild).toBe(waitingRows()[0]);
    await happen(toolSettled('t1'), toolSettled('t2'));
    expect(waitingRows()).toHaveLength(1);
    await happen(turnStarted('a2', 'a1'), turnCompleted('a2', 'Done.'), runEnded('answered'));
    expect(waitingRows()).toHaveLength(0);
  });

  it('KAI-134 gives a running tool no entry of its own', async () => {
    const { happen } = await open(called);
    expect(entries()).toHaveLength(2);
    await happen(toolStarted('t1'), toolStarted('t2'));
    expect(entries()).toHaveLength(2);
    const groups = within(log()).getAllByRole('group');
    expect(groups.map((group) => group.dataset['toolState'])).toEqual(['running', 'running']);
    expect(groups.every((group) => entries()[1]?.contains(group))).toBe(true);
  });

  it('puts reasoning behind a disclosure', async () => {
    await open([
      ...asked,
      { ...turnCompleted('a1', 'Yes.'), reasoning: 'Let me see.' },
      runEnded('answered'),
    ]);
    const details = screen.getByText('Reasoning').closest('details');
    expect(details?.open).toBe(false);
    expect(details?.textContent).toContain('Let me see.');
  });

  it('shows the error with its advice and tries again on request', async () => {
    const { worker, user, happen } = await open();
    await happen(...asked, turnFailed('a1', 'The server does not answer.', 'Is it running?'));
    await happen(runEnded('failed'));
    expect(screen.getByText('Is it running?')).toBeTruthy();
    expect(announced()).toBe('The answer failed. The server does not answer.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(worker.commands('turn-retry')).toHaveLength(1);
  });

  it('offers to continue after a guard ended the run', async () => {
    const { worker, user } = await open([
      ...asked,
      turnCompleted('a1', 'So far.'),
      runEnded('limit'),
    ]);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(worker.commands('run-continue')).toHaveLength(1);
  });

  it('stops, and the prompt comes back into the composer', async () => {
    const { worker, user, happen } = await open(asked);
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(worker.commands('run-stop')).toHaveLength(1);
    await happen({ type: 'user-turn-retracted', turnId: 'u1' }, runEnded('stopped'));
    expect(composer()).toHaveProperty('value', 'Tidy my tabs');
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  });

  it('shows what waits to be sent and discards it on request', async () => {
    const { worker, user, happen } = await open(asked);
    await happen({ type: 'prompt-queued', blocks: [textBlock('And then?')] });
    expect(screen.getByText('Waiting to send: And then?')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(worker.commands('queued-prompt-discard')).toHaveLength(1);
    await happen({ type: 'prompt-dequeued' });
    expect(screen.queryByText(/Waiting to send/)).toBeNull();
  });

  it('edits a prompt and switches between its versions', async () => {
    const { worker, user, happen } = await open([
      ...asked,
      turnCompleted('a1', 'Done.'),
      runEnded('answered'),
    ]);
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const edited = screen.getByRole('textbox', { name: 'Edited text' });
    await user.clear(edited);
    await user.type(edited, 'Close my tabs{Enter}');
    expect(worker.commands('turn-edit')).toMatchObject([
      { turnId: 'u1', blocks: [textBlock('Close my tabs')] },
    ]);
    await happen(
      userTurn('u2', 'Close my tabs'),
      runStarted('run-2'),
      turnStarted('a2', 'u2', 'run-2'),
      turnCompleted('a2', 'Closed.'),
      runEnded('answered'),
    );
    expect(within(log()).getByText('2 / 2')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Previous version' }));
    expect(worker.commands('branch-select')).toMatchObject([{ turnId: 'a1' }]);
  });

  it('copies an answer and asks for another one', async () => {
    const { worker, user } = await open([
      ...asked,
      turnCompleted('a1', 'Done.'),
      runEnded('answered'),
    ]);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('Done.');
    await user.click(screen.getByRole('button', { name: 'Regenerate' }));
    expect(worker.commands('turn-regenerate')).toMatchObject([{ turnId: 'a1' }]);
  });

  it('shows artifacts once the run has ended', async () => {
    const artifacts = [{ kind: 'chart', title: 'Sales', mediaType: 'text/csv', data: 'a,b' }];
    const { happen } = await open([...called, toolSettled('t1', { artifacts }), toolSettled('t2')]);
    expect(screen.queryByRole('figure')).toBeNull();
    await happen(turnStarted('a2', 'a1'), turnCompleted('a2', 'Here.'), runEnded('answered'));
    expect(screen.getByRole('figure').textContent).toBe('Salesa,b');
  });

  it('tells what went wrong with a command, until that is dismissed', async () => {
    const { worker, user } = await open(asked);
    worker.on('run-pause', () => {
      throw new Error('Nothing runs.');
    });
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('Nothing runs.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Nothing runs.')).toBeNull();
  });

  it('starts a new chat', async () => {
    const { worker, user } = await open(asked);
    worker
      .on('conversation-create', () => ({ conversationId: 'c2' }))
      .on('conversation-open', () => ({ conversationId: 'c2', records: [] }));
    await user.click(screen.getByRole('button', { name: 'New chat' }));
    await vi.waitFor(() => expect(entries()).toHaveLength(0));
  });
});

describe('a decision in the panel', () => {
  const parked = [...called, toolParked('t1'), toolParked('t2')];
  const openParked = async () => {
    const opened = await open(parked);
    await screen.findAllByRole('button', { name: 'Allow once' });
    return opened;
  };

  it('stands in the place of the tool event, is announced, and nothing pretends to work', async () => {
    await openParked();
    const group = within(log()).getByRole('group', { name: 'Close a tab' });
    expect(group.dataset).toMatchObject({
      toolName: 'close_tab',
      toolUseId: 't2',
      toolState: 'awaiting-user',
    });
    expect(within(group).getByRole('button', { name: 'Allow once' })).toBeTruthy();
    expect(announced()).toBe('2 decisions wait for you. The first: Look at your tabs');
    expect(waitingRows()).toHaveLength(0);
  });

  it('leads the focus to the next one, and after the last to the composer', async () => {
    const { worker, user, happen } = await openParked();
    const allow = () => screen.getAllByRole('button', { name: 'Allow once' });
    const [first, second] = allow();
    if (!first || !second) throw new Error('Two cards were expected.');
    await user.click(first);
    expect(worker.commands('permission-answer')).toMatchObject([
      { toolUseId: 't1', decision: 'once' },
    ]);
    first.blur();
    await happen({ type: 'tool-use-approved', toolUseId: 't1' });
    expect(document.activeElement).toBe(second);
    await user.click(second);
    second.blur();
    await happen({ type: 'tool-use-approved', toolUseId: 't2' });
    expect(document.activeElement).toBe(composer());
  });

  it('does not take the focus from where the person went', async () => {
    const { user, happen } = await openParked();
    await user.click(within(log()).getAllByRole('button', { name: 'Deny' })[0] ?? log());
    const settings = screen.getByRole('button', { name: 'Settings' });
    settings.focus();
    await happen(toolSettled('t1', { outcome: 'denied' }));
    expect(document.activeElement).toBe(settings);
  });
});

describe('several decisions at once', () => {
  const three = [
    ...asked,
    turnCompleted(
      'a1',
      '',
      ['t1', 't2', 't3'].map((id) => call(id, 'close_tab')),
    ),
    ...['t1', 't2', 't3'].map((id) => toolProposed(id, 'a1', { toolText: `Close ${id}` })),
    ...['t1', 't2', 't3'].map((id) => toolParked(id)),
  ];
  const places = () => screen.queryAllByText(/^Decision/).map((it) => it.textContent);
  const allow = (id: string) =>
    within(within(log()).getByRole('group', { name: `Close ${id}` })).getByRole('button', {
      name: 'Allow once',
    });

  it('tell which one of how many each is, and can be answered in any order', async () => {
    const { worker, user, happen } = await open(three);
    await screen.findAllByRole('button', { name: 'Allow once' });
    expect(places()).toEqual(['Decision 1 of 3', 'Decision 2 of 3', 'Decision 3 of 3']);
    await user.click(allow('t2'));
    expect(worker.commands('permission-answer')).toMatchObject([{ toolUseId: 't2' }]);
    await happen({ type: 'tool-use-approved', toolUseId: 't2' });
    expect(places()).toEqual(['Decision 1 of 2', 'Decision 2 of 2']);
    await happen({ type: 'tool-use-approved', toolUseId: 't1' });
    expect(places()).toEqual([]);
  });

  it('are not answered by the second half of a double click on the one before', async () => {
    const attention = new ManualAttention();
    const { worker, user, happen } = await open(three, connected, attention.Provider);
    await screen.findAllByRole('button', { name: 'Allow once' });
    act(() => attention.pass(500));
    await user.click(allow('t1'));
    await happen({ type: 'tool-use-approved', toolUseId: 't1' });
    await user.click(allow('t2'));
    await user.keyboard('{Enter}');
    expect(worker.commands('permission-answer')).toHaveLength(1);
    act(() => attention.pass(500));
    await user.click(allow('t2'));
    expect(worker.commands('permission-answer')).toMatchObject([
      { toolUseId: 't1' },
      { toolUseId: 't2' },
    ]);
  });

  it('wait for their half second again when the settings lay over them', async () => {
    const attention = new ManualAttention();
    const { user } = await open(three, connected, attention.Provider);
    await screen.findAllByRole('button', { name: 'Allow once' });
    act(() => attention.pass(500));
    expect(allow('t1').getAttribute('aria-disabled')).toBe('false');
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    expect(allow('t1').getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the mode in the panel', () => {
  const picker = () => screen.getByRole('combobox', { name: 'Mode' });

  it('is the mode of the chat, and can be changed', async () => {
    const { worker, user, happen } = await open(called);
    expect(picker().textContent).toBe('Ask before acting');
    await user.click(picker());
    await user.click(screen.getByRole('option', { name: 'Plan first' }));
    expect(worker.commands('mode-set')).toMatchObject([{ conversationId: 'c1', mode: 'plan' }]);
    await happen({ type: 'mode-set', mode: 'plan' });
    expect(picker().textContent).toBe('Plan first');
  });

  it('is chosen before the first message without a trace, and goes with it', async () => {
    const { worker, user } = await open();
    await user.click(picker());
    await user.click(screen.getByRole('option', { name: 'Read only' }));
    expect(picker().textContent).toBe('Read only');
    expect(worker.commands('mode-set')).toEqual([]);
    await user.type(composer(), 'Hello{Enter}');
    expect(worker.commands('prompt-send')).toMatchObject([{ mode: 'read-only' }]);
  });
});

describe('the settings in the panel', () => {
  it('leave the chat as it was, and lead back to the button', async () => {
    const { user } = await open([]);
    await user.type(composer(), 'Half a thought');
    const button = screen.getByRole('button', { name: 'Settings' });
    await user.click(button);
    const back = await screen.findByRole('button', { name: 'Back' });
    expect(document.activeElement).toBe(back);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    expect(document.activeElement).toBe(button);
    expect(composer().matches('textarea')).toBe(true);
    expect(screen.getByDisplayValue('Half a thought')).toBe(composer());
  });

  it('keep what somebody is in the middle of', async () => {
    const { user } = await open([
      userTurn('u1', 'Hello'),
      runStarted(),
      turnStarted('a1', 'u1'),
      turnCompleted('a1', 'Hi.'),
      runEnded('answered'),
    ]);
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.type(screen.getByDisplayValue('Hello'), ' there');
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    expect(screen.getByDisplayValue('Hello there')).toBeTruthy();
  });
});

describe('a panel without a connection', () => {
  it('says who answers, and sends all the same', async () => {
    const { worker, user } = await open([], { ...connected, connection: null });
    expect(screen.getByText('Built-in assistant')).toBeTruthy();
    expect(screen.getByText(/fixed rules, no AI/)).toBeTruthy();
    await user.type(composer(), 'What can you do?{Enter}');
    expect(worker.commands('prompt-send')).toMatchObject([
      { blocks: [{ type: 'text', text: 'What can you do?' }] },
    ]);
  });

  it('leads to the connection form and back', async () => {
    const { worker, user } = await open([], { ...connected, connection: null });
    await user.click(screen.getByRole('button', { name: 'Connect a model' }));
    await user.type(await screen.findByLabelText('Address'), 'http://localhost:11434/v1');
    await user.type(screen.getByLabelText('Model'), 'llama-4');
    worker.on('settings-read', () => connected);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(worker.commands('connection-save')).toMatchObject([
      { connection: { baseUrl: 'http://localhost:11434/v1', model: 'llama-4' } },
    ]);
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.queryByRole('button', { name: 'Connect a model' })).toBeNull();
    expect(screen.getByText('llama-4 · this computer')).toBeTruthy();
  });
});

describe('the settings in the panel', () => {
  it('show the model connection, and lead to all others', async () => {
    const { user, openAllSettings } = await open();
    await user.click(screen.getByRole('button', { name: 'Settings' }));
    const source = await screen.findByText('Answers come from');
    expect(source.parentElement?.textContent).toContain('llama-4');
    expect(screen.queryByRole('switch')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'All settings' }));
    expect(openAllSettings).toHaveBeenCalledOnce();
  });
});

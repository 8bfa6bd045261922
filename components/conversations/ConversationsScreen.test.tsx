// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../tests/support/manual-clock';
import type { ConversationSummary } from '../../lib/messaging/conversation-summary';
import { createPanelStore, type PanelStore } from '../../lib/panel/panel-store';
import { createPortClient } from '../../lib/panel/port-client';
import { numbered, runStarted, userTurn } from '../../lib/panel/testing/records';
import { delivered, refuse, ScriptedWorker } from '../../lib/panel/testing/scripted-worker';
import { PanelApp } from '../PanelApp';

let panel: PanelStore | undefined;
afterEach(() => {
  cleanup();
  panel?.close();
});

const day = 86_400_000;
const noon = new Date().setHours(12, 0, 0, 0);

function chat(id: string, change: Partial<ConversationSummary> = {}): ConversationSummary {
  return { id, title: `Chat ${id}`, updatedAt: noon, state: 'idle', temporary: false, ...change };
}

async function open(list: ConversationSummary[] | (() => never) = [chat('c1'), chat('c2')]) {
  const clock = new ManualClock();
  const worker = new ScriptedWorker()
    .on('settings-read', () => ({ connection: null, tools: [], features: {} }))
    .on('conversation-open', (command) => {
      const id = command.type === 'conversation-open' ? (command.conversationId ?? 'c1') : '';
      const known = typeof list === 'function' ? undefined : list.find((one) => one.id === id);
      return {
        conversationId: id,
        records: known ? numbered([userTurn('u1', `Hello from ${id}`), runStarted()]) : [],
        ...(known ? { summary: known } : {}),
      };
    })
    .on('conversation-create', () => ({ conversationId: 'new' }))
    .on('conversations-list', typeof list === 'function' ? list : () => ({ conversations: list }));
  const opened = createPanelStore({
    client: createPortClient({ connect: worker.connect, clock }),
    clock,
  });
  panel = opened;
  render(
    <PanelApp
      panel={opened}
      requestBrowserPermissions={() => Promise.resolve(true)}
      requestHostPermission={() => Promise.resolve(true)}
      onOpenAllSettings={() => undefined}
    />,
  );
  await act(async () => {
    await Promise.all([opened.openConversation(), opened.readSettings()]);
  });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Chats' }));
  await screen.findByRole('dialog', { name: 'Chats' });
  await act(delivered);
  return {
    worker,
    user,
    tell: (changed: ConversationSummary[], removed: string[] = []) =>
      act(async () => {
        worker.push({ type: 'conversations-changed', changed, removed });
        await delivered();
      }),
    pass: (ms: number) =>
      act(async () => {
        clock.advance(ms);
        await delivered();
      }),
  };
}

const dialog = () => screen.getByRole('dialog', { name: 'Chats' });
const rows = () => within(dialog()).queryAllByRole('listitem');
const titles = () => rows().map((row) => row.querySelector('.chat-title')?.textContent);
const row = (title: string) => {
  const found = within(dialog()).getByRole('button', { name: title }).closest('li');
  if (!found) throw new Error(`There is no row ${title}.`);
  return within(found);
};
const search = () => screen.getByRole('searchbox', { name: 'Search chats' });
const focused = () => document.activeElement?.textContent;

describe('the chats', () => {
  it('lie over the chat, which is kept, and give the focus back', async () => {
    const { user } = await open();
    expect(document.activeElement).toBe(search());
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
    expect(document.body.textContent).toContain('Hello from c1');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Chats' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Chat c1');
  });

  it('are grouped by day, say what they do, and which one is shown', async () => {
    await open([
      chat('c1', { title: 'Shown', updatedAt: noon + 1 }),
      chat('c2', { title: 'Asks', state: 'waiting' }),
      chat('c3', { title: 'Old', updatedAt: noon - 400 * day }),
      chat('c4', { title: 'Mine', updatedAt: noon - day, temporary: true, state: 'running' }),
      chat('c5', { title: 'Odd', updatedAt: 9e15, state: 'paused' }),
    ]);
    const headings = within(dialog()).getAllByRole('heading', { level: 2 });
    expect(headings.map((heading) => heading.textContent)).toEqual([
      'Today',
      'Yesterday',
      'Earlier',
    ]);
    expect(titles()).toEqual(['Odd', 'Shown', 'Asks', 'Mine', 'Old']);
    expect(row('Asks').getByText('Waits for you')).toBeTruthy();
    expect(row('Mine').getByText('Working…')).toBeTruthy();
    expect(row('Mine').getByText('Temporary')).toBeTruthy();
    expect(row('Odd').getByText('Paused')).toBeTruthy();
    const current = [...document.querySelectorAll('[aria-current="true"]')];
    expect(current.map((button) => button.textContent)).toEqual(['Shown']);
    const year = String(new Date(noon - 400 * day).getFullYear());
    expect(row('Old').getByRole('time').textContent).toContain(year);
  });

  it('are found by name while one types, and all are there again after Escape', async () => {
    const { user } = await open([
      chat('c1', { title: 'Résumé' }),
      chat('c2', { title: 'Rome' }),
      chat('c3', { title: 'Dinner' }),
    ]);
    await user.type(search(), 'resu');
    expect(titles()).toEqual(['Résumé']);
    expect(screen.getByText('1 chat found.')).toBeTruthy();
    await user.type(search(), 'x');
    expect(dialog().textContent).toContain('Nothing found for “\u2068resux\u2069”');
    await user.keyboard('{Escape}');
    expect(titles()).toHaveLength(3);
    await user.type(search(), 'dinner{Enter}');
    await act(delivered);
    expect(document.body.textContent).toContain('Hello from c3');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
  });

  it('are opened by a click, and the composer is ready', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Chat c2' }));
    await act(delivered);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('log').textContent).toContain('Hello from c2');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Chat c2');
  });

  it('are walked through with the arrow keys; Tab leads to what can be done to one', async () => {
    const { user } = await open([
      chat('c0', { title: 'Chat c1' }),
      chat('c1', { title: 'Chat c2' }),
      chat('c3'),
    ]);
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Chat c1');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Chat c2');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('Chat c3');
    await user.keyboard('{Home}');
    expect(focused()).toBe('Chat c1');
    await user.keyboard('{End}{ArrowUp}');
    expect(focused()).toBe('Chat c2');
    await user.tab();
    expect(document.activeElement).toBe(row('Chat c2').getByRole('button', { name: 'Rename' }));
    await user.tab();
    expect(document.activeElement).toBe(row('Chat c2').getByRole('button', { name: 'Delete' }));
    await user.tab({ shift: true });
    await user.tab({ shift: true });
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(search());
  });

  it('change while they are looked at', async () => {
    const { tell } = await open();
    await tell(
      [chat('c1', { title: 'Renamed elsewhere' }), chat('c3', { state: 'waiting' })],
      ['c2'],
    );
    expect(titles()).toEqual(['Renamed elsewhere', 'Chat c3']);
  });

  it('keep the keys when the row that had the focus goes away', async () => {
    const { user, tell } = await open();
    await user.keyboard('{ArrowDown}{End}');
    await tell([], ['c2']);
    expect(dialog().contains(document.activeElement)).toBe(true);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('of which there are 2,000 are drawn a part at a time, and searched all', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) =>
      chat(`n${index}`, { updatedAt: noon - index * 1_000 }),
    );
    const { user } = await open(many);
    expect(rows()).toHaveLength(100);
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(rows()).toHaveLength(200);
    await user.click(search());
    await user.keyboard('{ArrowDown}{End}{ArrowDown}');
    expect(rows()).toHaveLength(300);
    expect(focused()).toBe('Chat n200');
    await user.type(search(), 'n1999');
    expect(titles()).toEqual(['Chat n1999']);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('are not there yet: it says so, and leads to the first', async () => {
    const { user } = await open([]);
    expect(dialog().textContent).toContain('No chats yet');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New chat' }));
    await user.keyboard('{Enter}');
    await act(delivered);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
  });

  it('that could not be read are asked for again on request', async () => {
    const { user, worker } = await open(() => refuse('The disk is gone.'));
    expect(within(dialog()).getByText('The disk is gone.')).toBeTruthy();
    worker.on('conversations-list', () => ({ conversations: [chat('c1')] }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await act(delivered);
    expect(titles()).toEqual(['Chat c1']);
  });
});

describe('the name of a chat', () => {
  const field = () => screen.getByRole('textbox', { name: 'Name of this chat' });

  it('is changed in its place: Enter keeps it, and the focus stays with the row', async () => {
    const { user, worker } = await open();
    await user.click(row('Chat c2').getByRole('button', { name: 'Rename' }));
    expect(document.activeElement).toBe(field());
    await user.keyboard('Holidays{Enter}');
    expect(worker.commands('conversation-rename')).toEqual([
      { type: 'conversation-rename', conversationId: 'c2', title: 'Holidays' },
    ]);
    await act(delivered);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Chat c2' }));
  });

  it('stays with Escape, which closes nothing else', async () => {
    const { user, worker } = await open();
    await user.click(row('Chat c2').getByRole('button', { name: 'Rename' }));
    await user.keyboard('Holidays{Escape}');
    expect(worker.commands('conversation-rename')).toEqual([]);
    expect(focused()).toBe('Chat c2');
    expect(dialog()).toBeTruthy();
  });

  it('that is refused says why, and can be corrected', async () => {
    const { user, worker } = await open();
    worker.on('conversation-rename', () => refuse('A chat needs a name.'));
    await user.click(row('Chat c2').getByRole('button', { name: 'Rename' }));
    await user.clear(field());
    await user.keyboard('{Enter}');
    await act(delivered);
    expect(screen.getByRole('alert').textContent).toBe('A chat needs a name.');
    await user.keyboard('x');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is kept when one goes elsewhere, and F2 is enough to begin', async () => {
    const { user, worker } = await open();
    await user.keyboard('{ArrowDown}{F2}Mine');
    await user.click(search());
    expect(worker.commands('conversation-rename')).toMatchObject([
      { conversationId: 'c1', title: 'Mine' },
    ]);
    await act(delivered);
    expect(document.activeElement).toBe(search());
  });
});

describe('a chat that is deleted', () => {
  const undo = () => screen.queryByRole('button', { name: 'Undo' });
  async function deleting(id = 'c2') {
    const opened = await open([chat('c1'), chat('c2'), chat('c3')]);
    await opened.user.click(row(`Chat ${id}`).getByRole('button', { name: 'Delete' }));
    await opened.tell([], [id]);
    return opened;
  }

  it('is gone, said to be, and can be brought back for ten seconds', async () => {
    const { user, worker, pass } = await deleting();
    expect(titles()).toEqual(['Chat c1', 'Chat c3']);
    expect(focused()).toBe('Chat c3');
    expect(screen.getByText('Deleted “\u2068Chat c2\u2069”')).toBeTruthy();
    const spoken = within(dialog())
      .getAllByRole('status')
      .map((status) => status.textContent);
    expect(spoken).toContain('Deleted “\u2068Chat c2\u2069”. You can undo this for ten seconds.');
    await pass(9_000);
    await user.click(undo() ?? dialog());
    expect(worker.commands('conversation-restore')).toMatchObject([{ conversationId: 'c2' }]);
    expect(undo()).toBeNull();
    expect(dialog().contains(document.activeElement)).toBe(true);
  });

  it('can no longer be brought back when the time is over', async () => {
    const { pass } = await deleting();
    await pass(10_000);
    expect(undo()).toBeNull();
  });

  it('can be brought back as long as the pointer or the focus is there', async () => {
    const { user, pass } = await deleting();
    const button = undo();
    if (!button) throw new Error('There is no Undo.');
    await user.hover(button);
    await pass(60_000);
    act(() => button.focus());
    await user.unhover(button);
    await pass(60_000);
    expect(undo()).toBe(button);
    act(() => search().focus());
    await pass(9_999);
    expect(undo()).toBe(button);
    await pass(1);
    expect(undo()).toBeNull();
  });

  it('can still be brought back from the chat, when the list is closed', async () => {
    const { user, worker } = await deleting('c1');
    await act(delivered);
    await user.keyboard('{Escape}');
    await act(delivered);
    expect(screen.getByRole('log').textContent).not.toContain('Hello from c1');
    await user.click(undo() ?? document.body);
    await act(delivered);
    expect(worker.commands('conversation-restore')).toHaveLength(1);
    expect(screen.getByRole('log').textContent).toContain('Hello from c1');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
  });

  it('is deleted and brought back with keys alone', async () => {
    const { user, worker } = await open();
    await user.keyboard('{ArrowDown}{Delete}');
    await act(delivered);
    expect(worker.commands('conversation-delete')).toMatchObject([{ conversationId: 'c1' }]);
    expect(focused()).toBe('Chat c2');
    await user.keyboard('{Control>}z{/Control}');
    await act(delivered);
    expect(worker.commands('conversation-restore')).toMatchObject([{ conversationId: 'c1' }]);
  });

  it('has no Undo when it was temporary', async () => {
    const { user } = await open([chat('c1'), chat('temporary:c2', { title: 'Mine' })]);
    await user.click(row('Mine').getByRole('button', { name: 'Delete' }));
    await act(delivered);
    expect(screen.getByText('Deleted “\u2068Mine\u2069”')).toBeTruthy();
    expect(undo()).toBeNull();
  });

  it('stays, and it is told, when that failed', async () => {
    const { user, worker } = await open();
    worker.on('conversation-delete', () => refuse('The disk is full.'));
    await user.click(row('Chat c2').getByRole('button', { name: 'Delete' }));
    await act(delivered);
    expect(within(dialog()).getByText('The disk is full.')).toBeTruthy();
    expect(titles()).toEqual(['Chat c1', 'Chat c2']);
    expect(undo()).toBeNull();
  });
});

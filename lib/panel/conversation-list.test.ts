import { afterEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../tests/support/manual-clock';
import type { ConversationSummary } from '../messaging/conversation-summary';
import { AppError } from '../shared/app-error';
import { createPanelStore, type PanelStore } from './panel-store';
import { createPortClient } from './port-client';
import { numbered, runStarted, userTurn } from './testing/records';
import { delivered, refuse, ScriptedWorker } from './testing/scripted-worker';

function chat(id: string, change: Partial<ConversationSummary> = {}): ConversationSummary {
  return { id, title: `Chat ${id}`, updatedAt: 1, state: 'idle', temporary: false, ...change };
}

let panel: PanelStore | undefined;
afterEach(() => panel?.close());

async function open(shown = 'c1') {
  const clock = new ManualClock();
  const worker = new ScriptedWorker()
    .on('conversation-open', (command) => {
      const id = command.type === 'conversation-open' ? (command.conversationId ?? shown) : '';
      const isNew = id.startsWith('new');
      return {
        conversationId: id,
        records: isNew ? [] : numbered([userTurn('u1', 'Hello'), runStarted()]),
        ...(isNew ? {} : { summary: chat(id) }),
      };
    })
    .on('conversation-create', () => ({ conversationId: 'new' }))
    .on('conversations-list', () => ({ conversations: [chat('c1'), chat('c2')] }));
  const opened = createPanelStore({
    client: createPortClient({ connect: worker.connect, clock }),
    clock,
  });
  panel = opened;
  await opened.openConversation();
  const state = () => opened.store.getState();
  const listed = () => [...state().conversations.values()].map(({ title }) => title);
  const tell = async (changes: { changed?: ConversationSummary[]; removed?: string[] }) => {
    worker.push({ type: 'conversations-changed', changed: [], removed: [], ...changes });
    await delivered();
  };
  const pass = async (ms: number) => {
    clock.advance(ms);
    await delivered();
  };
  return { worker, clock, chats: opened.chats, actions: opened.actions, state, listed, tell, pass };
}

function deletedChat(): never {
  throw new AppError('conversation-deleted', 'This chat was deleted.');
}

describe('what a panel knows of the chats', () => {
  it('is the one it shows, until it asks for all of them', async () => {
    const { chats, worker, listed, state } = await open();
    expect(listed()).toEqual(['Chat c1']);
    expect(worker.commands('conversations-list')).toEqual([]);
    expect(state().listStatus).toBe('unread');
    await chats.read();
    expect(listed()).toEqual(['Chat c1', 'Chat c2']);
    expect(state().listStatus).toBe('ready');
  });

  it('changes as the worker says', async () => {
    const { chats, listed, tell } = await open();
    await chats.read();
    await tell({ changed: [chat('c1', { title: 'Renamed' }), chat('c3')], removed: ['c2'] });
    expect(listed()).toEqual(['Renamed', 'Chat c3']);
  });

  it('holds what changed while the list was on its way', async () => {
    const { chats, worker, listed, tell } = await open();
    worker.ignore('conversations-list');
    const reading = chats.read();
    await tell({ changed: [chat('c3')], removed: ['c2'] });
    const { requestId = '' } = worker.requests.at(-1) ?? {};
    worker.push({
      type: 'command-answered',
      requestId,
      value: { conversations: [chat('c1'), chat('c2')] },
    });
    await reading;
    expect(listed()).toEqual(['Chat c1', 'Chat c3']);
  });

  it('can be asked for again when that failed', async () => {
    const { chats, worker, state } = await open();
    worker.on('conversations-list', () => refuse('The disk is gone.'));
    await chats.read();
    expect(state()).toMatchObject({
      listStatus: 'failed',
      listError: { message: 'The disk is gone.' },
      trouble: null,
    });
    worker.on('conversations-list', () => ({ conversations: [] }));
    await chats.read();
    expect(state()).toMatchObject({ listStatus: 'ready', listError: null });
  });

  it('is read again from the next worker, if it was read at all', async () => {
    const { chats, worker, listed, state } = await open();
    worker.die();
    await vi.waitFor(() => expect(state().status).toBe('ready'));
    expect(worker.commands('conversations-list')).toHaveLength(0);
    await chats.read();
    worker.on('conversations-list', () => ({ conversations: [chat('c9')] }));
    worker.die();
    await vi.waitFor(() => expect(listed()).toEqual(['Chat c9']));
    expect(state().listStatus).toBe('ready');
  });

  it('is nothing once everything was deleted', async () => {
    const { chats, worker, listed } = await open('new');
    await chats.read();
    worker.on('conversations-list', () => ({ conversations: [] }));
    worker.push({ type: 'data-deleted' });
    await vi.waitFor(() => expect(listed()).toEqual([]));
  });
});

describe('a panel', () => {
  it('goes to another chat', async () => {
    const { chats, state } = await open();
    await chats.open('c2');
    expect(state().conversationId).toBe('c2');
  });

  it('says why a name was refused', async () => {
    const { chats, worker } = await open();
    worker.on('conversation-rename', () => refuse('A chat needs a name.'));
    expect(await chats.rename('c1', '')).toMatchObject({
      ok: false,
      error: { message: 'A chat needs a name.' },
    });
  });

  it('begins a new chat when the one it shows is deleted, by whomever', async () => {
    const { state, tell } = await open();
    await tell({ removed: ['c2'] });
    expect(state().conversationId).toBe('c1');
    await tell({ removed: ['c1'] });
    await vi.waitFor(() => expect(state().conversationId).toBe('new'));
    expect(state().trouble).toBeNull();
  });

  it('does so too when it learns of the deletion after it lost its worker', async () => {
    const { state, worker } = await open();
    worker.on('conversation-open', (command) =>
      command.type === 'conversation-open' && command.conversationId === 'c1'
        ? deletedChat()
        : { conversationId: 'new', records: [] },
    );
    worker.die();
    await vi.waitFor(() => expect(state().conversationId).toBe('new'));
    expect(state().trouble).toBeNull();
  });
});

describe('a deletion', () => {
  async function deleting(id = 'c1') {
    const opened = await open();
    await opened.chats.read();
    expect(await opened.chats.remove(id)).toEqual({ ok: true, value: null });
    await opened.tell({ removed: [id] });
    await vi.waitFor(() => expect(opened.state().conversationId).not.toBe(id));
    return opened;
  }
  const names = (state: { deleted: readonly { title: string }[] }) =>
    state.deleted.map(({ title }) => title);

  it('can be undone for ten seconds', async () => {
    const { state, pass } = await deleting();
    expect(names(state())).toEqual(['Chat c1']);
    await pass(9_999);
    expect(names(state())).toEqual(['Chat c1']);
    await pass(1);
    expect(names(state())).toEqual([]);
  });

  it('is undone, and the panel shows again what it showed', async () => {
    const { chats, worker, state, pass } = await deleting();
    await chats.undo();
    expect(worker.commands('conversation-restore')).toMatchObject([{ conversationId: 'c1' }]);
    expect(state()).toMatchObject({ conversationId: 'c1', deleted: [] });
    await pass(60_000);
    expect(worker.commands('conversation-delete')).toHaveLength(1);
  });

  it('is undone without leaving a chat that was begun meanwhile', async () => {
    const { chats, worker, state } = await deleting();
    worker.push({
      type: 'records-appended',
      conversationId: 'new',
      records: numbered([userTurn('u1', 'Something else'), runStarted()]),
    });
    await delivered();
    await chats.undo();
    expect(state().conversationId).toBe('new');
  });

  it('waits while somebody is at its notice, and so does the worker', async () => {
    const { chats, worker, state, pass } = await deleting();
    await pass(9_000);
    chats.hold(true);
    for (let round = 0; round < 4; round += 1) await pass(5_000);
    expect(names(state())).toEqual(['Chat c1']);
    expect(worker.commands('conversation-delete')).toHaveLength(5);
    chats.hold(false);
    await delivered();
    expect(worker.commands('conversation-delete')).toHaveLength(6);
    await pass(9_999);
    expect(names(state())).toEqual(['Chat c1']);
    await pass(1);
    expect(names(state())).toEqual([]);
    chats.hold(true);
    await pass(60_000);
    expect(worker.commands('conversation-delete')).toHaveLength(6);
  });

  it('is undone together with the ones before it', async () => {
    const { chats, worker, state, pass } = await deleting();
    await pass(8_000);
    await chats.remove('c2');
    await pass(8_000);
    expect(names(state())).toEqual(['Chat c1', 'Chat c2']);
    await chats.undo();
    expect(worker.commands('conversation-restore')).toMatchObject([
      { conversationId: 'c1' },
      { conversationId: 'c2' },
    ]);
  });

  it('of a temporary chat is final', async () => {
    const { chats, state } = await open();
    await chats.remove('temporary:c1');
    expect(state().deleted).toMatchObject([{ final: true }]);
  });

  it('that fails is told, and nothing is offered to be undone', async () => {
    const { chats, worker, state } = await open();
    worker.on('conversation-delete', () => refuse('The disk is full.'));
    await chats.remove('c1');
    expect(state()).toMatchObject({ deleted: [], trouble: { message: 'The disk is full.' } });
  });

  it('reaches the next worker when this one dies before it answers', async () => {
    const { chats, worker, state } = await open();
    worker.ignore('conversation-delete');
    const removed = chats.remove('c2');
    await delivered();
    worker.on('conversation-delete', () => null);
    worker.die();
    expect(await removed).toMatchObject({ ok: true });
    expect(names(state())).toHaveLength(1);
  });
});

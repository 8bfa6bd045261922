import { afterEach, describe, expect, it } from 'vitest';
import type { DraftStore, StoredDraft } from './draft-keeper';
import { createPanelStore, type PanelStore } from './panel-store';
import { createPortClient } from './port-client';
import { numbered, runEnded, runStarted, turnStarted, userTurn } from './testing/records';
import { delivered, refuse, ScriptedWorker } from './testing/scripted-worker';

class MemoryDrafts implements DraftStore {
  readonly stored = new Map<string, StoredDraft>();

  read(conversationId: string): Promise<StoredDraft> {
    return Promise.resolve(this.stored.get(conversationId) ?? { text: '', sending: [] });
  }

  write(conversationId: string, draft: StoredDraft): Promise<void> {
    if (draft.text === '' && draft.sending.length === 0) this.stored.delete(conversationId);
    else this.stored.set(conversationId, draft);
    return Promise.resolve();
  }
}

const open: PanelStore[] = [];
afterEach(() => open.splice(0).forEach((panel) => panel.close()));

const begun = numbered([userTurn('u1', 'Hello'), runStarted(), turnStarted('a1', 'u1')]);

function createWorker() {
  const logs = new Map([
    ['c1', begun],
    ['c2', []],
  ]);
  return new ScriptedWorker().on('conversation-open', (command) => {
    const id = command.type === 'conversation-open' ? (command.conversationId ?? 'c1') : '';
    return { conversationId: id, records: logs.get(id) ?? [] };
  });
}

async function openPanel(
  drafts: DraftStore,
  worker = createWorker(),
  ...[conversationId]: [string?]
) {
  const panel = createPanelStore({
    client: createPortClient({ connect: worker.connect }),
    drafts,
  });
  open.push(panel);
  await panel.openConversation(conversationId);
  await delivered();
  return {
    worker,
    panel,
    actions: panel.actions,
    draft: () => panel.store.getState().draft,
    async show(id: string) {
      await panel.openConversation(id);
      await delivered();
    },
  };
}

describe('what stands in the composer', () => {
  it('is there again in the next panel', async () => {
    const drafts = new MemoryDrafts();
    const { actions, panel } = await openPanel(drafts, createWorker(), 'c1');
    for (const text of ['H', 'Ha', 'Half a thought']) actions.write(text);
    panel.keepDraft();
    expect((await openPanel(drafts, createWorker(), 'c1')).draft()).toBe('Half a thought');
  });

  it('leads back to the new chat it was begun in, which is in no log yet', async () => {
    const drafts = new MemoryDrafts();
    const { actions, panel } = await openPanel(drafts, createWorker(), 'c2');
    actions.write('A first message');
    panel.keepDraft();
    const worker = createWorker().on('conversation-create', () => ({ conversationId: 'c3' }));
    const next = await openPanel(drafts, worker, undefined);
    expect(next.panel.store.getState().conversationId).toBe('c3');
    expect(next.draft()).toBe('A first message');
  });

  it('is written down with the first stroke, long before the pause of the writer', async () => {
    const drafts = new MemoryDrafts();
    const { actions } = await openPanel(drafts, createWorker(), 'c1');
    actions.write('H');
    expect(drafts.stored.get('c1')?.text).toBe('H');
  });

  it('belongs to its conversation', async () => {
    const { actions, show, draft } = await openPanel(new MemoryDrafts(), createWorker(), 'c1');
    actions.write('For the first');
    await show('c2');
    expect(draft()).toBe('');
    actions.write('For the second');
    await show('c1');
    expect(draft()).toBe('For the first');
    await show('c2');
    expect(draft()).toBe('For the second');
  });

  it('keeps what was written before the conversation was there', async () => {
    const drafts = new MemoryDrafts();
    await drafts.write('c1', { text: 'Earlier', sending: [] });
    const worker = createWorker();
    const panel = createPanelStore({
      client: createPortClient({ connect: worker.connect }),
      drafts,
    });
    open.push(panel);
    panel.actions.write('Quick');
    await panel.openConversation('c1');
    await delivered();
    expect(panel.store.getState().draft).toBe('Earlier\n\nQuick');
  });

  it('is there once when somebody writes it again before it is back', async () => {
    const drafts = new MemoryDrafts();
    await drafts.write('c1', {
      text: '',
      sending: [{ conversationId: 'c1', turnId: 'lost', text: 'Something else' }],
    });
    const worker = createWorker();
    const panel = createPanelStore({
      client: createPortClient({ connect: worker.connect }),
      drafts,
    });
    open.push(panel);
    panel.actions.write('Something else');
    await panel.openConversation('c1');
    await delivered();
    expect(panel.store.getState().draft).toBe('Something else');
  });

  it('is for the new chat from the click on, however long that takes to come', async () => {
    const drafts = new MemoryDrafts();
    const { actions, panel, worker, draft, show } = await openPanel(drafts, createWorker(), 'c1');
    actions.write('For the old one');
    worker.on('conversation-create', () => ({ conversationId: 'c2' }));
    const coming = actions.newChat();
    expect(panel.store.getState().conversationId).toBeNull();
    actions.write('For the new one');
    await coming;
    await delivered();
    expect(draft()).toBe('For the new one');
    await show('c1');
    expect(draft()).toBe('For the old one');
  });

  it('stays with the chat that is shown again when the new one does not come', async () => {
    const worker = createWorker();
    const { actions, panel, draft } = await openPanel(new MemoryDrafts(), worker, 'c1');
    actions.write('For the old one');
    worker.on('conversation-create', () => refuse('Storage is full.'));
    expect((await actions.newChat()).ok).toBe(false);
    await delivered();
    expect(panel.store.getState()).toMatchObject({
      conversationId: 'c1',
      trouble: { message: 'Storage is full.' },
    });
    expect(draft()).toBe('For the old one');
  });

  it('moves on from a chat that was never begun, but not out of a temporary one', async () => {
    const { actions, worker, show, draft } = await openPanel(
      new MemoryDrafts(),
      createWorker(),
      'c1',
    );
    worker.on('conversation-create', () => ({ conversationId: 'c3' }));
    await show('c2');
    actions.write('Not begun');
    await actions.newChat();
    await delivered();
    expect(draft()).toBe('Not begun');
    await show('temporary:1');
    actions.write('Secret');
    worker.on('conversation-create', () => ({ conversationId: 'c4' }));
    await actions.newChat();
    await delivered();
    expect(draft()).toBe('Not begun');
  });
});

describe('a prompt on its way', () => {
  it('is kept until the worker has answered that it is stored', async () => {
    const drafts = new MemoryDrafts();
    const { actions, worker, draft } = await openPanel(drafts, createWorker(), 'c1');
    worker.ignore('prompt-send');
    actions.write('Do not lose me');
    void actions.send('Do not lose me');
    await delivered();
    expect(draft()).toBe('');
    expect(drafts.stored.get('c1')?.sending).toMatchObject([{ text: 'Do not lose me' }]);
    expect((await openPanel(drafts, createWorker(), 'c1')).draft()).toBe('Do not lose me');
  });

  it('is gone from the composer once it is stored', async () => {
    const drafts = new MemoryDrafts();
    const { actions } = await openPanel(drafts, createWorker(), 'c1');
    actions.write('Take me');
    await actions.send('Take me');
    expect(drafts.stored.size).toBe(0);
  });

  it('is not shown again when it arrived although nobody could confirm it', async () => {
    const drafts = new MemoryDrafts();
    const prompt = { conversationId: 'c1', turnId: 'u1', text: 'Hello' };
    for (const key of ['c1', 'unbegun']) await drafts.write(key, { text: '', sending: [prompt] });
    expect((await openPanel(drafts, createWorker(), 'c1')).draft()).toBe('');
    expect(drafts.stored.size).toBe(0);
  });

  it('comes back before what was written meanwhile when it is refused', async () => {
    const { actions, worker, draft } = await openPanel(new MemoryDrafts(), createWorker(), 'c1');
    worker.on('prompt-send', () => refuse('No.'));
    const sent = actions.send('First');
    actions.write('Second');
    await sent;
    expect(draft()).toBe('First\n\nSecond');
  });

  it('waits in its own conversation when it is refused after another one was opened', async () => {
    const { actions, worker, show, draft } = await openPanel(
      new MemoryDrafts(),
      createWorker(),
      'c1',
    );
    worker.ignore('prompt-send');
    const sent = actions.send('For the first');
    await show('c2');
    const request = worker.requests.find(({ command }) => command.type === 'prompt-send');
    worker.push({
      type: 'command-refused',
      requestId: request?.requestId ?? '',
      error: { code: 'refused', message: 'No.', retryable: false },
    });
    await sent;
    expect(draft()).toBe('');
    await show('c1');
    expect(draft()).toBe('For the first');
  });

  it('is kept when Stop gives it back', async () => {
    const drafts = new MemoryDrafts();
    const { worker, draft } = await openPanel(drafts, createWorker(), 'c1');
    worker.push({
      type: 'records-appended',
      conversationId: 'c1',
      records: numbered([{ type: 'user-turn-retracted', turnId: 'u1' }, runEnded('stopped')], 4),
    });
    await delivered();
    expect(draft()).toBe('Hello');
    expect(drafts.stored.get('unbegun')?.text).toBe('Hello');
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { textBlock } from '../messaging/content';
import { activePath } from '../messaging/conversation-state';
import type { LiveEvent } from '../messaging/panel-protocol';
import type { RunRecord } from '../messaging/run-record';
import { modeOf } from './panel-state';
import { createPanelStore, type PanelStore } from './panel-store';
import { createPortClient } from './port-client';
import {
  numbered,
  runEnded,
  runStarted,
  turnCompleted,
  turnStarted,
  userTurn,
} from './testing/records';
import { delivered, refuse, ScriptedWorker } from './testing/scripted-worker';

const past = numbered([
  userTurn('u1', 'Hello'),
  runStarted(),
  turnStarted('a1', 'u1'),
  turnCompleted('a1', 'Hi.'),
  runEnded('answered'),
]);
const settings = { connection: null, tools: [], features: { memory: true }, blockedSites: [] };

let panel: PanelStore | undefined;
afterEach(() => panel?.close());

function start({ log = past }: { log?: RunRecord[] } = {}) {
  const worker = new ScriptedWorker()
    .on('settings-read', () => settings)
    .on('conversation-open', (command) => ({
      conversationId: 'c1',
      records: log.filter(
        ({ seq }) => command.type === 'conversation-open' && seq > command.afterSeq,
      ),
    }));
  const frames: (() => void)[] = [];
  panel = createPanelStore({
    client: createPortClient({ connect: worker.connect }),
    scheduleFrame: (callback) => frames.push(callback),
  });
  const { store, actions, openConversation, readSettings } = panel;
  return {
    worker,
    actions,
    openConversation,
    readSettings,
    state: () => store.getState(),
    store,
    frames,
    drawFrame: () => frames.splice(0).forEach((frame) => frame()),
    append: async (records: RunRecord[], conversationId = 'c1') => {
      worker.push({ type: 'records-appended', conversationId, records });
      await delivered();
    },
    stream: async (event: LiveEvent) => {
      worker.push({ type: 'live-event', conversationId: 'c1', event });
      await delivered();
    },
  };
}

const delta = (text: string, turnId = 'a2'): LiveEvent => ({
  type: 'text-streamed',
  turnId,
  text,
  reasoning: '',
});

const streaming = numbered(
  [userTurn('u2', 'And now?', 'a1'), runStarted('run-2'), turnStarted('a2', 'u2', 'run-2')],
  6,
);

describe('the conversation in the panel', () => {
  it('is what the records of the worker say', async () => {
    const { openConversation, append, state } = start();
    expect(state().status).toBe('connecting');
    await openConversation();
    expect(state()).toMatchObject({ status: 'ready', conversationId: 'c1' });
    await append(streaming);
    expect(activePath(state().conversation).map(({ id }) => id)).toEqual(['u1', 'a1', 'u2', 'a2']);
  });

  it('takes every record once, however often it arrives', async () => {
    const { openConversation, append, state } = start();
    await openConversation();
    await append(streaming);
    const { chat } = state();
    await append(streaming);
    await append(past);
    expect(state().chat).toBe(chat);
    expect(state().conversation.children.get('a1')).toEqual(['u2']);
  });

  it('asks for what it missed when a record is left out', async () => {
    const { worker, openConversation, append, state } = start({ log: [...past, ...streaming] });
    worker.on('conversation-open', () => ({ conversationId: 'c1', records: past }));
    await openConversation();
    worker.on('conversation-open', () => ({ conversationId: 'c1', records: streaming }));
    await append(streaming.slice(2));
    expect(worker.commands('conversation-open').at(-1)).toMatchObject({
      conversationId: 'c1',
      afterSeq: 5,
    });
    expect(state().conversation.leafId).toBe('a2');
  });

  it('ignores records of other conversations', async () => {
    const { openConversation, append, state } = start();
    await openConversation();
    await append(streaming, 'another');
    expect(state().conversation.seq).toBe(5);
  });

  it('loses nothing that happens while it is being opened', async () => {
    const { worker, openConversation, state } = start();
    worker.on('conversation-open', () => {
      worker.push({ type: 'records-appended', conversationId: 'c1', records: streaming });
      return { conversationId: 'c1', records: past };
    });
    await openConversation();
    expect(state().conversation.seq).toBe(8);
  });

  it('opens the newest one when the one asked for is gone, and says so', async () => {
    const { worker, openConversation, state } = start();
    worker.on('conversation-open', (command) => {
      if ('conversationId' in command) refuse('That chat is gone.');
      return { conversationId: 'c1', records: past };
    });
    await openConversation('lost');
    expect(state().conversationId).toBe('c1');
    expect(state().trouble?.message).toBe('That chat is gone.');
  });

  it('goes on from the last record it has when the worker was restarted', async () => {
    const log = [...past];
    const { worker, openConversation, append, state } = start({ log });
    await openConversation();
    await append(streaming.slice(0, 1));
    log.push(...streaming);
    worker.die();
    expect(state().status).toBe('reconnecting');
    await delivered();
    expect(worker.commands('conversation-open').at(-1)).toMatchObject({
      conversationId: 'c1',
      afterSeq: 6,
    });
    expect(state()).toMatchObject({ status: 'ready', conversation: { seq: 8 } });
  });

  it('shows the new chat, and none of the old one', async () => {
    const { worker, openConversation, actions, state } = start();
    await openConversation();
    worker
      .on('conversation-create', () => ({ conversationId: 'c2' }))
      .on('conversation-open', () => ({ conversationId: 'c2', records: [] }));
    await actions.newChat();
    expect(worker.commands('conversation-open').at(-1)).toMatchObject({ conversationId: 'c2' });
    expect(state().conversationId).toBe('c2');
    expect(state().conversation.turns.size).toBe(0);
  });
});

describe('text that streams', () => {
  it('is taken over once a frame, whatever the number of deltas', async () => {
    const { openConversation, append, worker, store, state, frames, drawFrame } = start();
    await openConversation();
    await append(streaming);
    let changes = 0;
    store.subscribe(() => (changes += 1));
    for (let count = 0; count < 5_000; count += 1) {
      worker.push({ type: 'live-event', conversationId: 'c1', event: delta('x') });
    }
    await delivered();
    expect(changes).toBe(0);
    expect(frames).toHaveLength(1);
    drawFrame();
    expect(changes).toBe(1);
    expect(state().live.get('a2')?.text).toBe('x'.repeat(5_000));
  });

  it('gives way to the record of the finished turn, late deltas included', async () => {
    const { openConversation, append, stream, state, drawFrame } = start();
    await openConversation();
    await append(streaming);
    await stream(delta('Well'));
    drawFrame();
    await stream(delta(', '));
    await append(numbered([turnCompleted('a2', 'Well, yes.')], 9));
    await stream(delta('late'));
    drawFrame();
    expect(state().live.size).toBe(0);
  });

  it('is replaced when the worker tells what came before the panel opened', async () => {
    const { openConversation, append, stream, state, drawFrame } = start();
    await openConversation();
    await append(streaming);
    await stream(delta('stale'));
    await stream({ type: 'text-replaced', turnId: 'a2', text: 'Well', reasoning: 'Hm.' });
    await stream(delta(', yes'));
    drawFrame();
    expect(state().live.get('a2')).toEqual({ text: 'Well, yes', reasoning: 'Hm.' });
  });

  it('does not grow on what a dead worker left', async () => {
    const log = [...past, ...streaming];
    const { worker, openConversation, stream, state, drawFrame } = start({ log });
    await openConversation();
    await stream(delta('half a sen'));
    drawFrame();
    worker.die();
    await delivered();
    await stream(delta('A whole one.'));
    drawFrame();
    expect(state().live.get('a2')?.text).toBe('A whole one.');
  });

  it('tells that the model is asked again, until it answers', async () => {
    const { openConversation, append, stream, state, drawFrame } = start();
    await openConversation();
    await append(streaming);
    const error = { code: 'rate-limited', message: 'Too many requests.', retryable: true };
    await stream({ type: 'request-retried', turnId: 'a2', attempt: 1, delayMs: 1_000, error });
    expect(state().requestRetry).toMatchObject({ attempt: 1, delayMs: 1_000 });
    await stream(delta('Here'));
    drawFrame();
    expect(state().requestRetry).toBeNull();
  });
});

describe('the composer', () => {
  it('is emptied by sending and gets its text back when sending fails', async () => {
    const { worker, openConversation, actions, state } = start();
    await openConversation();
    actions.write(' Hello ');
    await actions.send(' Hello ');
    expect(worker.commands('prompt-send').at(-1)).toMatchObject({ blocks: [textBlock('Hello')] });
    expect(state().draft).toBe('');

    worker.on('prompt-send', () => refuse('One message is already waiting.'));
    await actions.send('Again');
    expect(state()).toMatchObject({
      draft: 'Again',
      trouble: { message: 'One message is already waiting.' },
    });
  });

  it('keeps the text when there is no conversation yet', async () => {
    const { worker, actions, state } = start();
    const outcome = await actions.send('Too early');
    expect(outcome.ok).toBe(false);
    expect(state().draft).toBe('Too early');
    expect(worker.requests).toHaveLength(0);
  });

  it('gets a prompt back that was stopped before anything was answered', async () => {
    const { openConversation, append, state } = start();
    await openConversation();
    await append(streaming);
    await append(numbered([{ type: 'user-turn-retracted', turnId: 'u2' }], 9));
    expect(state().draft).toBe('And now?');
  });

  it('gets prompt and queued prompt back together', async () => {
    const { openConversation, append, state } = start();
    await openConversation();
    await append(streaming);
    await append(
      numbered(
        [
          { type: 'prompt-queued', blocks: [textBlock('And then?')] },
          { type: 'user-turn-retracted', turnId: 'u2' },
          { type: 'prompt-dequeued', returned: true },
        ],
        9,
      ),
    );
    expect(state().draft).toBe('And now?\n\nAnd then?');
  });

  it('keeps what was typed since', async () => {
    const { openConversation, append, actions, state } = start();
    await openConversation();
    await append(streaming);
    actions.write('Something else');
    await append(numbered([{ type: 'user-turn-retracted', turnId: 'u2' }], 9));
    expect(state().draft).toBe('Something else');
  });

  it('gets nothing back from the past of a conversation', async () => {
    const log = [
      ...past,
      ...streaming,
      ...numbered([{ type: 'user-turn-retracted', turnId: 'u2' }], 9),
    ];
    const { openConversation, state } = start({ log });
    await openConversation();
    expect(state().draft).toBe('');
  });
});

describe('the mode of a chat', () => {
  const prompts = (worker: ScriptedWorker) =>
    worker.commands('prompt-send').map((command) => command.type === 'prompt-send' && command.mode);

  it('is a command in a chat in which something was said, and what its records say', async () => {
    const { worker, openConversation, actions, append, state } = start();
    await openConversation();
    expect(modeOf(state())).toBe('ask');
    await actions.setMode('plan');
    expect(worker.commands('mode-set')).toEqual([
      { type: 'mode-set', conversationId: 'c1', mode: 'plan' },
    ]);
    expect(modeOf(state())).toBe('ask');
    await append(numbered([{ type: 'mode-set', mode: 'plan' }], 6));
    expect(modeOf(state())).toBe('plan');
    await actions.send('Go on');
    expect(prompts(worker)).toEqual([undefined]);
  });

  it('is kept here in one that was never begun, and goes with its first words', async () => {
    const { worker, openConversation, actions, append, state } = start({ log: [] });
    await openConversation();
    await actions.setMode('read-only');
    expect(worker.commands('mode-set')).toEqual([]);
    expect(modeOf(state())).toBe('read-only');
    await actions.send('Hello');
    expect(prompts(worker)).toEqual(['read-only']);
    await append(numbered([{ type: 'mode-set', mode: 'read-only' }, userTurn('u1', 'Hello')]));
    await actions.send('And then?');
    expect(prompts(worker)).toEqual(['read-only', undefined]);
  });

  it('is not taken along to another chat', async () => {
    const { worker, openConversation, actions, state } = start({ log: [] });
    await openConversation();
    await actions.setMode('plan');
    worker
      .on('conversation-create', () => ({ conversationId: 'c2' }))
      .on('conversation-open', () => ({ conversationId: 'c2', records: [] }));
    await actions.newChat();
    expect(modeOf(state())).toBe('ask');
    await actions.send('Hello');
    expect(prompts(worker)).toEqual([undefined]);
  });

  it('cannot be set before there is a chat, which is said', async () => {
    const { actions, state } = start();
    expect(await actions.setMode('plan')).toMatchObject({ ok: false });
    expect(state().trouble?.message).toContain('still starting');
  });
});

describe('an action', () => {
  it('is a command in the conversation that is shown', async () => {
    const { worker, openConversation, actions } = start();
    await openConversation();
    await actions.answerPermission('t1', 'chat');
    await actions.answerTool('t2', [textBlock('first')]);
    await actions.useTool('t3', { tabIds: [1, 2] });
    await actions.edit('u1', ' Hello again ');
    await actions.selectBranch('a1');
    expect(worker.requests.slice(-5).map(({ command }) => command)).toEqual([
      { type: 'permission-answer', conversationId: 'c1', toolUseId: 't1', decision: 'chat' },
      { type: 'tool-answer', conversationId: 'c1', toolUseId: 't2', blocks: [textBlock('first')] },
      { type: 'tool-use', conversationId: 'c1', toolUseId: 't3', userInput: { tabIds: [1, 2] } },
      { type: 'turn-edit', conversationId: 'c1', turnId: 'u1', blocks: [textBlock('Hello again')] },
      { type: 'branch-select', conversationId: 'c1', turnId: 'a1' },
    ]);
  });

  it('takes along what was said on a card besides yes and no', async () => {
    const { worker, openConversation, actions } = start();
    await openConversation();
    const details = {
      argumentsJson: '{"a":1}',
      breadth: 'capability',
      expiresInMs: 60_000,
    } as const;
    await actions.answerPermission('t1', 'always', details);
    await actions.answerPermission('t1', 'deny', { word: 'Not now.' });
    expect(worker.commands('permission-answer')).toMatchObject([
      { decision: 'always', ...details },
      { decision: 'deny', word: 'Not now.' },
    ]);
  });

  it('that fails on a card is told there, and nowhere else', async () => {
    const { worker, openConversation, actions, state } = start();
    await openConversation();
    const outcome = { ok: false, error: { message: 'That is no address.' } };
    worker.on('permission-answer', () => refuse('That is no address.'));
    worker.on('tool-answer', () => refuse('That is no address.'));
    worker.on('tool-use', () => refuse('That is no address.'));
    expect(await actions.answerPermission('t1', 'once')).toMatchObject(outcome);
    expect(await actions.answerTool('t1', [textBlock('x')])).toMatchObject(outcome);
    expect(await actions.useTool('t1')).toMatchObject(outcome);
    expect(state().trouble).toBeNull();
  });

  it('that fails in the chat leaves a trouble that can be dismissed', async () => {
    const { worker, openConversation, actions, state } = start();
    await openConversation();
    worker.on('run-pause', () => refuse('Nothing runs.'));
    expect(await actions.pause()).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(state().trouble?.message).toBe('Nothing runs.');
    actions.dismissTrouble();
    expect(state().trouble).toBeNull();
  });
});

describe('the settings in the panel', () => {
  it('are those the worker tells, at first and whenever they change', async () => {
    const { worker, readSettings, state } = start();
    await readSettings();
    expect(state()).toMatchObject({ settings, status: 'ready' });
    const changed = { ...settings, features: { memory: false } };
    worker.push({ type: 'settings-changed', settings: changed });
    await delivered();
    expect(state().settings).toEqual(changed);
  });

  it('show a switch at once and take it back when the worker refuses', async () => {
    const { worker, readSettings, actions, state } = start();
    await readSettings();
    worker.on('feature-switch', () => refuse('Not now.'));
    const switching = actions.switchFeature('memory', false);
    expect(state().settings?.features['memory']).toBe(false);
    await switching;
    expect(state().settings?.features['memory']).toBe(true);
  });

  it('report a refused connection to the form and not above the composer', async () => {
    const { worker, actions, state } = start();
    worker.on('connection-save', () => refuse('That address is not allowed.'));
    const outcome = await actions.saveConnection({ baseUrl: 'http://localhost:1', model: 'm' });
    expect(outcome).toMatchObject({
      ok: false,
      error: { message: 'That address is not allowed.' },
    });
    expect(state().trouble).toBeNull();
  });
});

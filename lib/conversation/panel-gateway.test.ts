import { describe, expect, it } from 'vitest';
import { tool } from '../../tests/support/conversation-fixture';
import { createPanelFixture, type TestPanel } from '../../tests/support/panel-fixture';
import { calls, gated, says } from '../../tests/support/scripted-model';
import { textBlock } from '../messaging/content';
import { isTemporary } from '../messaging/conversation-id';
import { panelAnswers } from '../messaging/panel-protocol';
import type { RunRecord } from '../messaging/run-record';
import { z } from '../shared/zod';

const hello = [textBlock('Hello')];
const typesOf = (panel: TestPanel) => panel.records.map(({ type }) => type);

/** The fields of the first record of a type, as the panel got it. */
function recordOf(panel: TestPanel, type: RunRecord['type']): RunRecord {
  const found = panel.records.findLast((record) => record.type === type);
  if (!found) throw new Error(`There is no ${type}.`);
  return found;
}

describe('a panel', () => {
  it('opens the newest conversation, or begins one', async () => {
    const fixture = createPanelFixture({ replies: [says('Hi.')] });
    const first = await fixture.start();
    expect(first.panel.records).toEqual([]);
    await first.panel.request({
      type: 'prompt-send',
      conversationId: first.conversationId,
      blocks: hello,
    });
    await first.quiet();
    const second = fixture.connect();
    expect(await second.open()).toBe(first.conversationId);
    expect(second.records).toEqual(first.panel.records);
    expect(second.records).toEqual(await fixture.log.read(first.conversationId));
  });

  it('begins another conversation, and hears of that one from then on', async () => {
    const fixture = createPanelFixture({ replies: [says('Hi.'), says('Old.')] });
    const { panel, conversationId: old } = await fixture.start();
    const created = await panel.request({ type: 'conversation-create' });
    const { conversationId } = z.object({ conversationId: z.string() }).parse(created);
    expect(conversationId).not.toBe(old);
    expect(isTemporary(conversationId)).toBe(false);
    await panel.request({ type: 'prompt-send', conversationId, blocks: hello });
    await (await fixture.conversations.get(conversationId)).whenQuiet();
    await panel.caughtUp();
    expect(typesOf(panel)).toContain('run-ended');
    const count = panel.records.length;
    await panel.request({ type: 'prompt-send', conversationId: old, blocks: hello });
    await (await fixture.conversations.get(old)).whenQuiet();
    await panel.caughtUp();
    expect(panel.records).toHaveLength(count);
  });

  it('sends a prompt with everything that was said about it', async () => {
    const fixture = createPanelFixture({ tools: [tool('look')], replies: [says('Hi.')] });
    const { panel, conversationId, quiet } = await fixture.start();
    await panel.request({
      type: 'prompt-send',
      conversationId,
      blocks: hello,
      toolChoice: { kind: 'any' },
      onlyTools: ['look'],
    });
    await quiet();
    expect(panel.records[0]).toMatchObject({
      type: 'user-turn-added',
      blocks: hello,
      toolChoice: { kind: 'any' },
      onlyTools: ['look'],
    });
    expect(recordOf(panel, 'assistant-turn-completed')).toMatchObject({ text: 'Hi.' });
    expect(panel.streamedText).toBe('Hi.');
  });

  it('pauses, resumes and stops a run', async () => {
    const stream = gated([{ type: 'text-delta', text: 'Half' }]);
    const { panel, conversationId, quiet } = await createPanelFixture({
      replies: [stream.reply],
    }).start();
    await panel.request({ type: 'prompt-send', conversationId, blocks: hello });
    await stream.reached;
    await panel.request({ type: 'run-pause', conversationId });
    expect(typesOf(panel).at(-1)).toBe('run-paused');
    await panel.request({ type: 'run-resume', conversationId });
    expect(typesOf(panel).at(-1)).toBe('run-resumed');
    await panel.request({ type: 'run-stop', conversationId });
    await quiet();
    expect(recordOf(panel, 'run-ended')).toMatchObject({ reason: 'stopped' });
  });

  it('takes a waiting prompt back', async () => {
    const stream = gated([], says('Done.'));
    const { panel, conversationId, quiet } = await createPanelFixture({
      replies: [stream.reply],
    }).start();
    await panel.request({ type: 'prompt-send', conversationId, blocks: hello });
    await stream.reached;
    await panel.request({ type: 'prompt-send', conversationId, blocks: [textBlock('More')] });
    await panel.request({ type: 'queued-prompt-discard', conversationId });
    expect(recordOf(panel, 'prompt-dequeued')).toMatchObject({ returned: true });
    stream.release();
    await quiet();
    expect(recordOf(panel, 'run-ended')).toMatchObject({ reason: 'answered' });
  });

  it('tries again after a failure', async () => {
    const { panel, conversationId, quiet } = await createPanelFixture({
      replies: [new Error('cut'), says('There.')],
    }).start();
    await panel.request({ type: 'prompt-send', conversationId, blocks: hello });
    await quiet();
    expect(typesOf(panel)).toContain('assistant-turn-failed');
    await panel.request({ type: 'turn-retry', conversationId });
    await quiet();
    expect(recordOf(panel, 'assistant-turn-completed')).toMatchObject({ text: 'There.' });
  });

  it('goes on after a guard', async () => {
    const same = () => calls([{ name: 'look' }]);
    const { panel, conversationId, quiet } = await createPanelFixture({
      tools: [tool('look')],
      replies: [same(), same(), same(), says('Enough.'), says('More.')],
    }).start();
    await panel.request({ type: 'prompt-send', conversationId, blocks: hello });
    await quiet();
    expect(recordOf(panel, 'run-ended')).toMatchObject({ reason: 'repeat' });
    await panel.request({ type: 'run-continue', conversationId });
    await quiet();
    expect(recordOf(panel, 'assistant-turn-completed')).toMatchObject({ text: 'More.' });
  });

  it('asks anew, asks otherwise, and goes back', async () => {
    const { panel, conversationId, quiet, handler } = await createPanelFixture({
      replies: [says('One.'), says('Two.'), says('Three.')],
    }).start();
    await panel.request({ type: 'prompt-send', conversationId, blocks: hello });
    await quiet();
    const { leafId } = handler.state;
    const turnId = leafId ?? '';
    await panel.request({ type: 'turn-regenerate', conversationId, turnId });
    await quiet();
    expect(recordOf(panel, 'assistant-turn-completed')).toMatchObject({ text: 'Two.' });
    const [prompt] = handler.state.turns.keys();
    await panel.request({
      type: 'turn-edit',
      conversationId,
      turnId: prompt ?? '',
      blocks: [textBlock('Otherwise')],
    });
    await quiet();
    expect(recordOf(panel, 'user-turn-added')).toMatchObject({ blocks: [textBlock('Otherwise')] });
    await panel.request({ type: 'branch-select', conversationId, turnId });
    expect(recordOf(panel, 'leaf-moved')).toMatchObject({ turnId });
  });

  it('uses, answers and decides about tools', async () => {
    const group = tool('group', { effect: 'write', userInput: z.object({ tab: z.number() }) });
    const { panel, conversationId, quiet } = await createPanelFixture({
      tools: [group, tool('ask', { interaction: 'external' }), tool('write', { effect: 'write' })],
      replies: [
        calls([
          { id: 'g', name: 'group' },
          { id: 'a', name: 'ask' },
          { id: 'w1', name: 'write', arguments: { value: 1 } },
          { id: 'w2', name: 'write', arguments: { value: 2 } },
        ]),
        says('Done.'),
      ],
    }).start();
    await panel.request({ type: 'prompt-send', conversationId, blocks: hello });
    await quiet();
    const use = { conversationId, toolUseId: 'g' };
    await panel.request({ type: 'tool-use', ...use, userInput: { tab: 4 } });
    expect(recordOf(panel, 'tool-use-approved')).toMatchObject({ userInput: { tab: 4 } });
    await panel.request({ type: 'tool-answer', ...use, toolUseId: 'a', blocks: hello });
    const permission = { type: 'permission-answer', conversationId } as const;
    await panel.request({ ...permission, toolUseId: 'w1', decision: 'deny', word: 'not today' });
    await panel.request({ ...permission, toolUseId: 'w2', decision: 'chat' });
    await quiet();
    const settled = panel.records.filter((record) => record.type === 'tool-use-settled');
    const byId = new Map(settled.map((record) => [record.toolUseId, record]));
    expect(byId.get('g')?.outcome).toBe('ok');
    expect(byId.get('a')).toMatchObject({ outcome: 'ok', blocks: hello });
    expect(byId.get('w1')?.outcome).toBe('denied');
    expect(JSON.stringify(byId.get('w1'))).toContain('not today');
    expect(byId.get('w2')?.outcome).toBe('ok');
    expect(recordOf(panel, 'grant-given')).toMatchObject({ grant: { scope: 'chat' } });
    expect(recordOf(panel, 'run-ended')).toMatchObject({ reason: 'answered' });
  });

  it('is told why something cannot be done, and nothing has happened', async () => {
    const { panel, conversationId, handler } = await createPanelFixture().start();
    const refused = await panel.ask({ type: 'turn-retry', conversationId });
    expect(refused).toMatchObject({
      type: 'command-refused',
      error: { code: 'nothing-to-retry', message: 'There is nothing to try again.' },
    });
    expect(handler.state.seq).toBe(0);
  });
});

describe('a temporary chat', () => {
  it('is begun on request, and says what it is by its id', async () => {
    const panel = createPanelFixture().connect();
    for (const temporary of [true, false]) {
      const created = await panel.request({ type: 'conversation-create', temporary });
      const { conversationId } = z.object({ conversationId: z.string() }).parse(created);
      expect(isTemporary(conversationId)).toBe(temporary);
    }
  });
});

describe('the deletion of everything', () => {
  it('is told to every panel once it is done', async () => {
    const moments: string[] = [];
    const fixture = createPanelFixture({
      deleteEverything: () => Promise.resolve(void moments.push('deleted')),
    });
    const [panel, other] = [fixture.connect(), fixture.connect()];
    expect(await panel.request({ type: 'data-delete' })).toBeNull();
    await other.caughtUp();
    expect(moments).toEqual(['deleted']);
    for (const { events } of [panel, other]) expect(events[0]).toEqual({ type: 'data-deleted' });
  });

  it('is told to nobody when it failed', async () => {
    const fixture = createPanelFixture({
      deleteEverything: () => Promise.reject(new Error('locked')),
    });
    const panel = fixture.connect();
    expect(await panel.ask({ type: 'data-delete' })).toMatchObject({
      type: 'command-refused',
      error: { code: 'unexpected', message: 'locked' },
    });
    expect(panel.events).toHaveLength(1);
  });
});

describe('the settings and tabs', () => {
  const connection = { baseUrl: 'https://models.example/v1', model: 'm', apiKey: 'secret' };

  it('are told when asked for', async () => {
    const tab = { id: 1, title: 'A', url: 'https://a.example', active: true, windowId: 1 };
    const fixture = createPanelFixture({
      tools: [tool('look')],
      listTabs: () => Promise.resolve([tab]),
    });
    const panel = fixture.connect();
    expect(await panel.request({ type: 'tabs-list' })).toEqual({ tabs: [tab] });
    expect(await panel.request({ type: 'settings-read' })).toMatchObject({
      connection: null,
      tools: [{ id: 'builtin::look', enabled: true }],
      features: { memory: true, scheduling: false, email: false },
    });
  });

  it('reach every panel when they change, without the key', async () => {
    const fixture = createPanelFixture({ tools: [tool('look')] });
    const panels = [fixture.connect(), fixture.connect()] as const;
    const [panel] = panels;
    const changes = [
      { type: 'connection-save', connection },
      { type: 'tool-switch', toolId: 'builtin::look', enabled: false },
      { type: 'feature-switch', feature: 'memory', enabled: false },
      {
        type: 'settings-import',
        json: '{"format":"tandem-settings","version":1,"features":{"email":true}}',
      },
      { type: 'connection-remove' },
    ] as const;
    for (const change of changes) expect(await panel.request(change)).toBeNull();
    await panels[1].caughtUp();
    for (const { events } of panels) {
      const told = events.flatMap((event) =>
        event.type === 'settings-changed' ? [event.settings] : [],
      );
      expect(told).toHaveLength(5);
      expect(told[0]?.connection).toMatchObject({ model: 'm', hasKey: true });
      expect(told[1]?.tools).toMatchObject([{ enabled: false }]);
      expect(told[2]?.features).toMatchObject({ memory: false, email: false });
      expect(told[3]?.features).toMatchObject({ memory: false, email: true });
      expect(told[4]?.connection).toBeNull();
      expect(JSON.stringify(events)).not.toContain('secret');
    }
  });

  it('are not told as changed when they could not be', async () => {
    const fixture = createPanelFixture();
    const panel = fixture.connect();
    const refused = await panel.ask({ type: 'tool-switch', toolId: 'nope', enabled: true });
    expect(refused).toMatchObject({ error: { code: 'tool-unknown' } });
    await panel.caughtUp();
    expect(panel.events.map(({ type }) => type)).not.toContain('settings-changed');
  });

  it('are exported without the key', async () => {
    const panel = createPanelFixture().connect();
    await panel.request({ type: 'connection-save', connection });
    const exported = JSON.stringify(await panel.request({ type: 'settings-export' }));
    expect(exported).toContain('models.example');
    expect(exported).not.toContain('secret');
  });

  it('are tested with the stored key, which only the server gets', async () => {
    const tested: unknown[] = [];
    const fixture = createPanelFixture({
      testConnection: (draft) => {
        tested.push(draft);
        return Promise.resolve({ ok: true, message: 'It answered.' });
      },
    });
    const panel = fixture.connect();
    await panel.request({ type: 'connection-save', connection });
    const { apiKey: _key, ...draft } = connection;
    expect(await panel.request({ type: 'connection-test', connection: draft })).toEqual({
      ok: true,
      message: 'It answered.',
    });
    expect(tested).toMatchObject([{ apiKey: 'secret' }]);
    expect(fixture.store.writes).toBe(1);
  });
});

describe('what is kept of a person', () => {
  it('is told, forgotten in parts and handed out to a page that asks', async () => {
    const fixture = createPanelFixture();
    await fixture.memories.put({ key: 'name', content: 'Ada' });
    const panel = fixture.connect();
    expect(await panel.request({ type: 'data-summary' })).toMatchObject({
      chats: 0,
      memories: [{ key: 'name', content: 'Ada' }],
    });
    const piece = panelAnswers['data-export'].parse(await panel.request({ type: 'data-export' }));
    expect(piece.next).toBeNull();
    expect(JSON.parse(piece.json)).toMatchObject({ memories: [{ key: 'name' }], chats: [] });
    expect(await panel.request({ type: 'memory-delete', key: 'name' })).toBeNull();
    expect(await panel.request({ type: 'data-summary' })).toEqual({ chats: 0, memories: [] });
  });
});

describe('an answer that arrives in many pieces', () => {
  const pieces = Array.from({ length: 60 }, (_, piece) => `piece ${piece} `);
  const deltas = pieces.map((text) => ({ type: 'text-delta' as const, text }));
  const liveEvents = (panel: TestPanel) => panel.events.filter(({ type }) => type === 'live-event');

  const delivered = () => new Promise(setImmediate);

  it('is told once a frame', async () => {
    const frames: (() => void)[] = [];
    const stream = gated(deltas);
    const { panel, conversationId, handler } = await createPanelFixture({
      replies: [stream.reply],
      scheduleFlush: (flush) => frames.push(flush),
    }).start();
    await panel.request({ type: 'prompt-send', conversationId, blocks: hello });
    await stream.reached;
    await delivered();
    expect(liveEvents(panel)).toEqual([]);
    for (const flush of frames.splice(0)) flush();
    await delivered();
    expect(panel.streamedText).toBe(pieces.join(''));
    expect(liveEvents(panel)).toHaveLength(1);
    await handler.stop();
  });

  it('has been told in full before the record that ends it, whenever the frames come', async () => {
    const { panel, conversationId, quiet } = await createPanelFixture({
      replies: [[...deltas, ...says('The end.')]],
      scheduleFlush: () => undefined,
    }).start();
    await panel.request({ type: 'prompt-send', conversationId, blocks: hello });
    await quiet();
    expect(panel.streamedText).toBe(`${pieces.join('')}The end.`);
    const lastWords = panel.events.findLastIndex(({ type }) => type === 'live-event');
    const ending = panel.events.findIndex(
      (event) =>
        event.type === 'records-appended' &&
        event.records.some(({ type }) => type === 'assistant-turn-completed'),
    );
    expect(ending).toBeGreaterThan(lastWords);
  });

  it('reaches a panel that opens in the middle once, not twice', async () => {
    const frames: (() => void)[] = [];
    const stream = gated(deltas, says('The end.'));
    const fixture = createPanelFixture({
      replies: [stream.reply],
      scheduleFlush: (flush) => frames.push(flush),
    });
    const { panel, conversationId, quiet } = await fixture.start();
    await panel.request({ type: 'prompt-send', conversationId, blocks: hello });
    await stream.reached;
    const late = fixture.connect();
    await late.open(conversationId);
    await panel.open(conversationId);
    for (const flush of frames.splice(0)) flush();
    await delivered();
    expect(late.streamedText).toBe(pieces.join(''));
    expect(panel.streamedText).toBe(pieces.join(''));
    stream.release();
    await quiet();
  });
});

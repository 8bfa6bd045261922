import { describe, expect, it, vi } from 'vitest';
import { tool } from '../../tests/support/conversation-fixture';
import { ManualClock } from '../../tests/support/manual-clock';
import { createPanelFixture, type TestPanel } from '../../tests/support/panel-fixture';
import { calls, gated, says } from '../../tests/support/scripted-model';
import { textBlock } from '../messaging/content';
import { panelAnswers } from '../messaging/panel-protocol';

const hello = [textBlock('Plan a trip to Rome')];
const KEPT_MS = 12_000;

type Fixture = ReturnType<typeof createPanelFixture>;

async function listed(panel: TestPanel) {
  const answer = await panel.request({ type: 'conversations-list' });
  return panelAnswers['conversations-list'].parse(answer).conversations;
}

const titles = async (panel: TestPanel) => (await listed(panel)).map(({ title }) => title);

async function begin(fixture: Fixture, id: string, text = 'Plan a trip to Rome') {
  const handler = await fixture.conversations.get(id);
  await handler.submit({ blocks: [textBlock(text)] });
  return handler;
}

function changesTo(panel: TestPanel) {
  return panel.events.flatMap((event) => (event.type === 'conversations-changed' ? [event] : []));
}

describe('the list of conversations', () => {
  it('names each, says when it was used and whether it is temporary', async () => {
    const clock = new ManualClock();
    const fixture = createPanelFixture({ clock, replies: [says('Hi.'), says('Hi.')] });
    await (await begin(fixture, 'c1')).whenQuiet();
    clock.advance(5_000);
    await (await begin(fixture, 'temporary:c2', 'A secret')).whenQuiet();
    expect(await listed(fixture.connect())).toEqual([
      {
        id: 'c1',
        title: 'Plan a trip to Rome',
        updatedAt: 1_000_000,
        state: 'idle',
        temporary: false,
      },
      {
        id: 'temporary:c2',
        title: 'A secret',
        updatedAt: 1_005_000,
        state: 'idle',
        temporary: true,
      },
    ]);
  });

  it('leaves out those in which nothing was said', async () => {
    const { panel } = await createPanelFixture().start();
    expect(await listed(panel)).toEqual([]);
  });

  it('says which work, wait for the user, or are paused', async () => {
    const stream = gated([], says('Done.'));
    const fixture = createPanelFixture({
      tools: [tool('ask', { interaction: 'permission' })],
      replies: [calls([{ id: 't1', name: 'ask' }]), stream.reply, says('Allowed.')],
    });
    const panel = fixture.connect();
    const states = async () => (await listed(panel)).map(({ id, state }) => `${id} ${state}`);
    const waiting = await begin(fixture, 'c1');
    await waiting.whenQuiet();
    const working = await begin(fixture, 'c2');
    await stream.reached;
    expect(await states()).toEqual(['c1 waiting', 'c2 running']);
    await working.pause();
    expect(await states()).toEqual(['c1 waiting', 'c2 paused']);
    await working.resume();
    stream.release();
    await working.whenQuiet();
    await waiting.respondToPermission('t1', 'once');
    await waiting.whenQuiet();
    expect(await states()).toEqual(['c1 idle', 'c2 idle']);
  });

  it('is told to every panel as it changes, once for what belongs together', async () => {
    const fixture = createPanelFixture({ replies: [says('Hi.')] });
    const { panel, conversationId, quiet } = await fixture.start();
    const other = fixture.connect();
    await panel.request({ type: 'prompt-send', conversationId, blocks: hello });
    await quiet();
    expect(changesTo(panel)).toEqual([]);
    fixture.tellOfChanges();
    for (const each of [panel, other]) {
      await vi.waitFor(() => expect(changesTo(each)).toHaveLength(1));
      expect(changesTo(each)[0]).toMatchObject({
        changed: [{ id: conversationId, title: 'Plan a trip to Rome', state: 'idle' }],
        removed: [],
      });
    }
  });

  it('comes with the conversation that a panel opens', async () => {
    const fixture = createPanelFixture({ replies: [says('Hi.')] });
    await (await begin(fixture, 'c1')).whenQuiet();
    const answer = await fixture.connect().request({ type: 'conversation-open' });
    expect(answer).toMatchObject({ summary: { id: 'c1', title: 'Plan a trip to Rome' } });
    const created = await fixture.connect().request({ type: 'conversation-create' });
    expect(created).not.toHaveProperty('summary');
  });
});

describe('a name', () => {
  async function named() {
    const fixture = createPanelFixture({ replies: [says('Hi.')] });
    await (await begin(fixture, 'c1')).whenQuiet();
    const panel = fixture.connect();
    const rename = (title: string, conversationId = 'c1') =>
      panel.ask({ type: 'conversation-rename', conversationId, title });
    return { fixture, panel, rename };
  }

  it('is given by the user, seen by every panel at once, and trimmed', async () => {
    const { fixture, panel, rename } = await named();
    const other = fixture.connect();
    await rename('  My\n holidays\u202e  ');
    expect(await titles(panel)).toEqual(['My holidays']);
    expect(changesTo(other)).toMatchObject([{ changed: [{ id: 'c1', title: 'My holidays' }] }]);
  });

  it.each([
    ['', 'A chat needs a name.'],
    [' \u200b\n ', 'A chat needs a name.'],
    ['x'.repeat(201), 'A name can have 200 characters at most.'],
  ])('is refused with a sentence when it is no good: %j', async (title, message) => {
    const { panel, rename } = await named();
    expect(await rename(title)).toMatchObject({ type: 'command-refused', error: { message } });
    expect(await titles(panel)).toEqual(['Plan a trip to Rome']);
  });

  it('may be as long as it may be', async () => {
    const { panel, rename } = await named();
    await rename('x'.repeat(200));
    expect(await titles(panel)).toEqual(['x'.repeat(200)]);
  });

  it('cannot be given to what is not there', async () => {
    const { rename } = await named();
    expect(await rename('x', 'c9')).toMatchObject({ error: { code: 'conversation-unknown' } });
  });
});

describe('a deleted conversation', () => {
  async function deleted(id = 'c1') {
    const clock = new ManualClock();
    const fixture = createPanelFixture({
      clock,
      tools: [tool('ask', { interaction: 'permission' })],
      replies: [calls([{ id: 't1', name: 'ask' }]), says('Allowed.')],
    });
    const handler = await begin(fixture, id);
    await handler.whenQuiet();
    const panel = fixture.connect();
    const other = fixture.connect();
    await panel.request({ type: 'conversation-delete', conversationId: id });
    return { ...fixture, clock, panel, other, handler };
  }
  const restoring = { type: 'conversation-restore', conversationId: 'c1' } as const;

  it('is out of every list at once, not opened as the newest, and takes no command', async () => {
    const { panel, other, handler } = await deleted();
    expect(await titles(panel)).toEqual([]);
    for (const each of [panel, other]) {
      expect(changesTo(each)).toEqual([
        { type: 'conversations-changed', changed: [], removed: ['c1'] },
      ]);
    }
    expect(await other.open()).not.toBe('c1');
    for (const command of [
      { type: 'conversation-open', conversationId: 'c1' },
      { type: 'prompt-send', conversationId: 'c1', blocks: hello },
      { type: 'permission-answer', conversationId: 'c1', toolUseId: 't1', decision: 'once' },
    ] as const) {
      expect(await panel.ask(command)).toMatchObject({ error: { code: 'conversation-deleted' } });
    }
    expect(handler.state.run?.status).toBe('running');
  });

  it('is back with all that it was, and what waited can be answered', async () => {
    const { panel, conversations, log } = await deleted();
    const before = structuredClone(log.records.get('c1'));
    await panel.request(restoring);
    expect(log.records.get('c1')).toEqual(before);
    expect(await listed(panel)).toMatchObject([{ id: 'c1', state: 'waiting' }]);
    expect(changesTo(panel).at(-1)).toMatchObject({ changed: [{ id: 'c1', state: 'waiting' }] });
    await panel.request({
      type: 'permission-answer',
      conversationId: 'c1',
      toolUseId: 't1',
      decision: 'once',
    });
    const handler = await conversations.get('c1');
    await handler.whenQuiet();
    expect(handler.state.run).toMatchObject({ reason: 'answered' });
  });

  it('is gone when the time is over, and cannot be restored then', async () => {
    const { panel, clock, log } = await deleted();
    clock.advance(KEPT_MS - 1);
    await panel.caughtUp();
    expect(log.records.has('c1')).toBe(true);
    clock.advance(1);
    await vi.waitFor(() => expect(log.records.has('c1')).toBe(false));
    expect(await panel.ask(restoring)).toMatchObject({ error: { code: 'conversation-gone' } });
    expect(
      await panel.ask({ type: 'prompt-send', conversationId: 'c1', blocks: hello }),
    ).toMatchObject({ error: { code: 'conversation-deleted' } });
    expect(log.records.has('c1')).toBe(false);
  });

  it('can be restored as long as somebody asks for more time', async () => {
    const { panel, clock, log } = await deleted();
    for (let round = 0; round < 5; round += 1) {
      clock.advance(KEPT_MS - 1_000);
      await panel.request({ type: 'conversation-delete', conversationId: 'c1' });
    }
    clock.advance(KEPT_MS - 1);
    await panel.caughtUp();
    expect(log.records.has('c1')).toBe(true);
    await panel.request(restoring);
    clock.advance(10 * KEPT_MS);
    await panel.caughtUp();
    expect(await titles(panel)).toEqual(['Plan a trip to Rome']);
  });

  it('is purged by the next worker when the last one died too early', async () => {
    const { clock, log, index } = await deleted();
    clock.advance(KEPT_MS - 1);
    const late = new ManualClock();
    late.advance(KEPT_MS - 1);
    const next = createPanelFixture({ runLog: log, index, clock: late });
    await next.desk.purge();
    expect(log.records.has('c1')).toBe(true);
    await expect(next.conversations.get('c1')).rejects.toMatchObject({
      code: 'conversation-deleted',
    });
    late.advance(1);
    await vi.waitFor(() => expect(log.records.has('c1')).toBe(false));
  });

  it('goes on in the next worker when it is restored there', async () => {
    const { log, index, clock } = await deleted();
    const next = createPanelFixture({
      runLog: log,
      index,
      clock,
      tools: [tool('ask', { interaction: 'permission' })],
      replies: [says('Allowed.')],
    });
    const panel = next.connect();
    await panel.request(restoring);
    expect(await listed(panel)).toMatchObject([{ id: 'c1', state: 'waiting' }]);
  });

  it('does not stay for ever because the clock was set back', async () => {
    const { log, index } = await deleted();
    index.deleted.set('c1', 9_000_000_000);
    await createPanelFixture({ runLog: log, index, clock: new ManualClock() }).desk.purge();
    expect(log.records.has('c1')).toBe(false);
  });

  it('is gone at once when it was temporary', async () => {
    const { panel, log } = await deleted('temporary:c1');
    expect(log.records.size).toBe(0);
    expect(await titles(panel)).toEqual([]);
    expect(changesTo(panel)).toMatchObject([{ removed: ['temporary:c1'] }]);
  });

  it('that there is not is refused', async () => {
    const panel = createPanelFixture().connect();
    expect(await panel.ask({ type: 'conversation-delete', conversationId: 'c9' })).toMatchObject({
      error: { code: 'conversation-unknown' },
    });
  });

  it('stays, and goes on, when that could not be written', async () => {
    const stream = gated([], says('Done.'));
    const fixture = createPanelFixture({ replies: [stream.reply] });
    const handler = await begin(fixture, 'c1');
    await stream.reached;
    vi.spyOn(fixture.index, 'markDeleted').mockRejectedValue(new Error('disk full'));
    const panel = fixture.connect();
    await panel.ask({ type: 'conversation-delete', conversationId: 'c1' });
    expect(changesTo(panel)).toEqual([]);
    stream.release();
    await handler.whenQuiet();
    expect(handler.state.run).toMatchObject({ reason: 'answered' });
  });

  it('is not brought back to the lists by news that was under way', async () => {
    const fixture = createPanelFixture({ replies: [says('Hi.')] });
    await (await begin(fixture, 'c1')).whenQuiet();
    const panel = fixture.connect();
    const found = await fixture.index.get('c1');
    let answer = () => {};
    vi.spyOn(fixture.index, 'get').mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return found;
    });
    fixture.tellOfChanges();
    await panel.request({ type: 'conversation-delete', conversationId: 'c1' });
    answer();
    await panel.caughtUp();
    expect(changesTo(panel)).toMatchObject([{ changed: [], removed: ['c1'] }]);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { createFixture, tool } from '../../tests/support/conversation-fixture';
import { MemoryRunLog } from '../../tests/support/memory-run-log';
import { calls, gated, says, ScriptedModel } from '../../tests/support/scripted-model';
import type { ScriptedReply } from '../../tests/support/scripted-model';
import { textBlock } from '../messaging/content';
import { decide } from '../permissions/policy';
import { systemClock } from '../shared/clock';
import type { Tool } from '../tools/tool';
import { conversationDeleted } from './conversation-index';
import { Conversations, type ConversationsOptions } from './conversations';
import { staticSource } from './tool-source';

const hello = [textBlock('Hello')];
/** A worker must never give an id again that an earlier one gave. */
let workers = 0;

function createConversations({
  log = new MemoryRunLog(),
  replies = [],
  tools = [],
  ...change
}: Partial<ConversationsOptions> & {
  log?: MemoryRunLog;
  replies?: ScriptedReply[];
  tools?: Tool[];
} = {}) {
  workers += 1;
  const worker = workers;
  let ids = 0;
  const busy: boolean[] = [];
  const model = new ScriptedModel(replies);
  const createId = () => `${worker}-${String(++ids)}`;
  const conversations = new Conversations({
    createId,
    newestConversationId: () => Promise.resolve(undefined),
    activeConversationIds: () => Promise.resolve([]),
    onBusy: (value) => busy.push(value),
    shared: {
      model,
      log,
      createId,
      toolSources: [staticSource('test', tools)],
      policy: decide,
      clock: systemClock,
    },
    ...change,
  });
  const heard: string[] = [];
  const stop = conversations.watch({
    recordsAppended: (id, records) => heard.push(...records.map(({ type }) => `${id} ${type}`)),
    liveEvent: (id, event) => heard.push(`${id} ${event.type}`),
  });
  return { conversations, log, model, busy, heard, stop };
}

describe('a conversation', () => {
  it('has one handler, however often it is asked for', async () => {
    const { conversations } = createConversations();
    const [one, two] = await Promise.all([conversations.get('c1'), conversations.get('c1')]);
    expect(one).toBe(two);
    expect(await conversations.get('c1')).toBe(one);
    expect(one.id).toBe('c1');
    expect(await conversations.get('c2')).not.toBe(one);
  });

  it('knows what was stored of it when it is handed out', async () => {
    const { conversations, log } = createConversations({ replies: [says('Hi.')] });
    const first = await conversations.get('c1');
    await first.submit({ blocks: hello });
    await first.whenQuiet();
    const next = await createConversations({ log }).conversations.get('c1');
    expect(next).not.toBe(first);
    expect(next.state).toEqual(first.state);
  });

  it('that is created has an id of its own', async () => {
    const { conversations } = createConversations();
    const [one, two] = await Promise.all([conversations.create(), conversations.create()]);
    expect(one.id).not.toBe(two.id);
    expect(await conversations.get(one.id)).toBe(one);
  });

  it('that is temporary says so by its id, and to its tools', async () => {
    const keep = tool('keep', { supportsConversation: ({ temporary }) => !temporary });
    const { conversations } = createConversations({ tools: [keep] });
    const fleeting = await conversations.create({ temporary: true });
    expect(fleeting.id).toMatch(/^temporary:.+/);
    expect(await fleeting.getTools()).toEqual([]);
    expect(await (await conversations.create()).getTools()).toEqual([keep]);
  });

  it('that was used last is the newest; without any, a new one is', async () => {
    const { conversations } = createConversations({
      newestConversationId: () => Promise.resolve('c7'),
    });
    expect((await conversations.newest()).id).toBe('c7');
  });

  it('is begun when there is none, one for all who look for it', async () => {
    const { conversations, model, log } = createConversations({ replies: [says('Hi.')] });
    const [one, two] = await Promise.all([conversations.newest(), conversations.newest()]);
    expect(one).toBe(two);
    expect(await conversations.newest()).toBe(one);
    await one.submit({ blocks: hello });
    await one.whenQuiet();
    expect(model.requests).toHaveLength(1);
    // It was used, and is gone all the same.
    log.records.clear();
    expect((await conversations.newest()).id).not.toBe(one.id);
  });

  it('that could not be read is tried again by the next who asks', async () => {
    const log = new MemoryRunLog();
    vi.spyOn(log, 'read').mockRejectedValueOnce(new Error('locked'));
    const { conversations } = createConversations({ log });
    await expect(conversations.get('c1')).rejects.toThrow('locked');
    expect((await conversations.get('c1')).id).toBe('c1');
  });
});

describe('conversations in which nothing happens', () => {
  it('are let go of, the one asked for longest ago first, and are the same when they are back', async () => {
    const { conversations } = createConversations({ replies: [says('Hi.')] });
    const first = await conversations.get('c0');
    await first.submit({ blocks: hello });
    await first.whenQuiet();
    for (let index = 1; index <= 20; index += 1) await conversations.get(`c${index}`);
    const awake = Array.from({ length: 21 }, (_, index) => `c${index}`).filter((id) =>
      conversations.awake(id),
    );
    expect(awake).toEqual(['c13', 'c14', 'c15', 'c16', 'c17', 'c18', 'c19', 'c20']);
    const again = await conversations.get('c0');
    expect(again).not.toBe(first);
    expect(again.state).toEqual(first.state);
  });

  it('are not those that wait for the user, work, are paused, or are still being written', async () => {
    const stream = gated([], says('Late.'));
    const paused = gated([], says('Later.'));
    const log = new MemoryRunLog();
    const { conversations } = createConversations({
      log,
      tools: [tool('ask', { interaction: 'permission' })],
      replies: [calls([{ id: 't1', name: 'ask' }]), stream.reply, paused.reply, says('Done.')],
    });
    const begin = async (id: string) => {
      const handler = await conversations.get(id);
      await handler.submit({ blocks: hello });
      return handler;
    };
    const waiting = await begin('waiting');
    await waiting.whenQuiet();
    await begin('working');
    await stream.reached;
    const held = await begin('paused');
    await paused.reached;
    await held.pause();
    const written = await begin('written');
    await written.whenQuiet();
    let finish = () => {};
    vi.spyOn(log, 'append').mockImplementationOnce(
      () => new Promise((resolve) => (finish = resolve)),
    );
    const moved = written.selectBranch([...written.state.turns.keys()][0] ?? '');
    for (let index = 0; index < 20; index += 1) await conversations.get(`c${index}`);
    expect(conversations.awake('waiting')).toBe(waiting);
    expect(conversations.awake('working')).toBeDefined();
    expect(conversations.awake('paused')).toBe(held);
    expect(conversations.awake('written')).toBe(written);
    finish();
    await moved;
    await conversations.get('another');
    expect(conversations.awake('written')).toBeUndefined();
  });
});

describe('a conversation that is dismissed', () => {
  it('ends what is under way, writes nothing more, and is handed to nobody', async () => {
    const stream = gated([{ type: 'text-delta', text: 'Half' }], says('Late.'));
    const { conversations, log, busy } = createConversations({ replies: [stream.reply] });
    const handler = await conversations.get('c1');
    await handler.submit({ blocks: hello });
    await stream.reached;
    const before = log.records.get('c1')?.length ?? 0;
    await conversations.dismiss('c1');
    stream.release();
    await handler.whenQuiet();
    expect(log.records.get('c1')).toHaveLength(before);
    expect(busy.at(-1)).toBe(false);
    await expect(conversations.get('c1')).rejects.toMatchObject({ code: 'conversation-deleted' });
    await expect(handler.submit({ blocks: hello })).rejects.toMatchObject({
      code: 'conversation-deleted',
    });
    expect(log.records.get('c1')).toHaveLength(before);
  });

  it('loses what waited to be written, and lets what is being written arrive', async () => {
    const log = new MemoryRunLog();
    const { conversations } = createConversations({ log, replies: [says('Hi.')] });
    const handler = await conversations.get('c1');
    const append = log.append.bind(log);
    let finish = () => {};
    vi.spyOn(log, 'append').mockImplementationOnce(async (id, records) => {
      await new Promise<void>((resolve) => (finish = resolve));
      await append(id, records);
    });
    const sent = handler.submit({ blocks: hello });
    await vi.waitFor(() => expect(log.append).toHaveBeenCalledOnce());
    const paused = expect(handler.pause()).rejects.toMatchObject({ code: 'conversation-deleted' });
    let dismissed = false;
    const dismissing = conversations.dismiss('c1').then(() => (dismissed = true));
    await Promise.resolve();
    expect(dismissed).toBe(false);
    finish();
    await Promise.all([dismissing, paused, sent.catch(() => undefined)]);
    await handler.whenQuiet();
    expect(log.records.get('c1')?.map(({ type }) => type)).toEqual([
      'user-turn-added',
      'run-started',
    ]);
  });

  it('is no trouble to anybody, although what was under way could not be saved', async () => {
    const stream = gated([{ type: 'text-delta', text: 'Half' }], says('Late.'));
    const { handler, log, troubles } = createFixture({ replies: [stream.reply] });
    await handler.submit({ blocks: hello });
    await stream.reached;
    vi.spyOn(log, 'append').mockRejectedValue(conversationDeleted());
    stream.release();
    await handler.whenQuiet();
    expect(log.append).toHaveBeenCalled();
    expect(troubles).toEqual([]);
  });

  it('goes on where it was when it is readmitted', async () => {
    const stream = gated([{ type: 'text-delta', text: 'Half' }], says('Late.'));
    const { conversations, model } = createConversations({
      replies: [stream.reply, says('Whole.')],
    });
    const before = await conversations.get('c1');
    await before.submit({ blocks: hello });
    await stream.reached;
    await conversations.dismiss('c1');
    await conversations.readmit('c1');
    const after = await conversations.get('c1');
    await after.whenQuiet();
    expect(after).not.toBe(before);
    expect(model.requests).toHaveLength(2);
    expect(after.state.run).toMatchObject({ status: 'ended', reason: 'answered' });
  });

  it('is not woken either when an earlier worker dismissed it', async () => {
    const { conversations } = createConversations({
      isDeleted: (id) => Promise.resolve(id === 'c1'),
    });
    await expect(conversations.get('c1')).rejects.toMatchObject({ code: 'conversation-deleted' });
    expect((await conversations.get('c2')).id).toBe('c2');
  });
});

describe('whoever watches', () => {
  it('hears of every conversation, by its id', async () => {
    const { conversations, heard, stop } = createConversations({
      replies: [says('One.'), says('Two.'), says('Three.')],
    });
    for (const id of ['c1', 'c2']) {
      const handler = await conversations.get(id);
      await handler.submit({ blocks: hello });
      await handler.whenQuiet();
      expect(heard).toContain(`${id} user-turn-added`);
      expect(heard).toContain(`${id} text-streamed`);
      expect(heard.at(-1)).toBe(`${id} run-ended`);
    }
    const { length } = heard;
    stop();
    const handler = await conversations.get('c1');
    await handler.submit({ blocks: hello });
    await handler.whenQuiet();
    expect(heard).toHaveLength(length);
  });

  it('is not alone', async () => {
    const { conversations, heard } = createConversations({ replies: [says('One.')] });
    const other: string[] = [];
    conversations.watch({
      recordsAppended: (id, records) => other.push(...records.map(({ type }) => `${id} ${type}`)),
      liveEvent: (id, event) => other.push(`${id} ${event.type}`),
    });
    const handler = await conversations.get('c1');
    await handler.submit({ blocks: hello });
    await handler.whenQuiet();
    expect(other).toEqual(heard);
  });
});

describe('the worker', () => {
  it('is busy while anything is in flight anywhere, and idle after', async () => {
    const streams = [gated([], says('One.')), gated([], says('Two.'))];
    const { conversations, busy } = createConversations({
      replies: streams.map(({ reply }) => reply),
    });
    const handlers = [await conversations.get('c1'), await conversations.get('c2')];
    for (const handler of handlers) await handler.submit({ blocks: hello });
    await Promise.all(streams.map(({ reached }) => reached));
    expect(busy.at(-1)).toBe(true);
    streams[0]?.release();
    await handlers[0]?.whenQuiet();
    expect(busy.at(-1)).toBe(true);
    streams[1]?.release();
    await handlers[1]?.whenQuiet();
    expect(busy.at(-1)).toBe(false);
  });

  it('goes on with what the last one left, although one of it cannot be read', async () => {
    const hang = () => new Promise(() => undefined);
    const { conversations: dying, log } = createConversations({
      tools: [tool('look', { run: hang })],
      replies: [calls([{ id: 't1', name: 'look' }])],
    });
    const before = await dying.get('c1');
    await before.submit({ blocks: hello });
    await vi.waitFor(() => expect(log.records.get('c1')?.at(-1)?.type).toBe('tool-use-started'));

    const read = log.read.bind(log);
    vi.spyOn(log, 'read').mockImplementation((id, afterSeq) =>
      id === 'broken' ? Promise.reject(new Error('locked')) : read(id, afterSeq),
    );
    const { conversations, model } = createConversations({
      log,
      tools: [tool('look')],
      replies: [says('Seen.')],
      activeConversationIds: () => Promise.resolve(['broken', 'c1']),
    });
    await conversations.recover();
    await vi.waitFor(() => expect(model.requests).toHaveLength(1));
    const after = await conversations.get('c1');
    await after.whenQuiet();
    expect(model.requests).toHaveLength(1);
    expect(after.state.run).toMatchObject({ status: 'ended', reason: 'answered' });
  });

  it('drops what is under way, unwritten, before everything is deleted', async () => {
    const stream = gated([{ type: 'text-delta', text: 'Half' }], says('Late.'));
    const { conversations, log } = createConversations({ replies: [stream.reply] });
    const handler = await conversations.get('c1');
    await handler.submit({ blocks: hello });
    await stream.reached;
    const count = log.records.get('c1')?.length;
    await conversations.abandonAll();
    stream.release();
    await handler.whenQuiet();
    expect(log.records.get('c1')).toHaveLength(count ?? 0);
    log.records.clear();
    const fresh = await conversations.get('c1');
    expect(fresh).not.toBe(handler);
    expect(fresh.state.seq).toBe(0);
  });

  it('drops the others although one could not be read', async () => {
    const log = new MemoryRunLog();
    const stream = gated([{ type: 'text-delta', text: 'Half' }], says('Late.'));
    const { conversations } = createConversations({ log, replies: [stream.reply] });
    const handler = await conversations.get('c1');
    await handler.submit({ blocks: hello });
    await stream.reached;
    vi.spyOn(log, 'read').mockRejectedValueOnce(new Error('locked'));
    const unreadable = expect(conversations.get('broken')).rejects.toThrow('locked');
    await Promise.all([unreadable, conversations.abandonAll()]);
    expect(await conversations.get('c1')).not.toBe(handler);
  });
});

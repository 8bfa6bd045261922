import { describe, expect, it, vi } from 'vitest';
import { tool } from '../../tests/support/conversation-fixture';
import { MemoryRunLog } from '../../tests/support/memory-run-log';
import { calls, gated, says, ScriptedModel } from '../../tests/support/scripted-model';
import type { ScriptedReply } from '../../tests/support/scripted-model';
import { textBlock } from '../messaging/content';
import { decide } from '../permissions/policy';
import { systemClock } from '../shared/clock';
import type { Tool } from '../tools/tool';
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
    const none = createConversations().conversations;
    expect((await none.newest()).id).not.toBe((await none.newest()).id);
  });

  it('that could not be read is tried again by the next who asks', async () => {
    const log = new MemoryRunLog();
    vi.spyOn(log, 'read').mockRejectedValueOnce(new Error('locked'));
    const { conversations } = createConversations({ log });
    await expect(conversations.get('c1')).rejects.toThrow('locked');
    expect((await conversations.get('c1')).id).toBe('c1');
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

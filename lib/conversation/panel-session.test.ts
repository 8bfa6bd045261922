import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { tool } from '../../tests/support/conversation-fixture';
import { damaged } from '../../tests/support/damaged-json';
import { deferred } from '../../tests/support/deferred';
import { MemoryRunLog } from '../../tests/support/memory-run-log';
import { createPanelFixture, type TestPanel } from '../../tests/support/panel-fixture';
import { sampleCommands } from '../../tests/support/sample-messages';
import { calls, gated, says } from '../../tests/support/scripted-model';
import { textBlock } from '../messaging/content';
import { panelRequestSchema, type PanelEvent } from '../messaging/panel-protocol';
import type { RunLog } from './run-log';
import { AppError } from '../shared/app-error';

const hello = [textBlock('Hello')];
const seqsOf = (panel: TestPanel) => panel.records.map(({ seq }) => seq);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** Posts something and returns everything that the panel is told about it. */
async function eventsAfter(panel: TestPanel, message: unknown): Promise<PanelEvent[]> {
  const before = panel.events.length;
  panel.post(message);
  await panel.caughtUp();
  return panel.events.slice(before, -1);
}

describe('a message that is no request', () => {
  async function conversing() {
    const fixture = createPanelFixture({ tools: [tool('look')], replies: [says('Hi.')] });
    const started = await fixture.start();
    const { panel, conversationId } = started;
    await panel.request({ type: 'prompt-send', conversationId, blocks: hello });
    await started.quiet();
    const snapshot = async () =>
      JSON.stringify([
        [...fixture.log.records],
        started.handler.state.seq,
        await fixture.store.read(),
        fixture.model.requests.length,
      ]);
    return { ...started, snapshot };
  }

  it.each<[string, unknown, string]>([
    ['null', null, ''],
    ['a text', 'run-stop', ''],
    ['a list', [{ requestId: 'r1' }], ''],
    ['empty', {}, ''],
    ['without an id', { command: { type: 'settings-read' } }, ''],
    ['with an id that is no text', { requestId: 7, command: { type: 'settings-read' } }, ''],
    ['with an empty id', { requestId: '', command: { type: 'settings-read' } }, ''],
    ['without a command', { requestId: 'r1' }, 'r1'],
    ['with a command that there is not', { requestId: 'r1', command: { type: 'format' } }, 'r1'],
    [
      'without the id of a conversation',
      { requestId: 'r1', command: { type: 'run-stop', conversationId: '' } },
      'r1',
    ],
    [
      'huge',
      { requestId: 'r1', command: { type: 'settings-import', json: 'x'.repeat(2_000_000) } },
      'r1',
    ],
    ['deep', { requestId: 'r1', command: deepList(2_000) }, 'r1'],
    ['not even JSON', new Map([['requestId', 'r1']]), ''],
  ])('is refused once and changes nothing: %s', async (_title, message, requestId) => {
    const { panel, snapshot } = await conversing();
    const before = await snapshot();
    const events = await eventsAfter(panel, message);
    expect(events).toMatchObject([
      { type: 'command-refused', requestId, error: { code: 'message-invalid', retryable: false } },
    ]);
    expect(JSON.stringify(events).length).toBeLessThan(500);
    expect(await snapshot()).toBe(before);
  });

  it('says where it cannot be read', async () => {
    const { panel } = await conversing();
    const [whole] = await eventsAfter(panel, 7);
    expect(whole).toMatchObject({ error: { message: 'This request cannot be read.' } });
    const command = { type: 'tool-switch', toolId: 'a', enabled: 'yes' };
    const [part] = await eventsAfter(panel, { requestId: 'r1', command });
    expect(part).toMatchObject({
      error: { message: 'This request cannot be read (command.enabled).' },
    });
  });

  it('is refused once and changes nothing, whatever it is', async () => {
    const { panel, snapshot } = await conversing();
    const before = await snapshot();
    const requests = Object.values(sampleCommands).map((command) => ({ requestId: 'x', command }));
    const message = fc
      .oneof(
        fc.jsonValue(),
        fc.record({ requestId: fc.string(), command: fc.jsonValue() }),
        damaged(requests),
      )
      .filter((value) => !panelRequestSchema.safeParse(value).success);
    await fc.assert(
      fc.asyncProperty(message, async (value) => {
        const requestId: unknown =
          typeof value === 'object' && value !== null && !Array.isArray(value)
            ? Object.entries(value).find(([key]) => key === 'requestId')?.[1]
            : undefined;
        expect(await eventsAfter(panel, value)).toMatchObject([
          {
            type: 'command-refused',
            requestId: typeof requestId === 'string' ? requestId : '',
            error: { code: 'message-invalid' },
          },
        ]);
      }),
      { numRuns: 300 },
    );
    expect(await snapshot()).toBe(before);
  });
});

describe('many requests at once', () => {
  it('are all answered, as when a panel starts', async () => {
    const { panel, conversationId } = await createPanelFixture().start();
    const answers = await Promise.all([
      panel.ask({ type: 'conversation-open' }),
      panel.ask({ type: 'settings-read' }),
      panel.ask({ type: 'conversation-open', conversationId }),
      panel.ask({ type: 'tabs-list' }),
      panel.ask({ type: 'conversation-create' }),
      panel.ask({ type: 'settings-export' }),
      panel.ask({ type: 'turn-retry', conversationId }),
    ]);
    expect(answers.map(({ type }) => type)).toEqual([
      ...Array<string>(6).fill('command-answered'),
      'command-refused',
    ]);
  });

  it('leave the panel with the conversation that it asked for last', async () => {
    const fixture = createPanelFixture({ replies: [says('One.'), says('Two.')] });
    const panel = fixture.connect();
    await Promise.all([panel.open('c1'), panel.open('c2')]);
    for (const conversationId of ['c1', 'c2']) {
      await panel.request({ type: 'prompt-send', conversationId, blocks: hello });
      await (await fixture.conversations.get(conversationId)).whenQuiet();
    }
    await panel.caughtUp();
    const heard = panel.events.flatMap((event) =>
      event.type === 'records-appended' || event.type === 'live-event'
        ? [event.conversationId]
        : [],
    );
    expect(new Set(heard)).toEqual(new Set(['c2']));
  });
});

describe('a panel that opens in the middle', () => {
  /** The log that panels are shown from: it looks, at once or late, and hands over when told to. */
  class SlowLog implements RunLog {
    readonly inner = new MemoryRunLog();
    looksLate = false;
    readonly handovers: { go: () => void; fail: () => void }[] = [];

    append(): Promise<void> {
      return Promise.reject(new Error('A panel only reads.'));
    }

    async read(conversationId: string, afterSeq?: number) {
      const before = await this.inner.read(conversationId, afterSeq);
      const { promise, resolve, reject } = deferred();
      this.handovers.push({
        go: resolve,
        fail: () => {
          reject(new AppError('log-unreadable', 'It cannot be read.'));
        },
      });
      await promise;
      return this.looksLate ? await this.inner.read(conversationId, afterSeq) : before;
    }
  }

  function createSlowFixture(...replies: Parameters<typeof gated>[]) {
    const streams = replies.map((reply) => gated(...reply));
    const slow = new SlowLog();
    const fixture = createPanelFixture({
      runLog: slow.inner,
      log: slow,
      tools: [tool('look')],
      replies: streams.map(({ reply }) => reply),
    });
    return { fixture, streams, slow };
  }

  it('gets the past, what happened meanwhile, and the text so far: no gap, nothing twice', async () => {
    const { fixture, streams, slow } = createSlowFixture(
      [[{ type: 'text-delta', text: 'Look' }], calls([{ name: 'look' }], 'ing. ')],
      [[{ type: 'text-delta', text: 'It is ' }], says('here.')],
    );
    const handler = await fixture.conversations.get('c1');
    await handler.submit({ blocks: hello });
    await streams[0]?.reached;

    const panel = fixture.connect();
    const opened = panel.open('c1');
    await vi.waitFor(() => expect(slow.handovers).toHaveLength(1));
    streams[0]?.release();
    await streams[1]?.reached;
    await panel.caughtUp();
    expect(panel.events.map(({ type }) => type)).toEqual(['command-answered']);
    slow.handovers[0]?.go();
    await opened;
    await panel.caughtUp();

    const [answer, appended, live] = panel.events.slice(1, 4);
    expect(answer).toMatchObject({ type: 'command-answered' });
    expect(appended).toMatchObject({ type: 'records-appended', conversationId: 'c1' });
    expect(live).toMatchObject({
      type: 'live-event',
      conversationId: 'c1',
      event: { type: 'text-replaced', text: 'It is ' },
    });
    expect(seqsOf(panel)).toEqual(upTo(handler.state.seq));

    streams[1]?.release();
    await handler.whenQuiet();
    await panel.caughtUp();
    expect(panel.streamedText).toBe('It is here.');
    expect(seqsOf(panel)).toEqual(upTo(handler.state.seq));
    expect(panel.records).toEqual(await fixture.log.read('c1'));
  });

  it('gets nothing twice when the past already holds what happened meanwhile', async () => {
    const { fixture, streams, slow } = createSlowFixture([[], says('Hi.')]);
    slow.looksLate = true;
    const handler = await fixture.conversations.get('c1');
    const panel = fixture.connect();
    const opened = panel.open('c1');
    await vi.waitFor(() => expect(slow.handovers).toHaveLength(1));
    await handler.submit({ blocks: hello });
    await streams[0]?.reached;
    slow.handovers[0]?.go();
    await opened;
    streams[0]?.release();
    await handler.whenQuiet();
    await panel.caughtUp();
    expect(seqsOf(panel)).toEqual(upTo(handler.state.seq));
  });

  it('gets only what it missed when it was here before', async () => {
    const { fixture, streams, slow } = createSlowFixture([[], says('Hi.')]);
    const handler = await fixture.conversations.get('c1');
    await handler.submit({ blocks: hello });
    await streams[0]?.reached;
    streams[0]?.release();
    await handler.whenQuiet();
    const { seq } = handler.state;
    const panel = fixture.connect();
    const opened = panel.open('c1', seq - 2);
    await vi.waitFor(() => expect(slow.handovers).toHaveLength(1));
    await handler.selectBranch([...handler.state.turns.keys()][0] ?? '');
    slow.handovers[0]?.go();
    await opened;
    await panel.caughtUp();
    expect(seqsOf(panel)).toEqual([seq - 1, seq, seq + 1]);
  });

  it('hears of nothing but news when it missed nothing', async () => {
    const { fixture, streams, slow } = createSlowFixture([[], says('Hi.')]);
    const handler = await fixture.conversations.get('c1');
    await handler.submit({ blocks: hello });
    await streams[0]?.reached;
    const { seq } = handler.state;
    const panel = fixture.connect();
    const opened = panel.open('c1', seq);
    await vi.waitFor(() => expect(slow.handovers).toHaveLength(1));
    await handler.pause();
    slow.handovers[0]?.go();
    await opened;
    await panel.caughtUp();
    expect(panel.events.map(({ type }) => type)).toEqual([
      'command-answered',
      'records-appended',
      'command-answered',
    ]);
    expect(seqsOf(panel)).toEqual([seq + 1]);
    streams[0]?.release();
    await handler.whenQuiet();
  });

  it('stays where it was when the conversation cannot be read', async () => {
    const { fixture, streams, slow } = createSlowFixture([[], says('Hi.')]);
    const panel = fixture.connect();
    const first = panel.open('c1');
    await vi.waitFor(() => expect(slow.handovers).toHaveLength(1));
    slow.handovers[0]?.go();
    await first;
    const refused = panel.ask({ type: 'conversation-open', conversationId: 'c2' });
    await vi.waitFor(() => expect(slow.handovers).toHaveLength(2));
    slow.handovers[1]?.fail();
    expect(await refused).toMatchObject({ error: { code: 'log-unreadable' } });
    const handler = await fixture.conversations.get('c1');
    await handler.submit({ blocks: hello });
    await streams[0]?.reached;
    streams[0]?.release();
    await handler.whenQuiet();
    await panel.caughtUp();
    expect(seqsOf(panel)).toEqual(upTo(handler.state.seq));
    expect(panel.streamedText).toBe('Hi.');
  });
});

describe('more than one panel', () => {
  it('see the same', async () => {
    const stream = gated([{ type: 'text-delta', text: 'Half ' }], says('and half.'));
    const fixture = createPanelFixture({ replies: [stream.reply] });
    const { panel, conversationId, quiet } = await fixture.start();
    const other = fixture.connect();
    await other.open(conversationId);
    await panel.request({ type: 'prompt-send', conversationId, blocks: hello });
    await stream.reached;
    const late = fixture.connect();
    await late.open(conversationId);
    stream.release();
    await quiet();
    for (const each of [other, late]) {
      await each.caughtUp();
      expect(each.records).toEqual(panel.records);
      expect(each.streamedText).toBe('Half and half.');
    }
    expect(panel.streamedText).toBe('Half and half.');
  });

  it('hear of trouble that belongs to no conversation, without what is behind it', async () => {
    const fixture = createPanelFixture();
    const panels = [fixture.connect(), fixture.connect()];
    fixture.gateway.reportTrouble(
      new AppError('record-corrupt', 'A part could not be read.', { cause: new Error('secret') }),
    );
    for (const panel of panels) {
      await panel.caughtUp();
      expect(panel.events[0]).toEqual({
        type: 'trouble-reported',
        error: { code: 'record-corrupt', message: 'A part could not be read.', retryable: false },
      });
    }
  });
});

describe('a panel that goes away', () => {
  it('cancels nothing', async () => {
    const stream = gated([{ type: 'text-delta', text: 'Half ' }], says('and half.'));
    const fixture = createPanelFixture({ replies: [stream.reply] });
    const { panel, conversationId, handler } = await fixture.start();
    await panel.request({ type: 'prompt-send', conversationId, blocks: hello });
    await stream.reached;
    panel.disconnect();
    stream.release();
    await handler.whenQuiet();
    expect(handler.state.run).toMatchObject({ status: 'ended', reason: 'answered' });
    const next = fixture.connect();
    await next.open(conversationId);
    expect(next.records.at(-1)).toMatchObject({ type: 'run-ended', reason: 'answered' });
  });

  it('is told nothing more', async () => {
    const fixture = createPanelFixture();
    const panel = fixture.connect();
    const post = vi.fn();
    let leave = () => {};
    fixture.gateway.connect({
      post,
      onMessage: () => {},
      onDisconnect: (listener) => (leave = listener),
      disconnect: () => {},
    });
    fixture.gateway.reportTrouble(new Error('one'));
    leave();
    fixture.gateway.reportTrouble(new Error('two'));
    await panel.caughtUp();
    expect(post).toHaveBeenCalledOnce();
  });

  it('without a word costs nobody else anything', async () => {
    const fixture = createPanelFixture({ replies: [says('Hi.')] });
    let send: (message: unknown) => void = () => {};
    fixture.gateway.connect({
      post: () => {
        throw new Error('Attempting to use a disconnected port object');
      },
      onMessage: (listener) => (send = listener),
      onDisconnect: () => {},
      disconnect: () => {},
    });
    const { panel, conversationId, quiet, handler } = await fixture.start();
    send({ requestId: 'r1', command: { type: 'conversation-open', conversationId } });
    send({ requestId: 'r2', command: { type: 'settings-read' } });
    send('rubbish');
    await panel.request({ type: 'prompt-send', conversationId, blocks: hello });
    await quiet();
    fixture.gateway.reportTrouble(new Error('trouble'));
    await panel.caughtUp();
    expect(handler.state.run).toMatchObject({ reason: 'answered' });
    expect(seqsOf(panel)).toEqual(upTo(handler.state.seq));
    expect(panel.events.at(-2)).toMatchObject({ type: 'trouble-reported' });
  });
});

function deepList(depth: number): unknown {
  let list: unknown = [];
  for (let level = 0; level < depth; level += 1) list = [list];
  return list;
}

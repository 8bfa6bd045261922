import { describe, expect, it, vi } from 'vitest';
import { createFixture, tool } from '../../tests/support/conversation-fixture';
import { ManualClock } from '../../tests/support/manual-clock';
import { MemoryRunLog } from '../../tests/support/memory-run-log';
import { calls, gated, says } from '../../tests/support/scripted-model';
import { textBlock } from '../messaging/content';
import { activePath, isSettled } from '../messaging/conversation-state';
import { AppError } from '../shared/app-error';

const hang = () => new Promise(() => undefined);

/** The log as it was after so many records: what a worker that died there left behind. */
function cutAfter(log: MemoryRunLog, count: number): MemoryRunLog {
  const cut = new MemoryRunLog();
  cut.records.set('c1', structuredClone(log.records.get('c1') ?? []).slice(0, count));
  return cut;
}

describe('an answer that was being received when the worker died', () => {
  it('is asked for again, and nothing is doubled', async () => {
    const stream = gated([{ type: 'text-delta', text: 'Half of' }]);
    const first = createFixture({ replies: [stream.reply] });
    await first.handler.submit({ blocks: [textBlock('Tell me')] });
    await stream.reached;
    const second = createFixture({ log: first.log, replies: [says('All of it.')] });
    await second.handler.load();
    await second.handler.recover();
    await second.handler.whenQuiet();
    expect(second.request(0)).toEqual([{ role: 'user', blocks: [textBlock('Tell me')] }]);
    expect(second.turns().map((turn) => turn.role)).toEqual(['user', 'assistant']);
    expect(second.lastAnswer().text).toBe('All of it.');
  });

  it('is not lost when it cannot be had again: what was checkpointed is kept', async () => {
    const stream = gated([{ type: 'text-delta', text: 'x'.repeat(5_000) }]);
    const first = createFixture({ replies: [stream.reply] });
    await first.handler.submit({ blocks: [textBlock('Tell me')] });
    await stream.reached;
    await vi.waitFor(() =>
      expect(first.records.map(({ type }) => type)).toContain('assistant-turn-checkpointed'),
    );
    const second = createFixture({
      log: first.log,
      replies: [new AppError('model-connection', 'Gone.')],
    });
    await second.handler.load();
    await second.handler.recover();
    await second.handler.whenQuiet();
    expect(second.lastAnswer()).toMatchObject({ status: 'failed', text: 'x'.repeat(5_000) });
  });

  it('is kept as far as it came when it is stopped while it is asked for again', async () => {
    const stream = gated([{ type: 'text-delta', text: 'x'.repeat(5_000) }]);
    const first = createFixture({ replies: [stream.reply] });
    await first.handler.submit({ blocks: [textBlock('Tell me')] });
    await stream.reached;
    await vi.waitFor(() =>
      expect(first.records.map(({ type }) => type)).toContain('assistant-turn-checkpointed'),
    );
    const silent = gated([]);
    const second = createFixture({ log: first.log, replies: [silent.reply] });
    await second.handler.load();
    await second.handler.recover();
    await second.handler.stop();
    expect(second.turns().map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(second.lastAnswer()).toMatchObject({
      status: 'complete',
      cut: 'stopped',
      text: 'x'.repeat(5_000),
    });
  });

  it('is written in steps, not piece by piece, and in few when it comes fast', async () => {
    const pieces = Array.from({ length: 3_000 }, () => ({
      type: 'text-delta' as const,
      text: 'abc',
    }));
    const fixture = createFixture({
      replies: [[...pieces, ...says('.')]],
      clock: new ManualClock(),
    });
    await fixture.send('Go');
    const steps = fixture.records.filter(({ type }) => type === 'assistant-turn-checkpointed');
    expect(steps).toHaveLength(1);
    expect(fixture.lastAnswer().text).toHaveLength(9_001);
  });

  it.each([250, -3_600_000])('is written on when the clock has moved by %d ms', async (ms) => {
    const clock = new ManualClock();
    const page = { type: 'text-delta' as const, text: 'x'.repeat(5_000) };
    const stream = gated([page], [page, ...says('.')]);
    const fixture = createFixture({ replies: [stream.reply], clock });
    await fixture.handler.submit({ blocks: [textBlock('Go')] });
    await stream.reached;
    clock.advance(ms);
    stream.release();
    await fixture.handler.whenQuiet();
    const steps = fixture.records.filter(({ type }) => type === 'assistant-turn-checkpointed');
    expect(steps).toHaveLength(2);
  });
});

describe('a tool that was running when the worker died', () => {
  it('is done again when it only reads', async () => {
    const first = createFixture({
      tools: [tool('look', { run: hang })],
      replies: [calls([{ id: 'l', name: 'look' }])],
    });
    await first.handler.submit({ blocks: [textBlock('Go')] });
    await vi.waitFor(() => expect(first.use('l').state).toBe('running'));
    const second = createFixture({
      log: first.log,
      tools: [tool('look')],
      replies: [says('Seen.')],
    });
    await second.handler.load();
    await second.handler.recover();
    await second.handler.whenQuiet();
    expect(second.use('l').state).toBe('ok');
    expect(second.resultTexts(0)).toEqual(['look done']);
  });

  it('is never repeated when it writes: the model is told that it is in doubt', async () => {
    const run = vi.fn();
    const first = createFixture({
      tools: [tool('write', { effect: 'write', run: hang })],
      replies: [calls([{ id: 'w', name: 'write' }])],
    });
    await first.send('Go');
    await first.handler.useTool('w');
    await vi.waitFor(() => expect(first.use('w').state).toBe('running'));
    const second = createFixture({
      log: first.log,
      tools: [tool('write', { effect: 'write', run })],
      replies: [says('I will check.')],
    });
    await second.handler.load();
    await second.handler.recover();
    await second.handler.whenQuiet();
    expect(run).not.toHaveBeenCalled();
    expect(second.use('w').state).toBe('interrupted');
    expect(second.resultTexts(0)[0]).toMatch(/may have taken effect/);
    expect(second.lastAnswer().text).toBe('I will check.');
  });

  it('waits for Resume when the run was paused', async () => {
    const first = createFixture({
      tools: [tool('look', { run: hang })],
      replies: [calls([{ id: 'l', name: 'look' }])],
    });
    await first.handler.submit({ blocks: [textBlock('Go')] });
    await vi.waitFor(() => expect(first.use('l').state).toBe('running'));
    await first.handler.pause();
    const second = createFixture({
      log: first.log,
      tools: [tool('look')],
      replies: [says('Seen.')],
    });
    await second.handler.load();
    await second.handler.recover();
    await second.handler.whenQuiet();
    expect(second.model.requests).toHaveLength(0);
    await second.handler.resume();
    await second.handler.whenQuiet();
    expect(second.lastAnswer().text).toBe('Seen.');
  });
});

describe('a run that ended', () => {
  it('is left as it is', async () => {
    const first = createFixture({ replies: [says('Done.')] });
    await first.send('Go');
    const second = createFixture({ log: first.log });
    await second.handler.load();
    const { seq } = second.handler.state;
    await second.handler.recover();
    expect(second.handler.state.seq).toBe(seq);
    expect(second.model.requests).toHaveLength(0);
  });
});

describe('a worker that dies after any write of a run', () => {
  it('loses no message, repeats no write, and comes to an end', async () => {
    const script = [
      calls([
        { id: 'r', name: 'read' },
        { id: 'w', name: 'write' },
        { id: 'a', name: 'ask' },
      ]),
      says('The end.'),
    ];
    const ask = tool('ask', { interaction: 'external' });
    const whole = createFixture({
      tools: [tool('read'), tool('write', { effect: 'write' }), ask],
      replies: script,
    });
    await whole.send('Go');
    await whole.handler.useTool('w');
    await whole.handler.whenQuiet();
    await whole.handler.respondToToolUse('a', [textBlock('yes')]);
    await whole.handler.whenQuiet();
    expect(whole.log.writes.length).toBeGreaterThan(5);

    for (const count of whole.log.writes) {
      const log = cutAfter(whole.log, count);
      const stored = log.records.get('c1') ?? [];
      const answered = stored.some((record) => record.type === 'assistant-turn-completed');
      const wrote = stored.some(
        (record) => record.type === 'tool-use-started' && record.toolUseId === 'w',
      );
      const write = vi.fn(() => 'written');
      const next = createFixture({
        log,
        tools: [tool('read'), tool('write', { effect: 'write', run: write }), ask],
        replies: answered ? script.slice(1) : script,
      });
      await next.handler.load();
      await next.handler.recover();
      await next.handler.whenQuiet();
      for (const id of ['w', 'a'] as const) {
        if (next.handler.state.run?.status === 'ended' || next.use(id).state !== 'awaiting-user')
          continue;
        await (id === 'w'
          ? next.handler.useTool(id)
          : next.handler.respondToToolUse(id, [textBlock('yes')]));
        await next.handler.whenQuiet();
      }
      const path = activePath(next.handler.state);
      expect(write, `after ${String(count)} records`).toHaveBeenCalledTimes(wrote ? 0 : 1);
      expect(path.filter((turn) => turn.role === 'user')).toHaveLength(1);
      expect(next.lastAnswer().text).toBe('The end.');
      expect(next.handler.state.run).toMatchObject({ status: 'ended', reason: 'answered' });
      const uses = path.flatMap((turn) => (turn.role === 'assistant' ? turn.toolUses : []));
      expect(uses.every(isSettled)).toBe(true);
    }
  });
});

describe('a prompt that is sent again because nobody confirmed it', () => {
  it('counts once', async () => {
    const fixture = createFixture({ replies: [says('Hi.')] });
    const prompt = { turnId: 'mine', blocks: [textBlock('Hello')] };
    await fixture.handler.submit(prompt);
    await fixture.handler.submit(prompt);
    await fixture.handler.whenQuiet();
    expect(fixture.turns().map(({ id }) => id)).toEqual(['mine', expect.any(String)]);
    expect(fixture.handler.state.queued).toBeNull();
  });

  it('counts once when it waits for the answer before it', async () => {
    const stream = gated(says('First.'));
    const fixture = createFixture({ replies: [stream.reply, says('Second.')] });
    await fixture.handler.submit({ blocks: [textBlock('One')] });
    await stream.reached;
    const prompt = { turnId: 'mine', blocks: [textBlock('Two')] };
    await fixture.handler.submit(prompt);
    await fixture.handler.submit(prompt);
    stream.release();
    await fixture.handler.whenQuiet();
    await fixture.handler.submit(prompt);
    await fixture.handler.whenQuiet();
    expect(fixture.turns().filter(({ id }) => id === 'mine')).toHaveLength(1);
    expect(fixture.lastAnswer().text).toBe('Second.');
  });
});

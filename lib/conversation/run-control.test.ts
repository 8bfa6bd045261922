import { describe, expect, it, vi } from 'vitest';
import { createFixture, tool } from '../../tests/support/conversation-fixture';
import { deferred } from '../../tests/support/deferred';
import { calls, gated, says } from '../../tests/support/scripted-model';
import { textBlock } from '../messaging/content';
import { versionsOf } from '../messaging/conversation-state';
import { AppError } from '../shared/app-error';

describe('Stop', () => {
  it('aborts the stream and keeps what was said', async () => {
    const stream = gated([{ type: 'text-delta', text: 'Once upon' }], says(' a time'));
    const fixture = createFixture({ replies: [stream.reply] });
    await fixture.handler.submit({ blocks: [textBlock('A story')] });
    await stream.reached;
    await fixture.handler.stop();
    await fixture.handler.whenQuiet();
    expect(fixture.lastAnswer()).toMatchObject({ text: 'Once upon', cut: 'stopped' });
    expect(fixture.handler.state.run).toMatchObject({ status: 'ended', reason: 'stopped' });
    expect(fixture.handler.busy).toBe(false);
  });

  it('KAI-70 AGUI-46 cancels running tools, tells the model nothing of them, and sends nothing more', async () => {
    const signals: AbortSignal[] = [];
    const fixture = createFixture({
      tools: [
        tool('slow', {
          run: (_input, context) => {
            signals.push(context.signal);
            return new Promise(() => undefined);
          },
        }),
      ],
      replies: [
        calls([
          { id: 's1', name: 'slow' },
          { id: 's2', name: 'slow' },
        ]),
        says('Next.'),
      ],
    });
    await fixture.handler.submit({ blocks: [textBlock('Go')] });
    await vi.waitFor(() => expect(signals).toHaveLength(2));
    await fixture.handler.stop();
    await fixture.handler.whenQuiet();
    expect(signals.every((signal) => signal.aborted)).toBe(true);
    expect(fixture.handler.activeExecutionCount).toBe(0);
    expect(fixture.use('s1').state).toBe('cancelled');
    expect(fixture.model.requests).toHaveLength(1);
    await fixture.send('And now?');
    expect(fixture.request(1).map((message) => message.role)).toEqual(['user', 'user']);
  });

  it('ends the wait for an answer', async () => {
    const fixture = createFixture({
      tools: [tool('ask', { interaction: 'external' })],
      replies: [calls([{ id: 'a', name: 'ask' }])],
    });
    await fixture.send('Go');
    await fixture.handler.stop();
    expect(fixture.use('a').state).toBe('cancelled');
  });

  it('puts the prompt back when nothing was answered yet', async () => {
    const stream = gated([], says('Too late.'));
    const fixture = createFixture({ replies: [stream.reply, says('Hello.')] });
    await fixture.handler.submit({ blocks: [textBlock('Oops')] });
    await stream.reached;
    await fixture.handler.stop();
    await fixture.handler.whenQuiet();
    expect(fixture.records.map((record) => record.type)).toContain('user-turn-retracted');
    expect(fixture.turns()).toEqual([]);
    await fixture.send('Better');
    expect(JSON.stringify(fixture.model.requests[1])).not.toContain('Oops');
    const [first] = fixture.turns();
    expect(first && versionsOf(fixture.handler.state, first)).toHaveLength(1);
  });

  it('leaves a prompt that was answered before, and goes back to that answer', async () => {
    const stream = gated([], says('Too late.'));
    const fixture = createFixture({ replies: [says('First.'), says('Then.'), stream.reply] });
    await fixture.send('One');
    const first = fixture.lastAnswer();
    await fixture.send('Two');
    const second = fixture.lastAnswer();
    await fixture.handler.regenerate(first.id);
    await stream.reached;
    await fixture.handler.stop();
    await fixture.handler.whenQuiet();
    expect(fixture.records.map((record) => record.type)).not.toContain('user-turn-retracted');
    expect(fixture.handler.state.leafId).toBe(second.id);
    expect(versionsOf(fixture.handler.state, first)).toEqual([first.id]);
  });

  it('goes back to the answer that was there even before the new one has begun', async () => {
    const fixture = createFixture({ replies: [says('First.'), says('Too late.')] });
    await fixture.send('One');
    const first = fixture.lastAnswer();
    const regenerated = fixture.handler.regenerate(first.id);
    await fixture.handler.stop();
    await regenerated;
    await fixture.handler.whenQuiet();
    expect(fixture.records.map((record) => record.type)).not.toContain('user-turn-retracted');
    expect(fixture.handler.state.leafId).toBe(first.id);
  });

  it('takes an edited prompt back and shows what was there before', async () => {
    const stream = gated([], says('Too late.'));
    const fixture = createFixture({ replies: [says('First.'), stream.reply] });
    await fixture.send('One');
    const [prompt, answer] = fixture.turns();
    await fixture.handler.edit(prompt?.id ?? '', [textBlock('Won')]);
    await stream.reached;
    await fixture.handler.stop();
    await fixture.handler.whenQuiet();
    expect(fixture.records.map((record) => record.type)).toContain('user-turn-retracted');
    expect(fixture.handler.state.leafId).toBe(answer?.id);
  });

  it('gives a waiting prompt back instead of sending it', async () => {
    const stream = gated([{ type: 'text-delta', text: 'Hm' }]);
    const fixture = createFixture({ replies: [stream.reply] });
    await fixture.handler.submit({ blocks: [textBlock('One')] });
    await stream.reached;
    await fixture.handler.submit({ blocks: [textBlock('Two')] });
    await fixture.handler.stop();
    await fixture.handler.whenQuiet();
    expect(fixture.records).toContainEqual(
      expect.objectContaining({ type: 'prompt-dequeued', returned: true }),
    );
    expect(fixture.model.requests).toHaveLength(1);
  });

  it('does nothing when nothing runs', async () => {
    const fixture = createFixture({ replies: [says('Hi.')] });
    await fixture.handler.stop();
    await fixture.send('Hi');
    const { seq } = fixture.handler.state;
    await fixture.handler.stop();
    expect(fixture.handler.state.seq).toBe(seq);
  });
});

describe('Pause', () => {
  it('stores what a running tool returns and sends nothing until it is resumed, once', async () => {
    const gate = deferred<string>();
    const fixture = createFixture({
      tools: [tool('slow', { run: () => gate.promise })],
      replies: [calls([{ id: 's', name: 'slow' }]), says('Done.')],
    });
    await fixture.handler.submit({ blocks: [textBlock('Go')] });
    await vi.waitFor(() => expect(fixture.use('s').state).toBe('running'));
    await fixture.handler.pause();
    gate.resolve('result');
    await fixture.handler.whenQuiet();
    expect(fixture.use('s').state).toBe('ok');
    expect(fixture.model.requests).toHaveLength(1);
    await Promise.all([fixture.handler.resume(), fixture.handler.resume()]);
    await fixture.handler.whenQuiet();
    expect(fixture.model.requests).toHaveLength(2);
    expect(fixture.lastAnswer().text).toBe('Done.');
  });

  it('starts no tool that an answer brings meanwhile', async () => {
    const run = vi.fn(() => 'seen');
    const stream = gated([], calls([{ id: 'l', name: 'look' }]));
    const fixture = createFixture({
      tools: [tool('look', { run })],
      replies: [stream.reply, says('Done.')],
    });
    await fixture.handler.submit({ blocks: [textBlock('Go')] });
    await stream.reached;
    await fixture.handler.pause();
    stream.release();
    await fixture.handler.whenQuiet();
    expect(fixture.use('l').state).toBe('proposed');
    expect(run).not.toHaveBeenCalled();
    await fixture.handler.resume();
    await fixture.handler.whenQuiet();
    expect(run).toHaveBeenCalledOnce();
  });

  it('is over when the user sends another prompt', async () => {
    const fixture = createFixture({
      tools: [tool('ask', { interaction: 'external' })],
      replies: [calls([{ id: 'a', name: 'ask' }]), says('New.')],
    });
    await fixture.send('One');
    await fixture.handler.pause();
    await fixture.send('Two');
    expect(fixture.lastAnswer().text).toBe('New.');
    expect(fixture.handler.state.run).toMatchObject({ status: 'ended', reason: 'answered' });
  });

  it('cannot be undone once the run is stopped', async () => {
    const fixture = createFixture({
      tools: [tool('ask', { interaction: 'external' })],
      replies: [calls([{ id: 'a', name: 'ask' }])],
    });
    await fixture.send('One');
    await fixture.handler.pause();
    await fixture.handler.stop();
    await fixture.handler.resume();
    expect(fixture.handler.state.run).toMatchObject({ status: 'ended', reason: 'stopped' });
  });
});

describe('a failure of the model', () => {
  const overload = (retryAfterMs?: number) =>
    new AppError('model-overload', 'The server is busy.', {
      retryable: true,
      advice: 'Try again in a minute.',
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });

  it('KAI-91 is tried again after one and two seconds, as long as nothing was received', async () => {
    const waits: number[] = [];
    const fixture = createFixture({
      clock: { now: () => 1, delay: (ms) => (waits.push(ms), Promise.resolve()) },
      replies: [overload(), overload(), says('There.')],
    });
    await fixture.send('Hi');
    expect(waits).toEqual([1_000, 2_000]);
    expect(fixture.model.requests).toHaveLength(3);
    expect(fixture.lastAnswer().text).toBe('There.');
    expect(fixture.live.filter((event) => event.type === 'request-retried')).toHaveLength(2);
  });

  it('KAI-91 gives up after the third try and says what the user can do', async () => {
    const fixture = createFixture({
      clock: { now: () => 1, delay: () => Promise.resolve() },
      replies: [overload(), overload(), overload()],
    });
    await fixture.send('Hi');
    expect(fixture.model.requests).toHaveLength(3);
    expect(fixture.lastAnswer()).toMatchObject({
      status: 'failed',
      error: { code: 'model-overload', advice: 'Try again in a minute.' },
    });
    expect(fixture.handler.state.run).toMatchObject({ status: 'ended', reason: 'failed' });
  });

  it('waits as long as the server asks for, but not for more than a minute', async () => {
    const waits: number[] = [];
    const clock = { now: () => 1, delay: (ms: number) => (waits.push(ms), Promise.resolve()) };
    const fixture = createFixture({ clock, replies: [overload(5_000), says('There.')] });
    await fixture.send('Hi');
    expect(waits).toEqual([5_000]);
    const patient = createFixture({ clock, replies: [overload(3_600_000)] });
    await patient.send('Hi');
    expect(patient.model.requests).toHaveLength(1);
    expect(patient.lastAnswer().status).toBe('failed');
  });

  it('KAI-91 is not tried again when the key is wrong', async () => {
    const fixture = createFixture({ replies: [new AppError('model-auth', 'Wrong key.')] });
    await fixture.send('Hi');
    expect(fixture.model.requests).toHaveLength(1);
    expect(fixture.lastAnswer().error?.code).toBe('model-auth');
  });

  it('is not tried again once something was received, and keeps what arrived', async () => {
    const fixture = createFixture({
      replies: [
        async function* () {
          yield { type: 'text-delta', text: 'Half' };
          await Promise.resolve();
          throw overload();
        },
      ],
    });
    await fixture.send('Hi');
    expect(fixture.model.requests).toHaveLength(1);
    expect(fixture.lastAnswer()).toMatchObject({ status: 'failed', text: 'Half' });
  });

  it('BRV-38 after tool results is shown and not sent again by itself; Retry is a click', async () => {
    const run = vi.fn(() => 'seen');
    const fixture = createFixture({
      tools: [tool('look', { run })],
      replies: [calls([{ name: 'look' }]), overload(), says('There.')],
    });
    await fixture.send('Go');
    expect(fixture.model.requests).toHaveLength(2);
    expect(fixture.lastAnswer().status).toBe('failed');
    await fixture.handler.retry();
    await fixture.handler.whenQuiet();
    expect(run).toHaveBeenCalledOnce();
    expect(fixture.model.requests).toHaveLength(3);
    expect(fixture.resultTexts(2)).toEqual(['seen']);
    expect(fixture.lastAnswer().text).toBe('There.');
    await expect(fixture.handler.retry()).rejects.toMatchObject({ code: 'nothing-to-retry' });
  });

  it('BRV-39 an empty answer after a tool is an error and not another request', async () => {
    const fixture = createFixture({
      tools: [tool('look')],
      replies: [calls([{ name: 'look' }]), [{ type: 'answer-finished', reason: 'stop' }]],
    });
    await fixture.send('Go');
    expect(fixture.model.requests).toHaveLength(2);
    expect(fixture.lastAnswer().error).toMatchObject({
      code: 'model-empty',
      message: 'The model answered with nothing.',
    });
  });

  it('is a turn of its own when no model is connected', async () => {
    const fixture = createFixture({
      model: () => {
        throw new AppError('model-missing', 'No model is connected yet.', {
          advice: 'Connect one.',
        });
      },
    });
    await fixture.send('Hi');
    expect(fixture.turns()).toHaveLength(2);
    expect(fixture.lastAnswer()).toMatchObject({
      status: 'failed',
      error: { code: 'model-missing', advice: 'Connect one.' },
    });
  });

  it('does not stand in the way of another prompt', async () => {
    const fixture = createFixture({
      replies: [new AppError('model-auth', 'Wrong key.'), says('Hello.')],
    });
    await fixture.send('One');
    await fixture.send('Two');
    expect(fixture.request(1).map((message) => message.role)).toEqual(['user', 'user']);
    expect(fixture.lastAnswer().text).toBe('Hello.');
  });
});

describe('another version', () => {
  it('regenerate answers the same prompt anew and keeps the first answer', async () => {
    const fixture = createFixture({
      tools: [tool('look')],
      replies: [calls([{ name: 'look' }]), says('First.'), says('Second.')],
    });
    await fixture.send('Go');
    const first = fixture.lastAnswer();
    await fixture.handler.regenerate(first.id);
    await fixture.handler.whenQuiet();
    expect(fixture.lastAnswer().text).toBe('Second.');
    expect(fixture.request(2)).toEqual([{ role: 'user', blocks: [textBlock('Go')] }]);
    await fixture.handler.selectBranch(first.id);
    expect(fixture.lastAnswer().text).toBe('First.');
  });

  it('edit keeps the earlier prompt as a branch that can be gone back to', async () => {
    const fixture = createFixture({
      replies: [says('One.'), says('Two.'), says('Edited.'), says('After.')],
    });
    await fixture.send('First');
    await fixture.send('Second');
    const [, , second] = fixture.turns();
    await fixture.handler.edit(second?.id ?? '', [textBlock('Second, better')]);
    await fixture.handler.whenQuiet();
    expect(fixture.lastAnswer().text).toBe('Edited.');
    expect(JSON.stringify(fixture.model.requests[2])).not.toContain('"Second"');
    const edited = fixture.turns()[2];
    expect(edited && versionsOf(fixture.handler.state, edited)).toHaveLength(2);
    await fixture.handler.selectBranch(second?.id ?? '');
    expect(fixture.lastAnswer().text).toBe('Two.');
    await fixture.send('Third');
    expect(fixture.turns()).toHaveLength(6);
  });

  it('cannot be switched to while something runs', async () => {
    const fixture = createFixture({
      tools: [tool('ask', { interaction: 'external' })],
      replies: [says('One.'), calls([{ id: 'a', name: 'ask' }])],
    });
    await fixture.send('First');
    const first = fixture.turns()[0];
    await fixture.send('Second');
    await expect(fixture.handler.selectBranch(first?.id ?? '')).rejects.toMatchObject({
      code: 'run-active',
    });
  });

  it('of something unknown is refused and changes nothing', async () => {
    const fixture = createFixture({ replies: [says('Hi.')] });
    await fixture.send('Hi');
    const { seq } = fixture.handler.state;
    for (const attempt of [
      fixture.handler.regenerate('nope'),
      fixture.handler.selectBranch('nope'),
      fixture.handler.edit('nope', [textBlock('x')]),
      fixture.handler.edit(fixture.lastAnswer().id, [textBlock('x')]),
    ]) {
      await expect(attempt).rejects.toMatchObject({ code: 'turn-unknown' });
    }
    await expect(
      fixture.handler.edit(fixture.turns()[0]?.id ?? '', [textBlock(' ')]),
    ).rejects.toMatchObject({ code: 'prompt-empty' });
    expect(fixture.handler.state.seq).toBe(seq);
  });
});

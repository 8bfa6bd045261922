import { describe, expect, it, vi } from 'vitest';
import { createFixture, tool } from '../../tests/support/conversation-fixture';
import { deferred } from '../../tests/support/deferred';
import { calls, gated, says } from '../../tests/support/scripted-model';
import { textBlock, textOf } from '../messaging/content';

const ask = tool('ask', { interaction: 'external' });

describe('an unanswered tool use', () => {
  it('BRV-09 is removed from the request and the panel when the user sends another prompt', async () => {
    const fixture = createFixture({
      tools: [ask],
      replies: [calls([{ id: 'a', name: 'ask' }], 'Which one?'), says('Never mind then.')],
    });
    await fixture.send('Help me choose');
    await fixture.send('Forget it');
    expect(fixture.use('a').state).toBe('pruned');
    expect(fixture.request(1).slice(-3)).toEqual([
      { role: 'user', blocks: [textBlock('Help me choose')] },
      { role: 'assistant', text: 'Which one?', toolCalls: [] },
      { role: 'user', blocks: [textBlock('Forget it')] },
    ]);
    expect(fixture.lastAnswer().text).toBe('Never mind then.');
  });

  it('BRV-09 takes its whole turn along when that turn said nothing else', async () => {
    const fixture = createFixture({
      tools: [ask],
      replies: [calls([{ id: 'a', name: 'ask' }]), says('Fine.')],
    });
    await fixture.send('One');
    await fixture.send('Two');
    expect(fixture.request(1).map((message) => message.role)).toEqual(['user', 'user']);
  });

  it('keeps the answered calls of its batch', async () => {
    const fixture = createFixture({
      tools: [ask, tool('look')],
      replies: [
        calls([
          { id: 'a', name: 'ask' },
          { id: 'l', name: 'look' },
        ]),
        says('Fine.'),
      ],
    });
    await fixture.send('One');
    await fixture.send('Two');
    expect(fixture.request(1).at(1)).toMatchObject({ toolCalls: [{ id: 'l' }] });
    expect(fixture.resultTexts(1)).toEqual(['look done']);
  });

  it('takes no answer any more', async () => {
    const fixture = createFixture({
      tools: [ask],
      replies: [calls([{ id: 'a', name: 'ask' }]), says('Fine.')],
    });
    await fixture.send('One');
    await fixture.send('Two');
    await expect(fixture.handler.respondToToolUse('a', [textBlock('late')])).rejects.toMatchObject({
      code: 'tool-use-not-waiting',
    });
    expect(fixture.use('a').state).toBe('pruned');
  });
});

describe('a tool that is still running when the user sends another prompt', () => {
  it('BRV-10 is aborted, and its late result changes nothing', async () => {
    const gate = deferred<string>();
    let signal: AbortSignal | undefined;
    const fixture = createFixture({
      tools: [
        tool('slow', {
          run: (_input, context) => {
            signal = context.signal;
            return gate.promise;
          },
        }),
      ],
      replies: [calls([{ id: 's', name: 'slow' }]), says('Next.')],
    });
    await fixture.handler.submit({ blocks: [textBlock('One')] });
    await vi.waitFor(() => expect(signal).toBeDefined());
    await fixture.send('Two');
    expect(signal?.aborted).toBe(true);
    const seq = fixture.handler.state.seq;
    gate.resolve('late');
    await fixture.handler.whenQuiet();
    expect(fixture.use('s').state).toBe('pruned');
    expect(fixture.handler.state.seq).toBe(seq);
    expect(JSON.stringify(fixture.model.requests[1])).not.toContain('late');
    expect(fixture.model.requests).toHaveLength(2);
  });

  it('tells the model that a write may have taken effect, and says nothing of a read', async () => {
    const hang = () => new Promise(() => undefined);
    const fixture = createFixture({
      tools: [tool('read', { run: hang }), tool('write', { run: hang, effect: 'write' })],
      replies: [
        calls([
          { id: 'r', name: 'read' },
          { id: 'w', name: 'write', arguments: { value: 7 } },
        ]),
        says('Next.'),
      ],
    });
    await fixture.handler.submit({ blocks: [textBlock('One')] });
    await vi.waitFor(() => expect(fixture.use('w').state).toBe('awaiting-user'));
    await fixture.handler.respondToPermission('w', 'once');
    await vi.waitFor(() => expect(fixture.use('w').state).toBe('running'));
    await fixture.send('Two');
    const last = fixture.request(1).at(-1);
    const said = last?.role === 'user' ? textOf(last.blocks) : '';
    expect(said).toContain('write was called with {"value":7}');
    expect(said).toContain('may have taken effect');
    expect(said).not.toContain('read was called');
    expect(said).toMatch(/Two$/);
  });
});

describe('a prompt sent while the model streams', () => {
  it('waits its turn, and is sent when the answer is complete', async () => {
    const stream = gated([{ type: 'text-delta', text: 'First ' }], says('answer.'));
    const fixture = createFixture({ replies: [stream.reply, says('Second answer.')] });
    await fixture.handler.submit({ blocks: [textBlock('One')] });
    await stream.reached;
    await fixture.handler.submit({ blocks: [textBlock('Two')] });
    expect(fixture.handler.state.queued?.blocks).toEqual([textBlock('Two')]);
    expect(fixture.model.requests).toHaveLength(1);
    stream.release();
    await fixture.handler.whenQuiet();
    expect(fixture.turns().map((turn) => turn.role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
    expect(fixture.request(1).at(1)).toMatchObject({ role: 'assistant', text: 'First answer.' });
    expect(fixture.handler.state.queued).toBeNull();
  });

  it('prunes the calls that the finished answer brought', async () => {
    const run = vi.fn();
    const stream = gated(
      [{ type: 'text-delta', text: 'Wait.' }],
      calls([{ id: 'l', name: 'look' }]),
    );
    const fixture = createFixture({
      tools: [tool('look', { run })],
      replies: [stream.reply, says('Second answer.')],
    });
    await fixture.handler.submit({ blocks: [textBlock('One')] });
    await stream.reached;
    await fixture.handler.submit({ blocks: [textBlock('Two')] });
    stream.release();
    await fixture.handler.whenQuiet();
    expect(run).not.toHaveBeenCalled();
    expect(fixture.use('l').state).toBe('pruned');
    expect(fixture.lastAnswer().text).toBe('Second answer.');
  });

  it('refuses a second one with a sentence and keeps the first', async () => {
    const stream = gated([], says('Done.'));
    const fixture = createFixture({ replies: [stream.reply, says('Also done.')] });
    await fixture.handler.submit({ blocks: [textBlock('One')] });
    await stream.reached;
    await fixture.handler.submit({ blocks: [textBlock('Two')] });
    await expect(fixture.handler.submit({ blocks: [textBlock('Three')] })).rejects.toMatchObject({
      code: 'prompt-already-queued',
    });
    expect(fixture.handler.state.queued?.blocks).toEqual([textBlock('Two')]);
    stream.release();
    await fixture.handler.whenQuiet();
  });

  it('can be taken back', async () => {
    const stream = gated([], says('Done.'));
    const fixture = createFixture({ replies: [stream.reply] });
    await fixture.handler.submit({ blocks: [textBlock('One')] });
    await stream.reached;
    await fixture.handler.submit({ blocks: [textBlock('Two')] });
    await fixture.handler.discardQueued();
    stream.release();
    await fixture.handler.whenQuiet();
    expect(fixture.model.requests).toHaveLength(1);
    expect(fixture.records.at(-1)).toMatchObject({ type: 'run-ended', reason: 'answered' });
  });

  it('is sent all the same when the answer fails', async () => {
    const fixture = createFixture({
      replies: [
        async function* () {
          yield { type: 'text-delta', text: 'Half' };
          await fixture.handler.submit({ blocks: [textBlock('Two')] });
          throw new Error('cut');
        },
        says('Second answer.'),
      ],
    });
    await fixture.send('One');
    expect(fixture.lastAnswer().text).toBe('Second answer.');
    expect(fixture.handler.state.run).toMatchObject({ status: 'ended', reason: 'answered' });
  });
});

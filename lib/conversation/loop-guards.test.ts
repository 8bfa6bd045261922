import { describe, expect, it, vi } from 'vitest';
import { createFixture, tool } from '../../tests/support/conversation-fixture';
import { calls, ScriptedModel, says } from '../../tests/support/scripted-model';
import { textOf } from '../messaging/content';

function counting() {
  let count = 0;
  const model = new ScriptedModel().otherwise(() => {
    count += 1;
    return count <= 15
      ? calls([{ name: 'look', arguments: { value: count } }])
      : says('That is all.');
  });
  return model;
}

describe('the iteration limit', () => {
  it('KAI-71 KAI-72 KAI-73 KAI-74 asks for the best answer, without tools, after 15 rounds', async () => {
    const run = vi.fn(({ value }: { value?: unknown }) => `saw ${String(value)}`);
    const model = counting();
    const fixture = createFixture({ model, tools: [tool('look', { run })] });
    await fixture.send('Go');
    expect(run).toHaveBeenCalledTimes(15);
    expect(model.requests).toHaveLength(16);
    expect(model.requests.slice(0, 15).every((request) => request.tools.length === 1)).toBe(true);
    const last = model.requests[15];
    expect(last?.tools).toEqual([]);
    expect(last?.toolChoice).toBeUndefined();
    const closing = last?.messages.at(-1);
    expect(closing?.role === 'user' ? textOf(closing.blocks) : '').toBe(
      'You have reached the tool call limit. Please respond with the best answer you have so far based on the information gathered.',
    );
    expect(fixture.lastAnswer()).toMatchObject({ text: 'That is all.', guard: 'limit' });
    expect(fixture.handler.state.run).toMatchObject({ status: 'ended', reason: 'limit' });
  });

  it('carries what was gathered as plain text', async () => {
    const model = counting();
    const fixture = createFixture({
      model,
      tools: [tool('look', { run: ({ value }) => `saw ${String(value)}` })],
    });
    await fixture.send('Go');
    const { messages } = model.requests[15] ?? { messages: [] };
    expect(messages.every((message) => message.role !== 'tool')).toBe(true);
    expect(
      messages.every((message) => message.role !== 'assistant' || message.toolCalls.length === 0),
    ).toBe(true);
    const words = JSON.stringify(messages);
    expect(words).toContain('saw 1');
    expect(words).toContain('saw 15');
  });

  it('goes on with fresh rounds when the user continues', async () => {
    const model = counting();
    const fixture = createFixture({ model, tools: [tool('look')] });
    await fixture.send('Go');
    await fixture.handler.continueRun();
    await fixture.handler.whenQuiet();
    expect(model.requests).toHaveLength(17);
    expect(model.requests[16]?.tools).toHaveLength(1);
    await expect(fixture.handler.continueRun()).rejects.toMatchObject({
      code: 'nothing-to-continue',
    });
  });

  it('ignores calls that a model makes although no tools were offered', async () => {
    const run = vi.fn();
    const model = new ScriptedModel().otherwise(() =>
      calls([{ name: 'look', arguments: { value: model.requests.length } }], 'So far.'),
    );
    const fixture = createFixture({ model, tools: [tool('look', { run })] });
    await fixture.send('Go');
    expect(run).toHaveBeenCalledTimes(15);
    expect(model.requests).toHaveLength(16);
    expect(fixture.lastAnswer()).toMatchObject({ text: 'So far.', toolUses: [] });
  });
});

describe('the repeat guard', () => {
  it('KAI-76 KAI-77 KAI-74 does not execute the third identical batch and asks for an answer', async () => {
    const run = vi.fn(() => 'same');
    const same = () => calls([{ name: 'look', arguments: { value: 1 } }]);
    const fixture = createFixture({
      tools: [tool('look', { run })],
      replies: [same(), same(), same(), says('Enough.')],
    });
    await fixture.send('Go');
    expect(run).toHaveBeenCalledTimes(2);
    expect(fixture.model.requests.map((request) => request.tools.length)).toEqual([1, 1, 1, 0]);
    const closing = fixture.request(3).at(-1);
    expect(closing?.role === 'user' ? textOf(closing.blocks) : '').toBe(
      'You are repeating the same tool calls. Please respond with the best answer you have so far.',
    );
    const refused = fixture.turns().at(-2);
    expect(refused?.role === 'assistant' ? refused.toolUses.map((use) => use.state) : []).toEqual([
      'cancelled',
    ]);
    expect(fixture.handler.state.run).toMatchObject({ reason: 'repeat' });
  });

  it('KAI-78 starts anew when another batch comes in between', async () => {
    const run = vi.fn();
    const a = () => calls([{ name: 'look', arguments: { value: 'a' } }]);
    const b = () => calls([{ name: 'look', arguments: { value: 'b' } }]);
    const fixture = createFixture({
      tools: [tool('look', { run })],
      replies: [a(), a(), b(), a(), a(), says('Done.')],
    });
    await fixture.send('Go');
    expect(run).toHaveBeenCalledTimes(5);
    expect(fixture.lastAnswer().guard).toBeUndefined();
  });

  it('KAI-76 counts anew for every prompt', async () => {
    const run = vi.fn();
    const same = () => calls([{ name: 'look', arguments: { value: 1 } }]);
    const fixture = createFixture({
      tools: [tool('look', { run })],
      replies: [same(), same(), says('One.'), same(), says('Two.')],
    });
    await fixture.send('Go');
    await fixture.send('Again');
    expect(run).toHaveBeenCalledTimes(3);
    expect(fixture.lastAnswer().text).toBe('Two.');
  });

  it('does not ask the user a third time for the same thing either', async () => {
    const same = () => calls([{ name: 'write', arguments: { value: 1 } }]);
    const fixture = createFixture({
      tools: [tool('write', { effect: 'write' })],
      replies: [same(), same(), same(), says('Enough.')],
    });
    await fixture.send('Go');
    for (let round = 0; round < 2; round += 1) {
      const [use] = fixture.lastAnswer().toolUses;
      await fixture.handler.respondToPermission(use?.id ?? '', 'deny');
      await fixture.handler.whenQuiet();
    }
    expect(fixture.lastAnswer().text).toBe('Enough.');
  });
});

describe('what travels in a request', () => {
  it('KAI-83 KAI-84 KAI-13 cuts a long result and names its length, and keeps history whole otherwise', async () => {
    const fixture = createFixture({
      tools: [tool('long', { run: () => 'x'.repeat(20_000) })],
      replies: [calls([{ name: 'long' }]), says('Done.')],
    });
    await fixture.send('Go');
    const [result] = fixture.resultTexts(1);
    expect(result?.length).toBeLessThanOrEqual(8_000);
    expect(result).toContain('Original length: 20000 characters');
  });

  it('keeps only the two newest large results whole', async () => {
    const fixture = createFixture({
      tools: [tool('long', { run: ({ value }) => String(value).repeat(2_000) })],
      replies: [
        ...['a', 'b', 'c'].map((value) => calls([{ name: 'long', arguments: { value } }])),
        says('Done.'),
      ],
    });
    await fixture.send('Go');
    const [first, second, third] = fixture.resultTexts(3);
    expect(first).not.toContain('aaaa');
    expect(first).toMatch(/removed to save space/);
    expect(second).toContain('bbbb');
    expect(third).toContain('cccc');
  });

  it('KAI-86 KAI-87 trims to the window of the model while the log keeps everything', async () => {
    const long = 'word '.repeat(800);
    const model = new ScriptedModel([says(long), says(long), says(long), says('End.')], {
      contextTokens: 3_000,
    });
    const fixture = createFixture({ model });
    for (const text of ['One', 'Two', 'Three', 'Four']) await fixture.send(text);
    const last = model.requests[3]?.messages ?? [];
    expect(JSON.stringify(last).length / 4).toBeLessThan(3_000);
    expect(last.at(-1)).toMatchObject({ role: 'user' });
    expect(fixture.turns()).toHaveLength(8);
    const roomy = new ScriptedModel([says('End.')]);
    const again = createFixture({ model: roomy, log: fixture.log });
    await again.handler.load();
    await again.send('Five');
    expect(roomy.requests[0]?.messages.length).toBeGreaterThan(last.length);
  });

  it('KAI-139 always ends with the last prompt, however long it is', async () => {
    const model = new ScriptedModel([says('Too long.')], { contextTokens: 1_000 });
    const fixture = createFixture({ model });
    await fixture.send(`START ${'x'.repeat(50_000)}`);
    const last = model.requests[0]?.messages.at(-1);
    expect(last?.role === 'user' ? textOf(last.blocks) : '').toMatch(/^START/);
  });

  it('begins with the system text', async () => {
    const fixture = createFixture({ systemText: () => 'Be kind.', replies: [says('Hi.')] });
    await fixture.send('Hi');
    expect(fixture.request(0)[0]).toEqual({ role: 'system', text: 'Be kind.' });
  });
});

import { describe, expect, it, vi } from 'vitest';
import { createFixture, tool } from '../../tests/support/conversation-fixture';
import { deferred } from '../../tests/support/deferred';
import { calls, ScriptedModel, says } from '../../tests/support/scripted-model';
import { textBlock } from '../messaging/content';
import { staticSource } from './tool-source';

const features = { memory: true, scheduling: false, email: false };

describe('the tools of a conversation', () => {
  it('BRV-20 BRV-21 XEM-10 come from all sources, each once', async () => {
    const fixture = createFixture({
      toolSources: [
        staticSource('static', [tool('a'), tool('b')]),
        staticSource('page', [tool('b'), tool('c')]),
      ],
    });
    expect((await fixture.handler.getTools()).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('KAI-111 AGUI-54 XEM-11 travel with every request of every conversation', async () => {
    for (const conversationId of ['c1', 'c2']) {
      const fixture = createFixture({
        conversationId,
        tools: [tool('a'), tool('b')],
        replies: [says('1'), says('2'), says('3')],
      });
      for (const text of ['One', 'Two', 'Three']) await fixture.send(text);
      expect([0, 1, 2].map((index) => fixture.toolNames(index))).toEqual(Array(3).fill(['a', 'b']));
    }
  });

  it('BRV-24 KAI-112 vanish from the next request with their source, and old calls to them too', async () => {
    let page = [tool('page')];
    const fixture = createFixture({
      toolSources: [staticSource('static', [tool('a')]), { name: 'page', tools: () => page }],
      replies: [calls([{ name: 'page' }], 'Looking.'), says('Seen.'), says('Gone.')],
    });
    await fixture.send('One');
    page = [];
    await fixture.send('Two');
    expect(fixture.toolNames(2)).toEqual(['a']);
    expect(JSON.stringify(fixture.request(2))).not.toContain('"page"');
    expect(fixture.request(2).at(1)).toMatchObject({ role: 'assistant', text: 'Looking.' });
  });

  it('BRV-41 are waited for before the request is sent', async () => {
    const gate = deferred<ReturnType<typeof tool>[]>();
    const fixture = createFixture({
      toolSources: [{ name: 'page', tools: () => gate.promise }],
      replies: [says('Hi.')],
    });
    await fixture.handler.submit({ blocks: [textBlock('Hi')] });
    expect(fixture.model.requests).toHaveLength(0);
    gate.resolve([tool('late')]);
    await fixture.handler.whenQuiet();
    expect(fixture.toolNames(0)).toEqual(['late']);
  });

  it('survive the failure of one source', async () => {
    const fixture = createFixture({
      toolSources: [
        staticSource('static', [tool('a')]),
        { name: 'broken', tools: () => Promise.reject(new Error('gone')) },
      ],
      replies: [says('Hi.')],
    });
    await fixture.send('Hi');
    expect(fixture.toolNames(0)).toEqual(['a']);
    expect(fixture.troubles).toHaveLength(1);
  });

  it('BRV-33 are left out for a model without tools', async () => {
    const model = new ScriptedModel([says('Hi.')], { supportsTools: false });
    const fixture = createFixture({ model, tools: [tool('a')] });
    await fixture.send('Hi');
    expect(model.requests[0]?.tools).toEqual([]);
  });

  it('BRV-27 are left out for a model that they do not suit', async () => {
    const picky = tool('picky', {
      isSupportedByModel: ({ contextTokens }) => contextTokens > 50_000,
    });
    const small = new ScriptedModel([], { contextTokens: 8_000 });
    expect(await createFixture({ tools: [picky] }).handler.getTools()).toHaveLength(1);
    expect(await createFixture({ tools: [picky], model: small }).handler.getTools()).toHaveLength(
      0,
    );
  });

  it('BRV-34 are left out where the conversation does not suit them', async () => {
    const keep = tool('keep', { supportsConversation: ({ temporary }) => !temporary });
    const kept = createFixture({ tools: [keep] });
    const fleeting = createFixture({ tools: [keep], temporary: true });
    expect(await kept.handler.getTools()).toHaveLength(1);
    expect(await fleeting.handler.getTools()).toHaveLength(0);
  });

  it('KAI-107 KAI-112 follow their switches from one request to the next', async () => {
    const switches: Record<string, boolean> = {};
    const fixture = createFixture({
      tools: [tool('a'), tool('b')],
      toolSettings: () => ({ features, switches }),
      replies: [calls([{ name: 'b' }]), says('1'), says('2')],
    });
    await fixture.send('One');
    switches['tool_enabled_b'] = false;
    await fixture.send('Two');
    expect(fixture.toolNames(0)).toEqual(['a', 'b']);
    expect(fixture.toolNames(2)).toEqual(['a']);
    expect(fixture.resultTexts(2)).toEqual([]);
  });

  it('XEM-12 can be narrowed for one prompt only', async () => {
    const fixture = createFixture({
      tools: [tool('a'), tool('b')],
      replies: [says('1'), says('2')],
    });
    await fixture.send('One', { onlyTools: ['b'] });
    await fixture.send('Two');
    expect(fixture.toolNames(0)).toEqual(['b']);
    expect(fixture.toolNames(1)).toEqual(['a', 'b']);
  });

  it('XEM-27 XEM-31 are called by legal wire names that stay with them, and run under their own', async () => {
    const run = vi.fn(() => 'found');
    let tools = [tool('shop.find', { run })];
    const fixture = createFixture({
      toolSources: [{ name: 'custom', tools: () => tools }],
      replies: [calls([{ name: 'shop_find' }]), says('1'), says('2')],
    });
    await fixture.send('One');
    expect(fixture.toolNames(0)).toEqual(['shop_find']);
    expect(run).toHaveBeenCalledOnce();
    tools = [tool('shop_find'), ...tools];
    await fixture.send('Two');
    const [newcomer, veteran] = fixture.toolNames(2);
    expect(veteran).toBe('shop_find');
    expect(newcomer).not.toBe('shop_find');
  });

  it('BRV-40 tells each source once when a run starts and once when it ends', async () => {
    const runStarted = vi.fn();
    const runEnded = vi.fn();
    const fixture = createFixture({
      toolSources: [{ ...staticSource('page', [tool('a')]), runStarted, runEnded }],
      replies: [
        calls([{ name: 'a' }]),
        calls([{ name: 'a', arguments: { value: 2 } }]),
        says('Done.'),
      ],
    });
    await fixture.send('Go');
    expect(runStarted).toHaveBeenCalledOnce();
    expect(runEnded).toHaveBeenCalledOnce();
  });
});

describe('a tool choice', () => {
  it('XEM-02 XEM-18 XEM-38 holds for the first request of its prompt only', async () => {
    const fixture = createFixture({
      tools: [tool('a')],
      replies: [calls([{ name: 'a' }]), says('1'), says('2')],
    });
    await fixture.send('One', { toolChoice: { kind: 'tool', name: 'a' } });
    await fixture.send('Two');
    expect(fixture.model.requests.map((request) => request.toolChoice)).toEqual([
      { kind: 'tool', name: 'a' },
      undefined,
      undefined,
    ]);
  });

  it("XEM-39 falls back to the model's own choice, with a word, when the tool is not there", async () => {
    const fixture = createFixture({ tools: [tool('a')], replies: [says('1')] });
    await fixture.send('One', { toolChoice: { kind: 'tool', name: 'gone' } });
    expect(fixture.model.requests[0]?.toolChoice).toEqual({ kind: 'auto' });
    expect(fixture.troubles).toMatchObject([{ code: 'tool-choice' }]);
  });

  it('XEM-37 runs calls one after another when parallel calls are switched off', async () => {
    const order: string[] = [];
    const gates = { a: deferred(), b: deferred() };
    const step = (name: 'a' | 'b') =>
      tool(name, {
        run: async () => {
          order.push(`${name} starts`);
          await gates[name].promise;
          order.push(`${name} ends`);
        },
      });
    const fixture = createFixture({
      tools: [step('a'), step('b')],
      replies: [
        calls([
          { id: 'a', name: 'a' },
          { id: 'b', name: 'b' },
        ]),
        says('Done.'),
      ],
    });
    await fixture.handler.submit({
      blocks: [textBlock('Go')],
      toolChoice: { kind: 'auto', disableParallel: true },
    });
    await vi.waitFor(() => expect(order).toEqual(['a starts']));
    expect(fixture.use('b').state).toBe('proposed');
    gates.b.resolve();
    gates.a.resolve();
    await fixture.handler.whenQuiet();
    expect(order).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
  });

  it('lets calls that share a lane run one after another, and others beside them', async () => {
    const started: string[] = [];
    const gate = deferred();
    const act = tool('act', {
      lane: () => 'tab:1',
      run: async ({ value }) => {
        started.push(String(value));
        await gate.promise;
      },
    });
    const fixture = createFixture({
      tools: [act, tool('look', { run: () => void started.push('look') })],
      replies: [
        calls([
          { name: 'act', arguments: { value: 1 } },
          { name: 'act', arguments: { value: 2 } },
          { name: 'look' },
        ]),
        says('Done.'),
      ],
    });
    await fixture.handler.submit({ blocks: [textBlock('Go')] });
    await vi.waitFor(() => expect(started).toEqual(['1', 'look']));
    gate.resolve();
    await fixture.handler.whenQuiet();
    expect(started).toEqual(['1', 'look', '2']);
  });
});

describe('a lax model', () => {
  it('KAI-137 has the calls it writes into its text carried out and taken out of the text', async () => {
    const run = vi.fn(() => 'seen');
    const fixture = createFixture({
      tools: [tool('look', { run })],
      replies: [
        says('Let me see. <tool_call>{"name":"look","arguments":{"value":3}}</tool_call>'),
        says('Done.'),
      ],
    });
    await fixture.send('Go');
    expect(run).toHaveBeenCalledOnce();
    const first = fixture.turns()[1];
    expect(first?.role === 'assistant' ? first.text.trim() : '').toBe('Let me see.');
    expect(fixture.resultTexts(1)).toEqual(['seen']);
  });
});

import { describe, expect, it } from 'vitest';
import { tool } from '../../tests/support/conversation-fixture';
import { createPanelFixture } from '../../tests/support/panel-fixture';
import { calls, says } from '../../tests/support/scripted-model';
import { textBlock } from '../messaging/content';
import { panelAnswers, type PanelCommandInput } from '../messaging/panel-protocol';
import { systemClock } from '../shared/clock';

type Query = Omit<Extract<PanelCommandInput, { type: 'activity-list' }>, 'type'>;

/** Batches of calls; null ends an answer. */
async function begin(batches: (Parameters<typeof calls>[0] | null)[]) {
  const time = { now: 1_000 };
  const fixture = createPanelFixture({
    tools: [
      tool('look', { title: 'Look' }),
      tool('write', {
        title: 'Write it',
        effect: 'write',
        capability: 'send-out',
        target: ({ value }) => ({ origin: `https://${String(value)}` }),
        toolText: ({ value }) => `Write to ${String(value)}`,
      }),
    ],
    clock: { ...systemClock, now: () => (time.now += 1) },
  });
  const queue = batches.map((batch) => (batch ? calls(batch) : says('Done.')));
  fixture.model.otherwise(() => queue.shift() ?? says('Done.'));
  const started = await fixture.start();
  const { panel, conversationId, quiet } = started;
  const list = async (query: Query = {}) =>
    panelAnswers['activity-list'].parse(await panel.request({ type: 'activity-list', ...query }));
  const send = async (text: string, chat = conversationId) => {
    await panel.request({ type: 'prompt-send', conversationId: chat, blocks: [textBlock(text)] });
    await (await fixture.conversations.get(chat)).whenQuiet();
  };
  const answer = async (toolUseId: string, decision: 'once' | 'chat' | 'deny') => {
    await panel.request({ type: 'permission-answer', conversationId, toolUseId, decision });
    await quiet();
  };
  return { ...fixture, ...started, list, send, answer };
}

const ids = ({ entries }: { entries: { toolUseId: string }[] }) =>
  entries.map(({ toolUseId }) => toolUseId);

describe('the activity of all chats', () => {
  it('tells what was called, where, why it was let through, and what became of it', async () => {
    const { list, send, answer, handler } = await begin([
      [{ id: 'l', name: 'look' }],
      [{ id: 'w', name: 'write', arguments: { value: 'shop.example' } }],
      [{ id: 'x', name: 'write', arguments: { value: 'shop.example' } }],
      [{ id: 'y', name: 'write', arguments: { value: 'other.example' } }],
    ]);
    await send('Tidy up');
    await answer('w', 'chat');
    await answer('y', 'deny');
    const { entries, next } = await list();
    expect(next).toBeNull();
    expect(entries).toMatchObject([
      { toolUseId: 'y', state: 'denied', verdict: 'ask', origin: 'https://other.example' },
      {
        toolUseId: 'x',
        state: 'ok',
        verdict: 'allow',
        reason: 'You allowed it for this chat.',
        grantId: handler.state.grants[0]?.id,
      },
      {
        toolUseId: 'w',
        chatTitle: 'Tidy up',
        toolTitle: 'Write it',
        toolText: 'Write to shop.example',
        effect: 'write',
        capability: 'send-out',
        origin: 'https://shop.example',
        verdict: 'ask',
        answer: 'chat',
        reason: 'Asked because something would be sent.',
        argumentsJson: '{"value":"shop.example"}',
        state: 'ok',
        outcome: 'write done',
      },
      { toolUseId: 'l', state: 'ok', verdict: 'allow', reason: 'It only reads.' },
    ]);
    expect(entries[2]?.settledAt).toBeGreaterThan(entries[2]?.at ?? Infinity);
  });

  it('comes in pages, in the order of time across the chats, each call once', async () => {
    const many = (first: number) =>
      Array.from({ length: 3 }, (_, index) => [{ id: `c${first + index}`, name: 'look' }]);
    const { list, send, conversations } = await begin([
      ...many(0),
      null,
      ...many(3),
      null,
      ...many(6),
    ]);
    const other = (await conversations.create({ temporary: false })).id;
    await send('One');
    await send('Two', other);
    await send('Three');
    const all = ids(await list({ limit: 200 }));
    expect(all).toEqual([...all].sort().reverse());
    const paged: string[] = [];
    let after: Query['after'];
    do {
      const page = await list({ limit: 2, ...(after ? { after } : {}) });
      expect(page.entries.length).toBeLessThanOrEqual(2);
      paged.push(...ids(page));
      after = page.next ?? undefined;
    } while (after);
    expect(paged).toEqual(all);
  });

  it('can be searched for words, hosts, arguments and outcomes', async () => {
    const { list, send, answer } = await begin([
      [{ id: 'l', name: 'look' }],
      [{ id: 'w', name: 'write', arguments: { value: 'shop.example' } }],
    ]);
    await send('Buy a KETTLE');
    await answer('w', 'deny');
    expect(ids(await list({ query: 'SHOP.example' }))).toEqual(['w']);
    expect(ids(await list({ query: 'only reads' }))).toEqual(['l']);
    expect(ids(await list({ query: 'denied' }))).toEqual(['w']);
    expect(ids(await list({ query: 'kettle' }))).toEqual(['w', 'l']);
    expect(ids(await list({ query: 'teapot' }))).toEqual([]);
  });

  it('is empty after it was cleared, and what follows is listed again; the chat keeps its calls', async () => {
    const { list, send, panel, handler } = await begin([[{ id: 'l', name: 'look' }]]);
    await send('One');
    expect(ids(await list())).toEqual(['l']);
    await panel.request({ type: 'activity-clear' });
    expect(ids(await list())).toEqual([]);
    expect(handler.state.toolUseTurns.has('l')).toBe(true);
  });

  it('is gone with its chat', async () => {
    const { list, send, panel, conversationId } = await begin([[{ id: 'l', name: 'look' }]]);
    await send('One');
    await panel.request({ type: 'conversation-delete', conversationId });
    expect(ids(await list())).toEqual([]);
  });
});

describe('a blocked site', () => {
  it('is told to every panel, and refused in whatever form it is written', async () => {
    const { panel, send, handler } = await begin([
      [{ id: 'w', name: 'write', arguments: { value: 'www.shop.example:8080' } }],
    ]);
    await panel.request({ type: 'site-block', site: 'https://SHOP.example/cart' });
    expect(panel.events.at(-2)).toMatchObject({
      type: 'settings-changed',
      settings: { blockedSites: ['shop.example'] },
    });
    await send('Buy');
    expect([...handler.state.toolUseTurns.keys()]).toEqual(['w']);
    const turn = handler.state.turns.get(handler.state.toolUseTurns.get('w') ?? '');
    expect(turn).toMatchObject({
      toolUses: [{ state: 'denied', reason: 'You blocked this site.' }],
    });
    await panel.request({ type: 'site-unblock', site: 'shop.example' });
    expect(panel.events.at(-2)).toMatchObject({ settings: { blockedSites: [] } });
  });

  it('must be one: anything else is refused with a sentence, and changes nothing', async () => {
    const { panel, store } = await begin([]);
    const event = await panel.ask({ type: 'site-block', site: 'not a site' });
    expect(event).toMatchObject({ type: 'command-refused', error: { code: 'site-invalid' } });
    expect(store.writes).toBe(0);
  });
});

describe('permissions that are taken back together', () => {
  it('are all gone at once, those of chats and the lasting ones', async () => {
    const { panel, send, answer, grants, handler, conversationId } = await begin([
      [{ id: 'w', name: 'write', arguments: { value: 'shop.example' } }],
    ]);
    await send('Buy');
    await answer('w', 'chat');
    grants.grants = [{ id: 'g9', scope: 'always', toolId: 'x', toolHash: 'y', givenAt: 1 }];
    const listed = panelAnswers['grants-list'].parse(await panel.request({ type: 'grants-list' }));
    expect(listed.grants).toHaveLength(2);
    await panel.request({
      type: 'grants-revoke',
      grants: listed.grants.map((grant) => ({
        grantId: grant.id,
        ...(grant.conversationId === undefined ? {} : { conversationId }),
      })),
    });
    expect([grants.grants, handler.state.grants]).toEqual([[], []]);
  });
});

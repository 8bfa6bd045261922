import { describe, expect, it } from 'vitest';
import { tool } from '../../tests/support/conversation-fixture';
import { ScriptedModel } from '../../tests/support/scripted-model';
import type { Tool } from '../tools/tool';
import { toolHash } from '../tools/tool-hash';
import { collectOffer, type OfferOptions } from './tool-offer';
import { staticSource } from './tool-source';

function collect(tools: readonly Tool[], change: Partial<OfferOptions> = {}) {
  return collectOffer({
    sources: [staticSource('test', tools)],
    settings: { features: { memory: true, scheduling: false, email: false }, switches: {} },
    model: new ScriptedModel(),
    conversation: { id: 'c1', temporary: false },
    reserved: new Map(),
    onSourceFailed: (_source, error) => {
      throw error;
    },
    ...change,
  });
}

const namesOf = (offer: Awaited<ReturnType<typeof collect>>) =>
  offer.declarations.map(({ name }) => name);

describe('an offer of tools', () => {
  it('tells the model of each tool its wire name, description and schema', async () => {
    const look = tool('look');
    const offer = await collect([look]);
    expect(offer.declarations).toEqual([
      { name: 'look', description: look.description, parameters: look.schema },
    ]);
    const offered = { tool: look, wireName: 'look', hash: await toolHash(look) };
    expect([...offer.byWireName]).toEqual([['look', offered]]);
    expect([...offer.byId]).toEqual([['builtin::look', offered]]);
  });

  it('keeps the order of its sources, and the first of two with one id', async () => {
    const [first, second] = [tool('b', { title: 'First' }), tool('b', { title: 'Second' })];
    const offer = await collect([], {
      sources: [staticSource('one', [tool('c'), first]), staticSource('two', [second, tool('a')])],
    });
    expect(namesOf(offer)).toEqual(['c', 'b', 'a']);
    expect(offer.byId.get('builtin::b')?.tool).toBe(first);
  });

  it('tells every source which conversation it is for', async () => {
    const asked: string[] = [];
    const source = {
      name: 'page',
      tools: (id: string) => {
        asked.push(id);
        return [];
      },
    };
    await collect([], { sources: [source], conversation: { id: 'c9', temporary: false } });
    expect(asked).toEqual(['c9']);
  });

  it.each<[string, () => Promise<Tool[]>]>([
    ['rejects', () => Promise.reject(new Error('gone'))],
    [
      'throws',
      () => {
        throw new Error('gone');
      },
    ],
  ])('loses only the tools of a source that %s', async (_title, tools) => {
    const broken = { name: 'broken', tools };
    const failures: unknown[] = [];
    const offer = await collect([], {
      sources: [staticSource('one', [tool('a')]), broken, staticSource('two', [tool('b')])],
      onSourceFailed: (source, error) => failures.push([source, error]),
    });
    expect(namesOf(offer)).toEqual(['a', 'b']);
    expect(failures).toEqual([[broken, expect.objectContaining({ message: 'gone' })]]);
  });

  it('can be narrowed to the tools that are wanted, by their own names', async () => {
    const tools = [tool('shop.find'), tool('b')];
    expect(namesOf(await collect(tools, { only: ['shop.find', 'other'] }))).toEqual(['shop_find']);
    expect(namesOf(await collect(tools, { only: [] }))).toEqual([]);
    expect(namesOf(await collect(tools))).toEqual(['shop_find', 'b']);
  });

  it('XEM-31 gives a tool the name it had before, and another one none of those', async () => {
    const reserved = new Map([['builtin::shop.find', 'shop_find']]);
    const offer = await collect([tool('shop_find'), tool('shop.find')], { reserved });
    expect(namesOf(offer)).toEqual(['shop_find_2', 'shop_find']);
    expect(offer.byWireName.get('shop_find')?.tool.name).toBe('shop.find');
    expect(offer.byId.get('builtin::shop_find')?.wireName).toBe('shop_find_2');
  });

  it('KAI-111 holds only what is switched on and fits the model and the conversation', async () => {
    const tools = [
      tool('plain'),
      tool('off', { defaultEnabled: false }),
      tool('remember', { feature: 'memory' }),
      tool('send', { feature: 'email' }),
      tool('lasting', { supportsConversation: ({ temporary }) => !temporary }),
      tool('seeing', { isSupportedByModel: ({ supportsImages }) => supportsImages }),
    ];
    expect(namesOf(await collect(tools))).toEqual(['plain', 'remember', 'lasting', 'seeing']);
    const settings = {
      features: { memory: false, scheduling: false, email: true },
      switches: { tool_enabled_plain: false, tool_enabled_off: true },
    };
    const offer = await collect(tools, {
      settings,
      conversation: { id: 'c1', temporary: true },
      model: { id: 'm', supportsTools: true, supportsImages: false, contextTokens: 1_000 },
    });
    expect(namesOf(offer)).toEqual(['off', 'send']);
    const none = await collect(tools, { model: new ScriptedModel([], { supportsTools: false }) });
    expect([none.declarations, none.byId.size, none.byWireName.size]).toEqual([[], 0, 0]);
  });
});

import { describe, expect, it, vi } from 'vitest';
import { tool } from '../../tests/support/conversation-fixture';
import { ScriptedModel } from '../../tests/support/scripted-model';
import { textBlock, type ToolCall } from '../messaging/content';
import type { Grant } from '../messaging/permission';
import { emptyConversation } from '../messaging/conversation-state';
import { decide, type Policy } from '../permissions/policy';
import { systemClock, type Clock } from '../shared/clock';
import { z } from '../shared/zod';
import type { Tool } from '../tools/tool';
import { toolHash } from '../tools/tool-hash';
import { Gate, type GateOptions } from './gate';
import { proposeCalls, type ProposalOptions } from './propose-calls';
import { collectOffer } from './tool-offer';
import { staticSource } from './tool-source';

const stillClock: Clock = { ...systemClock, now: () => 7 };

async function propose(
  tools: readonly Tool[],
  calls: readonly Partial<ToolCall>[],
  change: Partial<ProposalOptions> &
    Partial<Pick<GateOptions, 'policy' | 'lastingGrants' | 'blockedSites'>> & {
      grants?: Grant[];
    } = {},
) {
  const { policy = decide, grants = [], lastingGrants, blockedSites, ...rest } = change;
  const state = { ...emptyConversation(), grants };
  const gate = new Gate({
    conversationId: 'c1',
    policy,
    clock: stillClock,
    state: () => state,
    lastingGrants,
    blockedSites,
  });
  const offer = await collectOffer({
    sources: [staticSource('test', tools)],
    settings: { features: { memory: true, scheduling: false, email: false }, switches: {} },
    model: new ScriptedModel(),
    conversation: { id: 'c1', temporary: false },
    reserved: new Map(),
    onSourceFailed: () => undefined,
  });
  return await proposeCalls(
    calls.map((call) => ({ id: 't1', name: 'look', argumentsJson: '{}', ...call })),
    {
      conversationId: 'c1',
      turnId: 'a1',
      offer,
      gate,
      state: () => state,
      clock: stillClock,
      serial: false,
      missingPermissions: () => Promise.resolve([]),
      remembered: () => Promise.resolve([]),
      ...rest,
    },
  );
}

const fail = () => {
  throw new Error('broken');
};
const allow: Policy = () => ({ verdict: 'allow', reason: 'Fine.' });

describe('a call that is proposed', () => {
  it('says which tool it is for and how it is shown', async () => {
    const look = tool('look', {
      title: 'Look',
      toolText: ({ value }) => `Look at ${String(value)}`,
      progressIcon: 'eye',
      statusIcon: 'done',
      expanded: 'json',
    });
    expect(await propose([look], [{ argumentsJson: '{ "value": 1 }' }])).toEqual([
      {
        type: 'tool-use-proposed',
        toolUseId: 't1',
        turnId: 'a1',
        toolId: 'builtin::look',
        toolHash: await toolHash(look),
        effect: 'read',
        presentation: {
          title: 'Look',
          toolText: 'Look at 1',
          progressIcon: 'eye',
          statusIcon: 'done',
          expanded: 'json',
        },
        signature: '["look","json","{\\"value\\":1}",null]',
        capability: 'none',
        verdict: 'allow',
        reason: 'It only reads.',
      },
    ]);
  });

  it('is shown by its title when the tool has no words for it', async () => {
    const [plain] = await propose([tool('look', { title: 'Look' })], [{}]);
    expect(plain).toMatchObject({ presentation: { toolText: 'Look' } });
    expect(plain).not.toHaveProperty('presentation.expanded');
    const [silent] = await propose([tool('look', { title: 'Look', toolText: () => '' })], [{}]);
    expect(silent).toMatchObject({ presentation: { title: 'Look', toolText: 'Look' } });
  });

  it('keeps the order of the calls, whatever takes longer to decide', async () => {
    const missingPermissions = async (permissions: readonly string[]) => {
      if (permissions.length > 0) await new Promise(setImmediate);
      return [];
    };
    const drafts = await propose(
      [tool('slow', { browserPermissions: ['tabs'] }), tool('look')],
      [{ id: '1', name: 'slow' }, { id: '2' }, { id: '3', name: 'slow' }],
      { missingPermissions },
    );
    expect(drafts.map((draft) => 'toolUseId' in draft && draft.toolUseId)).toEqual(['1', '2', '3']);
  });

  it('has the lane of its tool, or one for all when calls go one at a time', async () => {
    const lane = tool('look', { lane: ({ value }) => (value === 1 ? 'tab:1' : undefined) });
    const calls = [{ argumentsJson: '{"value":1}' }, { argumentsJson: '{"value":2}' }];
    expect(await propose([lane], calls)).toMatchObject([{ lane: 'tab:1' }, {}]);
    expect((await propose([lane], calls))[1]).not.toHaveProperty('lane');
    expect(await propose([lane], [...calls, { name: 'nope' }], { serial: true })).toMatchObject([
      { lane: 'serial' },
      { lane: 'serial' },
      { lane: 'serial' },
      { type: 'tool-use-settled' },
    ]);
  });

  it('says so when it ends the turn', async () => {
    const summary = tool('look', { interaction: 'external', noOutput: true, endsTurn: true });
    expect((await propose([summary], [{}]))[0]).toMatchObject({ endsTurn: true });
    expect((await propose([tool('look')], [{}]))[0]).not.toHaveProperty('endsTurn');
  });
});

describe('a call that cannot be carried out', () => {
  it('of an unknown tool is a harmless call that is answered with an error', async () => {
    expect(await propose([tool('look')], [{ name: 'nope', argumentsJson: '{bad' }])).toEqual([
      {
        type: 'tool-use-proposed',
        toolUseId: 't1',
        turnId: 'a1',
        effect: 'read',
        presentation: { title: 'nope', toolText: 'nope', progressIcon: 'tool', statusIcon: 'tool' },
        signature: '["nope","raw","{bad",null]',
      },
      {
        type: 'tool-use-settled',
        toolUseId: 't1',
        outcome: 'error',
        blocks: [textBlock('Error: Unknown tool: nope. The nope tool is not available.')],
      },
    ]);
  });

  it('with arguments that are no JSON is answered, and the tool sees nothing of them', async () => {
    const toolText = vi.fn(() => 'text');
    const write = tool('look', { title: 'Write', effect: 'write', toolText });
    const [proposed, settled, ...rest] = await propose([write], [{ argumentsJson: '[]' }]);
    expect(proposed).toMatchObject({
      toolId: 'builtin::look',
      toolHash: await toolHash(write),
      effect: 'write',
      presentation: { title: 'Write', toolText: 'Write' },
    });
    expect(settled).toMatchObject({ type: 'tool-use-settled', outcome: 'error' });
    expect(JSON.stringify(settled)).toContain('Error: Failed to parse arguments');
    expect(rest).toEqual([]);
    expect(toolText).not.toHaveBeenCalled();
  });

  it.each<[string, Parameters<typeof tool>[1]]>([
    ['how it is shown', { toolText: fail }],
    ['which lane it is in', { lane: fail }],
    ['whom it asks', { interaction: fail }],
  ])('because its tool fails to say %s is answered with the error', async (_title, spec) => {
    const write = tool('look', { title: 'Look', effect: 'write', ...spec });
    const drafts = await propose([write, tool('fine')], [{}, { id: 't2', name: 'fine' }]);
    expect(drafts).toMatchObject([
      { type: 'tool-use-proposed', toolId: write.id, presentation: { toolText: 'Look' } },
      { toolUseId: 't1', outcome: 'error', blocks: [textBlock('Error: broken')] },
      { type: 'tool-use-proposed', toolUseId: 't2' },
    ]);
  });

  it('because the browser does not say what it allows is answered with the error', async () => {
    const missingPermissions = () => Promise.reject(new Error('gone'));
    const [proposed, settled] = await propose([tool('look')], [{}], { missingPermissions });
    expect(proposed).toMatchObject({ type: 'tool-use-proposed' });
    expect(settled).toMatchObject({ outcome: 'error', blocks: [textBlock('Error: gone')] });
  });

  it('leaves the others alone', async () => {
    const drafts = await propose([tool('look')], [{ id: '1', name: 'nope' }, { id: '2' }]);
    expect(drafts.map(({ type }) => type)).toEqual([
      'tool-use-proposed',
      'tool-use-settled',
      'tool-use-proposed',
    ]);
  });
});

describe('a call that waits for the user', () => {
  const write = tool('look', { title: 'Write', effect: 'write', card: 'special' });

  it('tells why it asks, and what could be allowed for always', async () => {
    const [, parked] = await propose([write], [{}]);
    expect(parked).toEqual({
      type: 'tool-use-parked',
      toolUseId: 't1',
      request: {
        kind: 'permission',
        card: 'special',
        reason: 'Asked because it changes something outside this chat.',
        browserPermissions: [],
        capability: 'none',
        alwaysLabel: '“Write”',
      },
    });
  });

  it('is left to run when the user allowed it before, in this chat or always', async () => {
    const grant: Grant = {
      id: 'g',
      scope: 'chat',
      conversationId: 'c1',
      toolId: write.id,
      toolHash: await toolHash(write),
      givenAt: 1,
    };
    expect(await propose([write], [{}], { grants: [grant] })).toHaveLength(1);
    const elsewhere = { ...grant, conversationId: 'c2' };
    expect(await propose([write], [{}], { grants: [elsewhere] })).toHaveLength(2);
  });

  it('shows the policy what the tool is, and nothing that the model says', async () => {
    const policy = vi.fn<Policy>(allow);
    const grants: Grant[] = [];
    const page = tool('look', { capability: 'act-on-page', interaction: 'permission' });
    await propose([page], [{ argumentsJson: '{"value":"safe, trust me"}' }], { policy, grants });
    expect(policy.mock.calls).toEqual([
      [
        {
          toolId: 'builtin::look',
          toolHash: await toolHash(page),
          effect: 'read',
          capability: 'act-on-page',
          interaction: 'permission',
          target: undefined,
          carries: undefined,
          inputKey: '{"value":"safe, trust me"}',
          humanOnly: undefined,
        },
        grants,
        {
          conversationId: 'c1',
          kind: 'chat',
          mode: 'ask',
          dataOrigins: [],
          now: 7,
          grantUses: new Map(),
        },
      ],
    ]);
  });

  it('is answered as denied when the policy says no, and asks the browser for nothing', async () => {
    const missingPermissions = vi.fn(() => Promise.resolve(['tabs']));
    const policy: Policy = () => ({ verdict: 'deny', reason: 'Reading only.' });
    const [, settled, ...rest] = await propose([write], [{}], { policy, missingPermissions });
    expect(settled).toEqual({
      type: 'tool-use-settled',
      toolUseId: 't1',
      outcome: 'denied',
      blocks: [textBlock('Error: Reading only.')],
    });
    expect(rest).toEqual([]);
    expect(missingPermissions).not.toHaveBeenCalled();
  });

  it('asks the browser first, although it may run', async () => {
    const list = tool('look', { title: 'List', browserPermissions: ['tabs', 'history'] });
    const missingPermissions = vi.fn(() => Promise.resolve(['history']));
    const [, parked] = await propose([list], [{}], { missingPermissions });
    expect(missingPermissions.mock.calls).toEqual([[['tabs', 'history']]]);
    expect(parked).toEqual({
      type: 'tool-use-parked',
      toolUseId: 't1',
      request: {
        kind: 'permission',
        card: 'permission',
        reason: 'Asked because the browser has to allow this first.',
        browserPermissions: ['history'],
        capability: 'none',
      },
    });
  });

  it('asks for a choice even if it may run, and never for always', async () => {
    const group = tool('look', { effect: 'write', userInput: z.object({}), card: 'tab-selection' });
    for (const [policy, reason] of [
      [decide, 'Asked because it changes something outside this chat.'],
      [allow, 'Asked because the choice is yours.'],
    ] as const) {
      const [, parked] = await propose([group], [{}], { policy });
      expect(parked).toEqual({
        type: 'tool-use-parked',
        toolUseId: 't1',
        request: {
          kind: 'input',
          card: 'tab-selection',
          reason,
          browserPermissions: [],
          capability: 'none',
        },
      });
    }
  });
});

describe('a call that is answered from outside', () => {
  it('is parked, whatever the policy says', async () => {
    const ask = tool('look', { interaction: 'external', card: 'choice' });
    const policy: Policy = () => ({ verdict: 'deny', reason: 'No.' });
    const [, parked] = await propose([ask], [{}], { policy });
    expect(parked).toEqual({
      type: 'tool-use-parked',
      toolUseId: 't1',
      request: { kind: 'external', card: 'choice', reason: '', browserPermissions: [] },
    });
  });

  it('is settled at once with "ok" when nobody has to answer', async () => {
    const note = tool('look', { interaction: 'external', noOutput: true });
    const [, settled, ...rest] = await propose([note], [{}]);
    expect(settled).toEqual({
      type: 'tool-use-settled',
      toolUseId: 't1',
      outcome: 'ok',
      blocks: [textBlock('ok')],
    });
    expect(rest).toEqual([]);
  });

  it('can depend on what was asked for', async () => {
    const mixed = tool('look', {
      interaction: ({ value }) => (value === 1 ? 'permission' : 'none'),
    });
    const asked = await propose([mixed], [{ argumentsJson: '{"value":1}' }]);
    expect(asked[1]).toMatchObject({ request: { kind: 'permission' } });
    expect(await propose([mixed], [{ argumentsJson: '{"value":2}' }])).toHaveLength(1);
  });
});

describe('a lasting grant', () => {
  const grantFor = async (granted: Tool): Promise<Grant> => ({
    id: 'g1',
    scope: 'always',
    toolId: granted.id,
    toolHash: await toolHash(granted),
    givenAt: 1,
  });

  it('is not looked for when a call is free without one', async () => {
    const lastingGrants = vi.fn(() => Promise.resolve([]));
    const [, ...rest] = await propose([tool('look')], [{}], { lastingGrants });
    expect(rest).toEqual([]);
    expect(lastingGrants).not.toHaveBeenCalled();
  });

  it('lets a call run that would be asked about without it', async () => {
    const write = tool('look', { effect: 'write' });
    const grant = await grantFor(write);
    const lastingGrants = () => Promise.resolve([grant]);
    expect(await propose([write], [{}], { lastingGrants })).toHaveLength(1);
    expect(
      await propose([write], [{}], { lastingGrants: () => Promise.resolve([]) }),
    ).toMatchObject([{ type: 'tool-use-proposed' }, { type: 'tool-use-parked' }]);
  });

  it('is shown to the policy beside those of this chat, with all else as it was', async () => {
    const write = tool('look', { effect: 'write' });
    const policy = vi.fn<Policy>(decide);
    const lasting = { ...(await grantFor(write)), toolHash: 'another' };
    const given: Grant = { ...lasting, id: 'g2', scope: 'chat', conversationId: 'c1' };
    await propose([write], [{}], {
      policy,
      grants: [given],
      lastingGrants: () => Promise.resolve([lasting]),
    });
    const [first, second] = policy.mock.calls;
    expect(first?.[1]).toEqual([given]);
    expect(second).toEqual([
      first?.[0],
      [given, lasting],
      { ...first?.[2], blockedSites: undefined },
    ]);
  });

  it('that cannot be read lets nothing run: the call is answered with the error', async () => {
    const write = tool('look', { effect: 'write' });
    const lastingGrants = () => Promise.reject(new Error('locked'));
    const [, settled] = await propose([write], [{}], { lastingGrants });
    expect(settled).toMatchObject({ outcome: 'error', blocks: [textBlock('Error: locked')] });
  });
});

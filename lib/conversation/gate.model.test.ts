import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFixture, tool } from '../../tests/support/conversation-fixture';
import { calls, says, type ScriptedReply } from '../../tests/support/scripted-model';
import type { ToolUse } from '../messaging/conversation-state';
import { conversationModes } from '../messaging/permission';

const sites = ['https://a.example', 'https://b.example', 'https://c.example'];

/** A value is a digit for the site and a letter for what is sent. */
const value = fc.stringMatching(/^[012][xy]$/);
const call = fc.record({
  name: fc.constantFrom('read_site', 'send', 'send', 'keep', 'close', 'ask', 'nothing_such'),
  value,
});
const answers = ['once', 'chat', 'chat', 'always', 'deny'] as const;
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

const step = fc.oneof(
  weighted(
    5,
    fc.record({
      kind: fc.constant('prompt' as const),
      batches: fc.array(fc.array(call, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
    }),
  ),
  weighted(
    9,
    fc.record({ kind: fc.constant('answer' as const), answer: fc.constantFrom(...answers) }),
  ),
  weighted(
    1,
    fc.record({ kind: fc.constant('mode' as const), mode: fc.constantFrom(...conversationModes) }),
  ),
  weighted(
    1,
    fc.record({
      kind: fc.constant('block' as const),
      host: fc.constantFrom('b.example', 'c.example'),
    }),
  ),
  weighted(1, fc.record({ kind: fc.constant('revoke' as const), index: fc.nat({ max: 2 }) })),
  weighted(1, fc.record({ kind: fc.constantFrom('stop' as const, 'pause' as const) })),
  weighted(2, fc.record({ kind: fc.constant('resume' as const) })),
);
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never;

const siteOf = (input: { value?: unknown }) => sites[Number(String(input.value)[0])] ?? '';
const target = (input: { value?: unknown }) => ({ origin: siteOf(input) });

/** Plays the steps in a real conversation. Every effect is judged in the moment it happens. */
async function play(steps: readonly Step[]) {
  const seen = { effects: 0, byGrant: 0, problems: new Array<string>() };
  const blocked: string[] = [];
  const effect = (name: string, spec: Parameters<typeof tool>[1]) =>
    tool(name, {
      effect: 'write',
      // One after another, so that some wait while the world changes.
      lane: () => 'one',
      ...spec,
      run: (input) => {
        seen.effects += 1;
        seen.problems.push(...problemsWith(name, input));
        return `${name} done`;
      },
    });
  const fixture = createFixture({
    tools: [
      tool('read_site', { capability: 'read-page', target, reads: (input) => [siteOf(input)] }),
      effect('send', { capability: 'send-out', target }),
      effect('keep', { capability: 'remember' }),
      effect('close', { capability: 'change-browser' }),
      tool('ask', { interaction: 'external' }),
    ],
    blockedSites: () => Promise.resolve([...blocked]),
  });
  const { handler, grants } = fixture;
  const replies: ScriptedReply[] = [];
  fixture.model.otherwise(() => replies.shift() ?? says('Done.'));
  const uses = (): ToolUse[] =>
    [...handler.state.turns.values()].flatMap((turn) =>
      turn.role === 'assistant' ? turn.toolUses : [],
    );

  /** The table in other words: what must be true of an effect that happens now. */
  function problemsWith(name: string, input: { value?: unknown }): string[] {
    const json = JSON.stringify(input);
    const use = uses().find(
      ({ state, call: made }) =>
        state === 'running' && made.name === name && made.argumentsJson === json,
    );
    if (!use) return [`${name} ran without a record that says so`];
    const site = name === 'send' ? siteOf(input) : undefined;
    const forbidden = [
      ...(handler.state.mode === 'read-only' ? [`${name} ran in a chat that only reads`] : []),
      ...(blocked.some((host) => site?.endsWith(host)) ? [`${name} ran on a blocked site`] : []),
    ];
    if (use.answer !== undefined) {
      // The person said yes to this call, with the site before their eyes.
      const isShown = use.request?.target?.origin === site;
      return isShown ? forbidden : [...forbidden, `${name} was shown for another site`];
    }
    seen.byGrant += 1;
    const grant = [...handler.state.grants, ...grants].find(({ id }) => id === use.grantId);
    if (!grant) return [`${name} ran without an answer and without a grant`];
    const turn = handler.state.turns.get(use.turnId);
    const wasAlone = turn?.role === 'assistant' && turn.toolUses.length === 1;
    const foreign = [...handler.state.dataOrigins].some((origin) => origin !== site);
    return [
      ...(grant.toolId === use.toolId ? [] : [`${name} ran by the grant of another tool`]),
      ...(grant.site === site ? [] : [`${name} ran by a grant for another site`]),
      ...forbidden,
      // What another call of the same answer read meanwhile cannot be in its arguments.
      ...(foreign && wasAlone && grant.exactly !== JSON.stringify(input)
        ? [`${name} carried data of others unseen`]
        : []),
    ];
  }

  for (const next of steps) {
    switch (next.kind) {
      case 'prompt': {
        const batches = next.batches.map((batch) =>
          calls(batch.map(({ name, value: given }) => ({ name, arguments: { value: given } }))),
        );
        replies.splice(0, Infinity, ...batches);
        await fixture.send('Go on');
        break;
      }
      case 'answer': {
        // The last first, so that what is allowed often waits for what is not.
        const use = uses().findLast(({ state }) => state === 'awaiting-user');
        const decision = use?.request?.kind === 'external' ? 'deny' : next.answer;
        // "Always" is refused where it may not be given; the card goes on waiting.
        if (use) await handler.respondToPermission(use.id, decision).catch(() => undefined);
        break;
      }
      case 'mode':
        await handler.setMode(next.mode);
        break;
      case 'block':
        blocked.push(next.host);
        break;
      case 'revoke': {
        const id = [...handler.state.grants, ...grants][next.index]?.id ?? '';
        grants.splice(0, Infinity, ...grants.filter((grant) => grant.id !== id));
        await handler.revokeGrant(id);
        break;
      }
      case 'stop':
        await handler.stop();
        break;
      case 'pause':
        await handler.pause();
        break;
      case 'resume':
        await handler.resume();
        break;
    }
    await handler.whenQuiet();
  }
  return seen;
}

describe('no sequence of what a model may say', () => {
  it('reaches an effect that the table forbids', async () => {
    let effects = 0;
    let byGrant = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const seen = await play(steps);
        effects += seen.effects;
        byGrant += seen.byGrant;
        expect(seen.problems).toEqual([]);
      }),
      { numRuns: 250 },
    );
    // Or nothing would have been shown.
    expect(effects).toBeGreaterThan(200);
    expect(byGrant).toBeGreaterThan(30);
  }, 120_000);
});

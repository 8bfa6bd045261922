import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  capabilities,
  conversationModes,
  humanOnlyKinds,
  type Grant,
} from '../messaging/permission';
import { decide, type Decision, type PermissionRequest, type PolicyContext } from './policy';

// Few values of each, so that requests and grants often meet and often just miss each other.
const toolIds = ['builtin::one', 'builtin::two', 'site:https://a.example:one'];
const hashes = ['h1', 'h2'];
const sites = ['https://a.example', 'https://b.example', 'http://a.example', 'https://x.a.example'];
const chats = ['c1', 'c2'];
const inputs = ['{"x":1}', '{"x":2}'];

const toolId = fc.constantFrom(...toolIds);
const toolHash = fc.constantFrom(...hashes);
const site = fc.constantFrom(...sites);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const request: fc.Arbitrary<PermissionRequest> = fc.record({
  toolId,
  toolHash,
  effect: fc.constantFrom('read', 'write'),
  capability: fc.constantFrom(...capabilities),
  interaction: fc.constantFrom('none', 'permission', 'external'),
  target: maybe(fc.record({ origin: site, frameOf: maybe(site) })),
  carries: maybe(fc.boolean()),
  inputKey: fc.constantFrom(...inputs),
  humanOnly: fc.option(fc.constantFrom(...humanOnlyKinds), { nil: undefined, freq: 8 }),
});

const grant: fc.Arbitrary<Grant> = fc
  .record({
    id: fc.constantFrom('g1', 'g2', 'g3', 'g4'),
    scope: fc.constantFrom('chat', 'always'),
    conversationId: fc.constantFrom(...chats),
    toolId,
    toolHash,
    alike: maybe(fc.array(fc.record({ toolId, toolHash }), { maxLength: 2 })),
    site: maybe(site),
    frameOf: maybe(site),
    exactly: maybe(fc.constantFrom(...inputs)),
    expiresAt: maybe(fc.constantFrom(50, 150)),
    times: maybe(fc.constantFrom(1, 2)),
    givenAt: fc.constant(1),
  })
  .map((made) => (made.scope === 'always' ? { ...made, conversationId: undefined } : made));
const grants = fc.uniqueArray(grant, { maxLength: 4, selector: ({ id }) => id });

const context: fc.Arbitrary<PolicyContext> = fc.record({
  conversationId: fc.constantFrom(...chats),
  mode: fc.constantFrom(...conversationModes),
  dataOrigins: fc.uniqueArray(fc.oneof(site, fc.constant('browser')), { maxLength: 2 }),
  blockedSites: fc.uniqueArray(fc.constantFrom('b.example', 'x.a.example'), { maxLength: 1 }),
  now: fc.constant(100),
  grantUses: fc.constantFrom(new Map(), new Map([['g1', 1]]), new Map([['g2', 2]])),
});

const isFree = ({ effect, capability, interaction, toolId: id }: PermissionRequest) =>
  interaction === 'external' ||
  (effect === 'read' &&
    interaction === 'none' &&
    id.startsWith('builtin:') &&
    ['none', 'read-page', 'read-browser', 'remember'].includes(capability));

const bare = ({ verdict, reason, grantId }: Decision) => ({ verdict, reason, grantId });

function check(property: (r: PermissionRequest, g: Grant[], c: PolicyContext) => void): void {
  fc.assert(fc.property(request, grants, context, property), { numRuns: 3_000 });
}

describe('the policy, whatever is asked', () => {
  it('lets nothing with an effect through without a grant', () => {
    check((asked, _grants, where) => {
      if (decide(asked, [], where).verdict === 'allow') expect(isFree(asked)).toBe(true);
    });
  });

  it('lets through by a grant exactly what the grant says: tool, hash, site, frame, chat, time', () => {
    check((asked, given, where) => {
      const { grantId } = decide(asked, given, where);
      if (grantId === undefined) return;
      const used = given.find(({ id }) => id === grantId);
      const pins = [used, ...(used?.alike ?? [])];
      expect(
        pins.some((pin) => pin?.toolId === asked.toolId && pin.toolHash === asked.toolHash),
      ).toBe(true);
      expect(used?.site).toBe(asked.target?.origin);
      expect(used?.frameOf).toBe(asked.target?.frameOf);
      if (used?.scope === 'chat') expect(used.conversationId).toBe(where.conversationId);
      if (used?.exactly !== undefined) expect(used.exactly).toBe(asked.inputKey);
      expect(used?.expiresAt ?? Infinity).toBeGreaterThan(100);
      expect(where.grantUses?.get(grantId) ?? 0).toBeLessThan(used?.times ?? Infinity);
      expect(asked.capability === 'run-code' && used?.scope === 'always').toBe(false);
    });
  });

  it('takes a grant back at once: without it the call asks, or stands on another', () => {
    check((asked, given, where) => {
      const { grantId } = decide(asked, given, where);
      if (grantId === undefined) return;
      const left = given.filter(({ id }) => id !== grantId);
      const after = decide(asked, left, where);
      expect(after.grantId).not.toBe(grantId);
      if (after.verdict === 'allow') expect(after.grantId).toBeDefined();
    });
  });

  it('never lets data of one origin go to another, except as exactly what was shown', () => {
    check((asked, given, where) => {
      const decision = decide(asked, given, where);
      const carries =
        asked.capability === 'remember' || asked.capability === 'change-browser'
          ? asked.effect === 'write' || (asked.capability === 'change-browser' && asked.carries)
          : (asked.carries ??
            (!asked.toolId.startsWith('builtin:') ||
              ['send-out', 'navigate', 'act-on-page', 'run-code'].includes(asked.capability)));
      const foreign = (where.dataOrigins ?? []).some((held) => held !== asked.target?.origin);
      if (decision.verdict !== 'allow' || !carries || !foreign) return;
      if (asked.interaction === 'external') return;
      const used = given.find(({ id }) => id === decision.grantId);
      expect(used).toMatchObject({ exactly: asked.inputKey, scope: 'chat' });
    });
  });

  it('denies what is for people only, blocked or beyond reading, whatever was granted', () => {
    check((asked, given, where) => {
      const { verdict } = decide(asked, given, where);
      if (asked.interaction === 'external') return;
      if (asked.humanOnly !== undefined) expect(verdict).toBe('deny');
      if (where.mode === 'read-only' && asked.effect === 'write') expect(verdict).toBe('deny');
      const blocked = where.blockedSites?.[0];
      if (blocked !== undefined && asked.target?.origin === `https://${blocked}`) {
        expect(verdict).toBe('deny');
      }
    });
  });

  it('says the same whatever the order of grants and origins, the casing and the spelling', () => {
    check((asked, given, where) => {
      const loud = (origin: string | undefined) =>
        origin && `${origin.toUpperCase().replace('HTTPS', 'hTTps')}/path?query#hash`;
      const spelled: PermissionRequest = {
        ...asked,
        target: asked.target && {
          origin: loud(asked.target.origin) ?? '',
          ...(asked.target.frameOf === undefined ? {} : { frameOf: loud(asked.target.frameOf) }),
        },
      };
      const turned: PolicyContext = {
        ...where,
        dataOrigins: where.dataOrigins
          ?.toReversed()
          .map((origin) => loud(origin) ?? origin)
          .map((origin) => (origin.startsWith('BROWSER') ? 'Browser' : origin)),
      };
      expect(bare(decide(spelled, given.toReversed(), turned))).toEqual(
        bare(decide(asked, given, where)),
      );
    });
  });

  it('always gives a reason, and never changes what it was given', () => {
    check((asked, given, where) => {
      const before = JSON.stringify([asked, given, where]);
      expect(decide(asked, given, where).reason).toMatch(/\.$/);
      expect(JSON.stringify([asked, given, where])).toBe(before);
    });
  });

  it('is not moved by more grants: what was allowed stays allowed, what was denied stays denied', () => {
    fc.assert(
      fc.property(request, grants, grant, context, (asked, given, another, where) => {
        const before = decide(asked, given, where).verdict;
        const after = decide(asked, [...given, { ...another, id: 'g9' }], where).verdict;
        if (before !== 'ask') expect(after).toBe(before);
        expect(after === 'deny').toBe(before === 'deny');
      }),
      { numRuns: 5_000 },
    );
  });
});

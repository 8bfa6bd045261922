import { describe, expect, it } from 'vitest';
import type { Grant } from '../messaging/permission';
import { decide, mayBeAlways, type PermissionRequest } from './policy';

const write: PermissionRequest = {
  toolId: 'builtin::open_url',
  toolHash: 'h1',
  effect: 'write',
  capability: 'navigate',
  interaction: 'none',
};
const read: PermissionRequest = { ...write, effect: 'read', capability: 'none' };
const here = { conversationId: 'c1' };
const grant: Grant = {
  id: 'g1',
  scope: 'chat',
  conversationId: 'c1',
  toolId: write.toolId,
  toolHash: 'h1',
  givenAt: 1,
};

describe('the gate', () => {
  it('BRV-04 lets a tool that only reads run by itself', () => {
    expect(decide(read, [], here)).toMatchObject({ verdict: 'allow', reason: 'It only reads.' });
  });

  it('BRV-11 asks before a write and says why', () => {
    const decision = decide(write, [], here);
    expect(decision.verdict).toBe('ask');
    expect(decision.reason).toMatch(/changes something/);
    expect(decision.grantId).toBeUndefined();
  });

  it('asks when a reading tool declares that it needs permission', () => {
    const decision = decide({ ...read, interaction: 'permission' }, [], here);
    expect(decision.verdict).toBe('ask');
    expect(decision.reason).toMatch(/needs your permission/);
  });

  it('never asks for permission to ask: an external tool is answered by the person', () => {
    expect(decide({ ...write, interaction: 'external' }, [], here)).toMatchObject({
      verdict: 'allow',
      reason: expect.stringMatching(/yours/),
    });
  });

  it('BRV-05 honours a grant of this chat in this chat only', () => {
    expect(decide(write, [grant], here)).toMatchObject({
      verdict: 'allow',
      grantId: 'g1',
      reason: 'You allowed it for this chat.',
    });
    expect(decide(write, [grant], { conversationId: 'c2' })).toMatchObject({
      verdict: 'ask',
      reason: expect.stringMatching(/changes something/),
    });
  });

  it('honours a lasting grant everywhere', () => {
    const always: Grant = { ...grant, scope: 'always', conversationId: undefined };
    expect(decide(write, [always], { conversationId: 'c9' })).toMatchObject({
      verdict: 'allow',
      reason: 'You allowed it always.',
    });
  });

  it('asks again when the tool is no longer the one that was granted, and says so', () => {
    const decision = decide({ ...write, toolHash: 'h2' }, [grant], here);
    expect(decision.verdict).toBe('ask');
    expect(decision.reason).toMatch(/changed since/);
  });

  it('does not stretch a grant to another tool with the same hash', () => {
    expect(decide({ ...write, toolId: 'builtin::other' }, [grant], here)).toMatchObject({
      verdict: 'ask',
      reason: expect.stringMatching(/changes something/),
    });
  });
});

describe('a site', () => {
  const shop: PermissionRequest = { ...write, target: { origin: 'https://shop.example' } };
  const onShop: Grant = { ...grant, site: 'https://shop.example' };

  it('is what a grant holds for: another one, another port and another scheme ask', () => {
    expect(decide(shop, [onShop], here)).toMatchObject({ verdict: 'allow', grantId: 'g1' });
    for (const origin of [
      'https://other.example',
      'https://sub.shop.example',
      'https://shop.example:8443',
      'http://shop.example',
      'https://shop.example.evil.example',
      'https://shop.example@evil.example',
    ]) {
      const asked = decide({ ...write, target: { origin } }, [onShop], here);
      expect([origin, asked.verdict]).toEqual([origin, 'ask']);
    }
  });

  it('is the same however its address is written', () => {
    for (const origin of [
      'HTTPS://SHOP.example',
      'https://shop.example:443/',
      ' https://shop.example/a?b ',
    ]) {
      expect(decide({ ...write, target: { origin } }, [onShop], here).verdict).toBe('allow');
    }
  });

  it('is needed: a grant without one does not hold anywhere, nor one with it nowhere', () => {
    expect(decide(shop, [grant], here).verdict).toBe('ask');
    expect(decide(write, [onShop], here).verdict).toBe('ask');
  });

  it('in a frame of another page is another place than by itself', () => {
    const framed = { origin: 'https://shop.example', frameOf: 'https://news.example' };
    expect(decide({ ...write, target: framed }, [onShop], here).verdict).toBe('ask');
    const inFrame = { ...onShop, frameOf: 'https://news.example' };
    expect(decide({ ...write, target: framed }, [inFrame], here).verdict).toBe('allow');
    expect(decide(shop, [inFrame], here).verdict).toBe('ask');
  });

  it('that is blocked is neither read nor acted on, whatever was granted, subdomains included', () => {
    const blocked = { ...here, blockedSites: ['shop.example'] };
    expect(decide(shop, [onShop], blocked)).toMatchObject({
      verdict: 'deny',
      reason: 'You blocked this site.',
    });
    for (const target of [
      { origin: 'https://a.shop.example' },
      { origin: 'http://shop.example:8080' },
      { origin: 'https://SHOP.example.' },
      { origin: 'https://ads.example', frameOf: 'https://shop.example' },
    ]) {
      const reading = { ...read, capability: 'read-page' as const, target };
      expect(decide(reading, [], blocked).verdict).toBe('deny');
    }
    const tool = { ...read, toolId: 'site:https://shop.example:8080:search' };
    expect(decide(tool, [], blocked).verdict).toBe('deny');
    expect(
      decide({ ...shop, target: { origin: 'https://workshop.example' } }, [], blocked).verdict,
    ).toBe('ask');
  });
});

describe('data of one origin', () => {
  const mail = { ...here, dataOrigins: ['https://mail.example'] };
  const toShop: PermissionRequest = {
    ...write,
    capability: 'send-out',
    target: { origin: 'https://shop.example' },
    inputKey: '{"a":1}',
  };
  const always: Grant = {
    ...grant,
    scope: 'always',
    conversationId: undefined,
    site: 'https://shop.example',
  };

  it('makes every send-out elsewhere ask, whatever was granted, and names where it came from', () => {
    expect(decide(toShop, [always], here).verdict).toBe('allow');
    const decision = decide(
      toShop,
      [always, { ...always, id: 'g2', scope: 'chat', conversationId: 'c1' }],
      mail,
    );
    expect(decision).toMatchObject({ verdict: 'ask', foreign: ['https://mail.example'] });
    expect(decision.reason).toContain('mail.example');
    expect(mayBeAlways(toShop, decision)).toBe(false);
  });

  it('may go back to where it came from', () => {
    const held = { ...here, dataOrigins: ['HTTPS://shop.example:443'] };
    expect(decide(toShop, [always], held).verdict).toBe('allow');
    expect(decide(toShop, [], held)).not.toHaveProperty('foreign');
  });

  it('asks when it is not known where it would go', () => {
    expect(decide({ ...toShop, target: undefined }, [], mail)).toMatchObject({
      verdict: 'ask',
      foreign: ['https://mail.example'],
    });
  });

  it.each(['send-out', 'navigate', 'act-on-page', 'run-code'] as const)(
    'is carried by %s unless the tool says that it carries nothing',
    (capability) => {
      expect(decide({ ...toShop, capability }, [], mail)).toHaveProperty('foreign');
      expect(decide({ ...toShop, capability, carries: false }, [], mail)).not.toHaveProperty(
        'foreign',
      );
    },
  );

  it('is not remembered unseen, though remembering was allowed for always', () => {
    const remember: PermissionRequest = { ...write, capability: 'remember' };
    const granted: Grant = { ...grant, scope: 'always', conversationId: undefined };
    expect(decide(remember, [granted], here).verdict).toBe('allow');
    expect(decide(remember, [granted], mail)).toMatchObject({
      verdict: 'ask',
      foreign: ['https://mail.example'],
    });
  });

  it('may have led to what would change the browser: that is asked too, and granted as shown', () => {
    const close: PermissionRequest = {
      ...write,
      capability: 'change-browser',
      inputKey: '{"a":1}',
    };
    const tabs = { ...here, dataOrigins: ['browser'] };
    const chat: Grant = { ...grant, exactly: '{"a":1}' };
    expect(decide(close, [grant], here).verdict).toBe('allow');
    const decision = decide(close, [grant], tabs);
    expect(decision).toMatchObject({ verdict: 'ask', foreign: ['browser'] });
    expect(decision.reason).toContain('could have led to this');
    expect(decide(close, [chat], tabs).verdict).toBe('allow');
  });

  it('does not keep our own reading tools from reading', () => {
    expect(
      decide(
        { ...read, capability: 'read-page', target: { origin: 'https://other.example' } },
        [],
        mail,
      ).verdict,
    ).toBe('allow');
  });

  it('goes along again in the same chat only as exactly what was shown', () => {
    const exactly: Grant = { ...always, scope: 'chat', conversationId: 'c1', exactly: '{"a":1}' };
    expect(decide(toShop, [exactly], mail)).toMatchObject({ verdict: 'allow', grantId: 'g1' });
    expect(decide({ ...toShop, inputKey: '{"a":2}' }, [exactly], mail).verdict).toBe('ask');
    expect(decide(toShop, [exactly], { ...mail, conversationId: 'c2' }).verdict).toBe('ask');
    // Without data of others it is still for that input alone.
    expect(decide({ ...toShop, inputKey: '{"a":2}' }, [exactly], here).verdict).toBe('ask');
  });
});

describe('a grant', () => {
  it('ends when its time is over, and does not count where nobody knows the time', () => {
    const ending: Grant = { ...grant, expiresAt: 100 };
    expect(decide(write, [ending], { ...here, now: 99 }).verdict).toBe('allow');
    expect(decide(write, [ending], { ...here, now: 100 }).verdict).toBe('ask');
    expect(decide(write, [ending], here).verdict).toBe('ask');
  });

  it('of a plan lets as many calls through as the plan says', () => {
    const planned: Grant = { ...grant, times: 2, fromPlan: true };
    const used = (count: number) => ({ ...here, grantUses: new Map([['g1', count]]) });
    expect(decide(write, [planned], used(1))).toMatchObject({
      verdict: 'allow',
      reason: 'You allowed it with the plan.',
    });
    expect(decide(write, [planned], used(2)).verdict).toBe('ask');
  });

  it('for a capability holds for the tools that there were, as they were', () => {
    const all: Grant = {
      ...grant,
      capability: 'navigate',
      alike: [{ toolId: 'builtin::other', toolHash: 'h7' }],
    };
    expect(
      decide({ ...write, toolId: 'builtin::other', toolHash: 'h7' }, [all], here).verdict,
    ).toBe('allow');
    expect(
      decide({ ...write, toolId: 'builtin::other', toolHash: 'h8' }, [all], here),
    ).toMatchObject({ reason: expect.stringMatching(/changed since/) });
    expect(decide({ ...write, toolId: 'builtin::new', toolHash: 'h7' }, [all], here).verdict).toBe(
      'ask',
    );
  });

  it('for always does not cover code, and is not offered for it', () => {
    const code: PermissionRequest = { ...write, capability: 'run-code' };
    const always: Grant = { ...grant, scope: 'always', conversationId: undefined };
    expect(decide(code, [always], here).verdict).toBe('ask');
    expect(mayBeAlways(code, decide(code, [], here))).toBe(false);
    expect(mayBeAlways(write, decide(write, [], here))).toBe(true);
    expect(decide(code, [grant], here).verdict).toBe('allow');
  });
});

describe('a tool of somebody else', () => {
  const site: PermissionRequest = {
    ...read,
    toolId: 'site:https://shop.example:search',
    target: { origin: 'https://shop.example' },
  };

  it('asks even if it says that it only reads', () => {
    expect(decide(site, [], here)).toMatchObject({
      verdict: 'ask',
      reason: expect.stringMatching(/not one of Tandem/),
    });
  });

  it('gets what it is called with: data of others is shown first', () => {
    const held = { ...here, dataOrigins: ['https://mail.example'] };
    expect(decide(site, [], held)).toMatchObject({
      verdict: 'ask',
      foreign: ['https://mail.example'],
    });
  });
});

describe('the mode of a chat', () => {
  it('read only refuses whatever does more than read, granted or not', () => {
    const readOnly = { ...here, mode: 'read-only' as const };
    expect(decide(write, [grant], readOnly)).toMatchObject({
      verdict: 'deny',
      reason: 'This chat is set to read only.',
    });
    expect(decide({ ...read, capability: 'send-out' }, [], readOnly).verdict).toBe('deny');
    expect(decide({ ...read, toolId: 'mcp:x:y' }, [], readOnly).verdict).toBe('deny');
    expect(decide(read, [], readOnly).verdict).toBe('allow');
    expect(
      decide(
        { ...read, capability: 'read-page', target: { origin: 'https://a.example' } },
        [],
        readOnly,
      ).verdict,
    ).toBe('allow');
    expect(decide({ ...write, interaction: 'external' }, [], readOnly).verdict).toBe('allow');
  });

  it('plan first asks for what is on no plan, and says so', () => {
    expect(decide(write, [], { ...here, mode: 'plan' })).toMatchObject({
      verdict: 'ask',
      reason: expect.stringMatching(/plan/),
    });
  });
});

describe('a run that nobody looks on', () => {
  it('gets a refusal where a person would be asked, and what was granted', () => {
    const alone = { ...here, kind: 'unattended' as const };
    expect(decide(write, [], alone)).toMatchObject({
      verdict: 'deny',
      reason: 'Nobody is there to be asked.',
    });
    expect(decide(write, [grant], alone).verdict).toBe('allow');
    expect(decide(read, [], alone).verdict).toBe('allow');
    expect(decide(write, [], { ...here, kind: 'temporary' }).verdict).toBe('ask');
  });
});

describe('what only a person may do', () => {
  it.each(['password', 'one-time-code', 'card', 'captcha', 'own-confirmation'] as const)(
    'is handed over, whatever was granted: %s',
    (humanOnly) => {
      const decision = decide({ ...write, humanOnly }, [grant], here);
      expect(decision).toMatchObject({ verdict: 'deny', handOver: humanOnly });
      expect(decision.reason).not.toBe('');
    },
  );
});

import { describe, expect, it } from 'vitest';
import type { Grant } from '../messaging/run-record';
import { decide, type PermissionRequest } from './policy';

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

import { describe, expect, it, vi } from 'vitest';
import { createFixture, tool } from '../../tests/support/conversation-fixture';
import { calls, says } from '../../tests/support/scripted-model';
import { systemClock } from '../shared/clock';
import type { Tool } from '../tools/tool';

const lane = () => 'one';
const target = ({ value }: { value?: unknown }) => ({ origin: `https://${String(value)}` });
const batch = calls([
  { id: 'a', name: 'first' },
  { id: 's', name: 'send', arguments: { value: 'shop.example' } },
]);

/** A call that a grant lets through, and that waits for another one of its lane. */
async function begin() {
  const sent: string[] = [];
  const blocked: string[] = [];
  const disk = { answers: true };
  const time = { now: 1_000 };
  const send = tool('send', {
    effect: 'write',
    capability: 'send-out',
    lane,
    target,
    run: ({ value }) => sent.push(String(value)),
  });
  const fixture = createFixture({
    tools: [tool('first', { effect: 'write', lane }), send],
    replies: [
      calls([{ id: 'g', name: 'send', arguments: { value: 'shop.example' } }]),
      says('Sent.'),
      batch,
    ],
    clock: { ...systemClock, now: () => time.now },
    blockedSites: () =>
      disk.answers ? Promise.resolve([...blocked]) : Promise.reject(new Error('No disk.')),
  });
  fixture.model.otherwise(() => says('Done.'));
  const { handler } = fixture;
  await fixture.send('Send it');
  await handler.respondToPermission('g', 'chat', undefined, { expiresInMs: 5_000 });
  await handler.whenQuiet();
  sent.length = 0;
  await fixture.send('Once more, after the other');
  expect(fixture.use('s')).toMatchObject({ state: 'proposed', verdict: 'allow' });
  const letFirstGo = async () => {
    await handler.respondToPermission('a', 'once');
    await handler.whenQuiet();
  };
  return { ...fixture, sent, blocked, disk, time, letFirstGo };
}

describe('a call that was let through and has to wait', () => {
  it('runs by its grant when its turn comes', async () => {
    const { sent, letFirstGo, use } = await begin();
    await letFirstGo();
    expect(sent).toEqual(['shop.example']);
    expect(use('s').state).toBe('ok');
  });

  it('asks after all when the grant has ended meanwhile', async () => {
    const { sent, letFirstGo, use, time } = await begin();
    time.now += 5_000;
    await letFirstGo();
    expect(sent).toEqual([]);
    expect(use('s')).toMatchObject({ state: 'awaiting-user', request: { kind: 'permission' } });
  });

  it('is refused when its site was blocked meanwhile', async () => {
    const { sent, letFirstGo, use, blocked } = await begin();
    blocked.push('shop.example');
    await letFirstGo();
    expect(sent).toEqual([]);
    expect(use('s').state).toBe('denied');
  });

  it('is refused when the chat was set to read only meanwhile', async () => {
    const { sent, letFirstGo, use, handler } = await begin();
    await handler.setMode('read-only');
    // What the person is asked themselves cannot be allowed in that mode either.
    await expect(letFirstGo()).rejects.toMatchObject({ code: 'permission-denied' });
    await handler.respondToPermission('a', 'deny');
    await handler.whenQuiet();
    expect(sent).toEqual([]);
    expect(use('s').state).toBe('denied');
  });

  it('asks when the grant was taken back, and says so', async () => {
    const { sent, letFirstGo, use, handler } = await begin();
    await handler.revokeGrant(use('s').grantId ?? '');
    await letFirstGo();
    expect(sent).toEqual([]);
    expect(use('s')).toMatchObject({
      state: 'awaiting-user',
      request: { reason: expect.stringMatching(/took back/) },
    });
  });

  it('is judged again by a new worker, which finds it in the log', async () => {
    const { log, sent, blocked, handler } = await begin();
    await handler.abandon();
    blocked.push('shop.example');
    const reborn = createFixture({
      log,
      tools: [
        tool('first', { effect: 'write', lane }),
        tool('send', {
          effect: 'write',
          capability: 'send-out',
          lane,
          target,
          run: ({ value }) => sent.push(String(value)),
        }),
      ],
      clock: { ...systemClock, now: () => 1_000 },
      blockedSites: () => Promise.resolve(blocked),
    });
    reborn.model.otherwise(() => says('Done.'));
    await reborn.handler.load();
    await reborn.handler.recover();
    await reborn.handler.respondToPermission('a', 'deny');
    await reborn.handler.whenQuiet();
    expect(sent).toEqual([]);
    expect(reborn.use('s').state).toBe('denied');
  });

  it('that cannot be judged any more is answered with the error, once', async () => {
    const fixture = await begin();
    fixture.disk.answers = false;
    await fixture.handler.respondToPermission('a', 'deny');
    await fixture.handler.whenQuiet();
    expect(fixture.sent).toEqual([]);
    expect(fixture.use('s').state).toBe('error');
  });
});

describe('a call that the person allowed and that has to wait', () => {
  const both = (first: string) =>
    calls([
      { id: 'a', name: 'first' },
      { id: 'b', name: 'send', arguments: { value: first } },
    ]);

  async function allowedBehindAnother(tools: readonly Tool[] = []) {
    const sent: string[] = [];
    const blocked: string[] = [];
    const send = tool('send', {
      effect: 'write',
      capability: 'send-out',
      lane,
      target,
      run: ({ value }) => sent.push(String(value)),
    });
    const switches: Record<string, boolean> = {};
    const fixture = createFixture({
      tools: [tool('first', { effect: 'write', lane }), send, ...tools],
      replies: [both('b.example')],
      blockedSites: () => Promise.resolve([...blocked]),
      toolSettings: () => ({
        features: { memory: true, scheduling: false, email: false },
        switches: { ...switches },
      }),
    });
    fixture.model.otherwise(() => says('Done.'));
    await fixture.send('Go');
    await fixture.handler.respondToPermission('b', 'once');
    await fixture.handler.whenQuiet();
    expect(fixture.use('b').state).toBe('approved');
    const finish = async () => {
      await fixture.handler.respondToPermission('a', 'deny');
      await fixture.handler.whenQuiet();
    };
    return { ...fixture, sent, blocked, switches, finish };
  }

  it('runs when its turn comes, without being asked again', async () => {
    const { finish, sent, use } = await allowedBehindAnother();
    await finish();
    expect([sent, use('b').state]).toEqual([['b.example'], 'ok']);
  });

  it('is refused when its site was blocked meanwhile', async () => {
    const { finish, sent, use, blocked } = await allowedBehindAnother();
    blocked.push('b.example');
    await finish();
    expect([sent, use('b').state]).toEqual([[], 'denied']);
  });

  it('is refused when the chat was set to read only meanwhile, through a pause as well', async () => {
    const { finish, sent, use, handler } = await allowedBehindAnother();
    await handler.pause();
    await handler.setMode('read-only');
    await handler.resume();
    await finish();
    expect([sent, use('b').state]).toEqual([[], 'denied']);
  });

  it('does not run when its tool was switched off meanwhile', async () => {
    const { finish, sent, use, switches } = await allowedBehindAnother();
    switches['tool_enabled_send'] = false;
    await finish();
    expect([sent, use('b').state]).toEqual([[], 'error']);
  });
});

describe('a read that the worker died in', () => {
  it('is judged again before it is done again', async () => {
    const read = (run: () => unknown) =>
      tool('read_site', {
        capability: 'read-page',
        target: () => ({ origin: 'https://b.example' }),
        run,
      });
    const hanging = createFixture({
      tools: [read(() => new Promise(() => undefined))],
      replies: [calls([{ id: 'r', name: 'read_site' }])],
    });
    await hanging.handler.submit({ blocks: [{ type: 'text', text: 'Read' }] });
    await vi.waitFor(() => expect(hanging.use('r').state).toBe('running'));
    const reads: string[] = [];
    const reborn = createFixture({
      log: hanging.log,
      tools: [read(() => reads.push('read'))],
      blockedSites: () => Promise.resolve(['b.example']),
    });
    reborn.model.otherwise(() => says('Done.'));
    await reborn.handler.load();
    await reborn.handler.recover();
    await reborn.handler.whenQuiet();
    expect([reads, reborn.use('r').state]).toEqual([[], 'denied']);
  });
});

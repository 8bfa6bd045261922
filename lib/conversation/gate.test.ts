import { describe, expect, it } from 'vitest';
import { createFixture, tool } from '../../tests/support/conversation-fixture';
import { calls, says } from '../../tests/support/scripted-model';
import { systemClock } from '../shared/clock';

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

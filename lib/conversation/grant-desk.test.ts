import { describe, expect, it, vi } from 'vitest';
import { tool } from '../../tests/support/conversation-fixture';
import { createPanelFixture, type TestPanel } from '../../tests/support/panel-fixture';
import { calls, gated, says, type ScriptedReply } from '../../tests/support/scripted-model';
import { textBlock } from '../messaging/content';
import { findToolUse } from '../messaging/conversation-state';
import { panelAnswers } from '../messaging/panel-protocol';
import type { Grant } from '../messaging/permission';
import { toolHash } from '../tools/tool-hash';
import type { Tool } from '../tools/tool';

const run = vi.fn(() => 'written');
const write = tool('write', { effect: 'write', title: 'Write it', run });

const always = async (change: Partial<Grant> = {}, of: Tool = write): Promise<Grant> => ({
  id: 'g1',
  scope: 'always',
  toolId: of.id,
  toolHash: await toolHash(of),
  givenAt: 5,
  ...change,
});

async function listed(panel: TestPanel) {
  return panelAnswers['grants-list'].parse(await panel.request({ type: 'grants-list' })).grants;
}

async function begin(replies: ScriptedReply[], grants: Grant[] = [], tools: Tool[] = [write]) {
  run.mockClear();
  const fixture = createPanelFixture({ tools, replies });
  fixture.grants.grants = grants;
  const started = await fixture.start();
  const { panel, conversationId, handler, quiet } = started;
  const send = (text: string) =>
    panel.request({ type: 'prompt-send', conversationId, blocks: [textBlock(text)] });
  const use = (id: string) => findToolUse(handler.state, id);
  const revoke = (grantId: string, chat?: string) =>
    panel.request({
      type: 'grant-revoke',
      grantId,
      ...(chat === undefined ? {} : { conversationId: chat }),
    });
  return { ...fixture, panel, conversationId, handler, quiet, send, use, revoke };
}

/** A call that is allowed and waits for another of its lane. */
async function queuedBehindAnother() {
  const lane = () => 'one';
  const inLane = tool('write', { effect: 'write', title: 'Write it', lane, run });
  return await begin(
    [
      calls([
        { id: 'a', name: 'ask_first' },
        { id: 'w', name: 'write' },
      ]),
      says('Done.'),
    ],
    [await always({}, inLane)],
    [tool('ask_first', { interaction: 'permission', lane }), inLane],
  );
}

describe('the permissions that were given', () => {
  it('are listed with what, where and since when, the newest first', async () => {
    const { panel, index, conversationId, send, quiet, revoke } = await begin(
      [calls([{ id: 'w', name: 'write' }]), says('Done.')],
      [await always()],
    );
    await revoke('g1');
    await send('Tidy my tabs');
    await quiet();
    await panel.request({
      type: 'permission-answer',
      conversationId,
      toolUseId: 'w',
      decision: 'chat',
    });
    await quiet();
    const [chat, ...others] = await listed(panel);
    expect(others).toEqual([]);
    expect(chat).toMatchObject({
      scope: 'chat',
      conversationId,
      chatTitle: 'Tidy my tabs',
      toolTitle: 'Write it',
      standing: 'holds',
    });
    expect(chat?.givenAt).toBeGreaterThan(5);
    await index.rename(conversationId, 'Spring cleaning');
    expect(await listed(panel)).toMatchObject([{ chatTitle: 'Spring cleaning' }]);
  });

  it('are told apart: those that hold, those whose tool changed, those whose tool is gone', async () => {
    const { panel } = await begin(
      [],
      [
        await always({ id: 'holds', givenAt: 1 }),
        await always({ id: 'changed', toolHash: 'other', givenAt: 3 }),
        await always({ id: 'gone', toolId: 'site:https://a.example:8080:find', givenAt: 2 }),
      ],
    );
    expect((await listed(panel)).map((grant) => [grant.toolTitle, grant.standing])).toEqual([
      ['Write it', 'changed'],
      ['find', 'gone'],
      ['Write it', 'holds'],
    ]);
  });

  it('show no hidden or endless words', async () => {
    const toolId = `site:https://a.example:\u202Eevil${'x'.repeat(500)}`;
    const { panel } = await begin([], [await always({ toolId })]);
    const [grant] = await listed(panel);
    expect(grant?.toolTitle).toMatch(/^evilx+…$/);
    expect(grant?.toolTitle).toHaveLength(80);
  });

  it('are announced to every panel when one is given or taken back', async () => {
    const { panel, connect, conversationId, send, quiet, revoke } = await begin([
      calls([
        { id: 'w1', name: 'write' },
        { id: 'w2', name: 'write' },
      ]),
      says('Done.'),
    ]);
    const other = connect();
    const changes = () => other.events.filter(({ type }) => type === 'grants-changed').length;
    await send('Go');
    await quiet();
    for (const [toolUseId, decision] of [
      ['w1', 'chat'],
      ['w2', 'always'],
    ] as const) {
      const before = changes();
      await panel.request({ type: 'permission-answer', conversationId, toolUseId, decision });
      await quiet();
      await other.caughtUp();
      expect([decision, changes()]).toEqual([decision, before + 1]);
    }
    const given = await listed(panel);
    expect(given.map(({ scope }) => scope).sort()).toEqual(['always', 'chat']);
    for (const { id, conversationId: chat } of given) {
      const before = changes();
      await revoke(id, chat);
      await other.caughtUp();
      expect(changes()).toBeGreaterThan(before);
    }
    expect(await listed(panel)).toEqual([]);
  });
});

describe('a permission that is taken back', () => {
  it('is not honoured by the next call, and the call says why it asks', async () => {
    const { send, quiet, use, revoke } = await begin(
      [calls([{ id: 'w1', name: 'write' }]), says('Done.'), calls([{ id: 'w2', name: 'write' }])],
      [await always()],
    );
    await send('One');
    await quiet();
    expect(use('w1')?.state).toBe('ok');
    await revoke('g1');
    await send('Two');
    await quiet();
    expect(use('w2')?.state).toBe('awaiting-user');
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is not honoured by a call that was let through and has not started', async () => {
    const { handler, send, quiet, use, revoke } = await queuedBehindAnother();
    await send('Go');
    await quiet();
    expect(use('w')).toMatchObject({ state: 'proposed', grantId: 'g1' });
    await revoke('g1');
    await handler.useTool('a');
    await quiet();
    expect(use('w')).toMatchObject({
      state: 'awaiting-user',
      request: { kind: 'permission', reason: expect.stringMatching(/took back/) },
    });
    expect(run).not.toHaveBeenCalled();
    await handler.useTool('w');
    await quiet();
    expect(use('w')?.state).toBe('ok');
    expect(run).toHaveBeenCalledOnce();
  });

  it('is not honoured by a call that is let through while it is taken back', async () => {
    const { grants, handler, send, quiet, use, revoke } = await queuedBehindAnother();
    const remove = grants.remove.bind(grants);
    grants.remove = async (id) => {
      await send('Go');
      await quiet();
      await remove(id);
    };
    await revoke('g1');
    await handler.useTool('a');
    await quiet();
    expect(use('w')?.state).toBe('awaiting-user');
    expect(run).not.toHaveBeenCalled();
  });

  it('is honoured by nothing under way when taking it back fails, and is still listed', async () => {
    const { panel, grants, handler, send, quiet, use, revoke } = await queuedBehindAnother();
    await send('Go');
    await quiet();
    grants.remove = () => Promise.reject(new Error('The disk does not answer.'));
    await expect(revoke('g1')).rejects.toThrow('The disk does not answer.');
    await handler.useTool('a');
    await quiet();
    expect(use('w')?.state).toBe('awaiting-user');
    expect(await listed(panel)).toHaveLength(1);
  });

  it('is not honoured by a call that is decided in the very moment', async () => {
    const { grants, send, quiet, use, revoke } = await begin(
      [calls([{ id: 'w', name: 'write' }]), says('Done.')],
      [await always()],
    );
    const list = grants.list.bind(grants);
    grants.list = async () => {
      const found = await list();
      await revoke('g1');
      return found;
    };
    await send('Go');
    await quiet();
    expect(use('w')?.state).toBe('awaiting-user');
    expect(run).not.toHaveBeenCalled();
  });

  it('stays taken back in the next worker, for what waited in a paused run', async () => {
    const stream = gated([
      { type: 'tool-call-delta', index: 0, id: 'w', name: 'write', argumentsDelta: '{}' },
    ]);
    const first = await begin([stream.reply], [await always()]);
    const { conversationId } = first;
    await first.send('Go');
    await first.panel.request({ type: 'run-pause', conversationId });
    stream.release();
    await first.quiet();
    expect(first.use('w')).toMatchObject({ state: 'proposed', grantId: 'g1' });
    await first.revoke('g1');
    const next = createPanelFixture({ tools: [write], runLog: first.log });
    const handler = await next.conversations.get(conversationId);
    await handler.resume();
    await handler.whenQuiet();
    expect(findToolUse(handler.state, 'w')?.state).toBe('awaiting-user');
    expect(run).not.toHaveBeenCalled();
  });

  it('of a chat holds no longer in that chat, and its record says so', async () => {
    const { panel, conversationId, log, send, quiet, use, revoke } = await begin([
      calls([{ id: 'w1', name: 'write' }]),
      says('Done.'),
      calls([{ id: 'w2', name: 'write' }]),
    ]);
    await send('One');
    await quiet();
    await panel.request({
      type: 'permission-answer',
      conversationId,
      toolUseId: 'w1',
      decision: 'chat',
    });
    await quiet();
    const [grant] = await listed(panel);
    await revoke(grant?.id ?? '', conversationId);
    expect(log.records.get(conversationId)?.at(-1)).toMatchObject({
      type: 'grant-revoked',
      grantId: grant?.id,
    });
    expect(panel.records.at(-1)?.type).toBe('grant-revoked');
    await send('Two');
    await quiet();
    expect(use('w2')?.state).toBe('awaiting-user');
  });

  it('leaves no trace in chats that are at rest, and can be taken back twice', async () => {
    const { log, conversationId, send, quiet, revoke } = await begin(
      [says('Hi.')],
      [await always()],
    );
    await send('Hello');
    await quiet();
    const before = log.records.get(conversationId)?.length;
    await revoke('g1');
    await revoke('g1');
    await revoke('unknown', conversationId);
    await revoke('unknown', 'a chat that is gone');
    expect(log.records.get(conversationId)).toHaveLength(before ?? 0);
    expect(log.records.has('a chat that is gone')).toBe(false);
  });
});

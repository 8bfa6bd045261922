import { describe, expect, it, vi } from 'vitest';
import { createFixture, tool } from '../../tests/support/conversation-fixture';
import { calls, says } from '../../tests/support/scripted-model';
import { z } from '../shared/zod';

function writing(run = vi.fn(() => 'written')) {
  return { run, write: tool('write', { effect: 'write', title: 'Write it', run }) };
}

describe('a tool that needs permission', () => {
  it('BRV-06 BRV-07 BRV-08 BRV-11 is parked, runs exactly once when allowed, and the loop goes on', async () => {
    const { run, write } = writing();
    const fixture = createFixture({
      tools: [write],
      replies: [calls([{ id: 'w', name: 'write' }]), says('Done.')],
    });
    await fixture.send('Go');
    expect(fixture.use('w')).toMatchObject({
      state: 'awaiting-user',
      request: { kind: 'permission', card: 'permission', alwaysLabel: '“Write it”' },
    });
    expect(fixture.use('w').request?.reason).toMatch(/changes something/);
    expect(run).not.toHaveBeenCalled();
    expect(fixture.model.requests).toHaveLength(1);
    await fixture.handler.useTool('w');
    await fixture.handler.whenQuiet();
    expect(run).toHaveBeenCalledOnce();
    expect(fixture.resultTexts(1)).toEqual(['written']);
  });

  it('runs once although two clicks arrive', async () => {
    const { run, write } = writing();
    const fixture = createFixture({
      tools: [write],
      replies: [calls([{ id: 'w', name: 'write' }]), says('Done.')],
    });
    await fixture.send('Go');
    const clicks = await Promise.allSettled([
      fixture.handler.useTool('w'),
      fixture.handler.respondToPermission('w', 'once'),
      fixture.handler.useTool('w'),
    ]);
    await fixture.handler.whenQuiet();
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(run).toHaveBeenCalledOnce();
  });

  it('BRV-11 BRV-44 answers the model with a refusal when denied, and the others get their turn', async () => {
    const { run, write } = writing();
    const fixture = createFixture({
      tools: [write],
      replies: [
        calls([
          { id: 'w1', name: 'write' },
          { id: 'w2', name: 'write' },
        ]),
        says('Fine.'),
      ],
    });
    await fixture.send('Go');
    await fixture.handler.respondToPermission('w1', 'deny', 'not today');
    await fixture.handler.whenQuiet();
    expect(fixture.use('w1').state).toBe('denied');
    expect(fixture.use('w2').state).toBe('awaiting-user');
    expect(fixture.model.requests).toHaveLength(1);
    await fixture.handler.respondToPermission('w2', 'once');
    await fixture.handler.whenQuiet();
    expect(run).toHaveBeenCalledOnce();
    const [refusal, result] = fixture.resultTexts(1);
    expect(refusal).toMatch(/declined/);
    expect(refusal).toContain('not today');
    expect(result).toBe('written');
    expect(fixture.lastAnswer().text).toBe('Fine.');
  });

  it('BRV-05 BRV-44 is not asked for again in this chat once it was allowed for it', async () => {
    const { run, write } = writing();
    const fixture = createFixture({
      tools: [write],
      replies: [
        calls([{ id: 'w1', name: 'write', arguments: { value: 1 } }]),
        calls([{ id: 'w2', name: 'write', arguments: { value: 2 } }]),
        says('Done.'),
      ],
    });
    await fixture.send('Go');
    await fixture.handler.respondToPermission('w1', 'chat');
    await fixture.handler.whenQuiet();
    expect(run).toHaveBeenCalledTimes(2);
    expect(fixture.use('w2').state).toBe('ok');
    expect(fixture.grants).toEqual([]);
    const other = createFixture({
      conversationId: 'c2',
      tools: [write],
      replies: [calls([{ id: 'w3', name: 'write' }])],
    });
    await other.send('Go');
    expect(other.use('w3').state).toBe('awaiting-user');
  });

  it('is not asked for again anywhere once it was always allowed', async () => {
    const { write } = writing();
    const fixture = createFixture({
      tools: [write],
      replies: [calls([{ id: 'w1', name: 'write' }]), says('Done.')],
    });
    await fixture.send('Go');
    await fixture.handler.respondToPermission('w1', 'always');
    await fixture.handler.whenQuiet();
    expect(fixture.grants).toMatchObject([{ scope: 'always', toolId: 'builtin::write' }]);
    const other = createFixture({
      conversationId: 'c2',
      tools: [write],
      grants: { list: () => Promise.resolve(fixture.grants), add: () => Promise.resolve() },
      replies: [calls([{ id: 'w2', name: 'write' }]), says('Done.')],
    });
    await other.send('Go');
    expect(other.use('w2').state).toBe('ok');
  });

  it('is never run when the policy says no', async () => {
    const { run, write } = writing();
    const fixture = createFixture({
      tools: [write],
      policy: () => ({ verdict: 'deny', reason: 'Reading only.' }),
      replies: [calls([{ id: 'w', name: 'write' }]), says('I cannot.')],
    });
    await fixture.send('Go');
    expect(fixture.use('w').state).toBe('denied');
    expect(run).not.toHaveBeenCalled();
    expect(fixture.resultTexts(1)).toEqual(['Error: Reading only.']);
  });

  it('is answered as unavailable when it vanished between the approval and its start', async () => {
    const { run, write } = writing();
    let offered = [write];
    const fixture = createFixture({
      toolSources: [{ name: 'page', tools: () => offered }],
      replies: [calls([{ id: 'w', name: 'write' }]), says('Gone.')],
    });
    await fixture.send('Go');
    offered = [];
    await fixture.handler.getTools();
    await fixture.handler.useTool('w');
    await fixture.handler.whenQuiet();
    expect(run).not.toHaveBeenCalled();
    expect(fixture.use('w').state).toBe('error');
    expect(fixture.lastAnswer().text).toBe('Gone.');
  });

  it('is not run when it is no longer the tool that was shown', async () => {
    const { run, write } = writing();
    let offered = [write];
    const fixture = createFixture({
      toolSources: [{ name: 'page', tools: () => offered }],
      replies: [calls([{ id: 'w', name: 'write' }]), says('Changed.')],
    });
    await fixture.send('Go');
    offered = [tool('write', { effect: 'write', description: 'Use it for something else.', run })];
    await fixture.handler.getTools();
    await fixture.handler.useTool('w');
    await fixture.handler.whenQuiet();
    expect(run).not.toHaveBeenCalled();
    expect(fixture.use('w').state).toBe('error');
  });
});

describe('a tool that lacks a permission of the browser', () => {
  it('AGUI-22 BRV-23 is still offered, and its call waits for the click that can ask the browser', async () => {
    const run = vi.fn(() => 'tabs');
    let missing = ['tabs'];
    const fixture = createFixture({
      tools: [tool('list', { run, browserPermissions: ['tabs'] })],
      missingPermissions: () => Promise.resolve(missing),
      replies: [
        calls([{ id: 'l', name: 'list' }]),
        calls([{ id: 'm', name: 'list' }]),
        says('Done.'),
      ],
    });
    await fixture.send('Go');
    expect(fixture.toolNames(0)).toEqual(['list']);
    expect(fixture.use('l')).toMatchObject({
      state: 'awaiting-user',
      request: { kind: 'permission', browserPermissions: ['tabs'] },
    });
    expect(fixture.use('l').request?.alwaysLabel).toBeUndefined();
    await expect(fixture.handler.respondToPermission('l', 'always')).rejects.toMatchObject({
      code: 'answer-invalid',
    });
    missing = [];
    await fixture.handler.respondToPermission('l', 'once');
    await fixture.handler.whenQuiet();
    expect(run).toHaveBeenCalledTimes(2);
    expect(fixture.use('m').state).toBe('ok');
  });
});

describe('a tool that needs a choice before it runs', () => {
  const run = vi.fn((_input: unknown, { userInput }: { userInput?: unknown }) =>
    JSON.stringify(userInput),
  );
  const group = tool('group', {
    effect: 'write',
    interaction: 'permission',
    card: 'tab-selection',
    userInput: z.object({ tabIds: z.array(z.number()).min(1, 'Choose a tab') }),
    run,
  });

  it('BRV-12 gets exactly what the user chose', async () => {
    const fixture = createFixture({
      tools: [group],
      replies: [calls([{ id: 'g', name: 'group' }]), says('Grouped.')],
    });
    await fixture.send('Go');
    expect(fixture.use('g')).toMatchObject({
      state: 'awaiting-user',
      request: { kind: 'input', card: 'tab-selection' },
    });
    await fixture.handler.useTool('g', { tabIds: [4, 6], extra: 'dropped' });
    await fixture.handler.whenQuiet();
    expect(fixture.resultTexts(1)).toEqual(['{"tabIds":[4,6]}']);
  });

  it('goes on waiting when the choice is unusable, or when it was only allowed', async () => {
    run.mockClear();
    const fixture = createFixture({
      tools: [group],
      replies: [calls([{ id: 'g', name: 'group' }])],
    });
    await fixture.send('Go');
    await expect(fixture.handler.useTool('g', { tabIds: [] })).rejects.toMatchObject({
      code: 'answer-invalid',
      message: 'That choice cannot be used: Choose a tab.',
    });
    await expect(fixture.handler.respondToPermission('g', 'once')).rejects.toMatchObject({
      code: 'answer-invalid',
    });
    expect(fixture.use('g').state).toBe('awaiting-user');
    expect(run).not.toHaveBeenCalled();
  });

  it('is asked every time, granted or not', async () => {
    const fixture = createFixture({
      tools: [group],
      policy: () => ({ verdict: 'allow', reason: 'granted' }),
      replies: [calls([{ id: 'g', name: 'group' }])],
    });
    await fixture.send('Go');
    expect(fixture.use('g').state).toBe('awaiting-user');
  });
});

import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../tests/support/manual-clock';
import type { ActivityEntry } from '../messaging/activity';
import type { GrantView } from '../messaging/kept-data';
import type { PanelCommand } from '../messaging/panel-protocol';
import { createDataStore } from './data-store';
import { createPortClient } from './port-client';
import { delivered, refuse, ScriptedWorker } from './testing/scripted-worker';

function open(worker: ScriptedWorker) {
  const clock = new ManualClock();
  const client = createPortClient({ connect: worker.connect, clock });
  const data = createDataStore(client, { clock });
  return { data, client, clock, activity: () => data.store.getState().activity };
}

const grant = (id: string, change: Partial<GrantView> = {}): GrantView => ({
  id,
  scope: 'always',
  toolTitle: 'Open a page',
  toolName: 'open_page',
  standing: 'holds',
  givenAt: 1,
  ...change,
});

function entry(at: number): ActivityEntry {
  return {
    conversationId: 'c1',
    toolUseId: `t${at}`,
    chatTitle: 'Tidy my tabs',
    at,
    toolName: 'open_page',
    toolTitle: 'Open a page',
    toolText: `Open page ${at}`,
    effect: 'write',
    reason: '',
    argumentsJson: '{}',
    state: 'ok',
  };
}

/** The newest first, as many as asked for, after the one that was named. */
function pageOf(count: number, command: PanelCommand) {
  if (command.type !== 'activity-list') throw new Error('This is another command.');
  const { after, limit = 50, query = '' } = command;
  const all = Array.from({ length: count }, (_, index) => entry(count - index)).filter(
    ({ toolText, at }) => toolText.includes(query) && at < (after?.at ?? Infinity),
  );
  const entries = all.slice(0, limit);
  const last = entries.at(-1);
  const { at, conversationId, toolUseId } = last ?? entry(0);
  return { entries, next: all.length > limit ? { at, conversationId, toolUseId } : null };
}

/** Answers when it is told to, in whatever order. */
function holdingBack(worker: ScriptedWorker) {
  worker.ignore('activity-list');
  return {
    answer(index: number, value: unknown) {
      const { requestId = '' } =
        worker.requests.filter(({ command }) => command.type === 'activity-list')[index] ?? {};
      worker.push({ type: 'command-answered', requestId, value });
      return delivered();
    },
  };
}

describe('the permissions on a settings page', () => {
  it('are read once more when they change while they are read, and not once for each change', async () => {
    const worker = new ScriptedWorker().on('grants-list', () => ({ grants: [] }));
    const { data, client } = open(worker);
    const first = data.readGrants();
    for (let changes = 0; changes < 20; changes += 1) worker.push({ type: 'grants-changed' });
    await first;
    await delivered();
    await delivered();
    expect(worker.commands('grants-list').length).toBeGreaterThanOrEqual(2);
    expect(worker.commands('grants-list').length).toBeLessThanOrEqual(3);
    client.close();
  });

  it('are read again from the next worker', async () => {
    const worker = new ScriptedWorker()
      .on('grants-list', () => ({ grants: [] }))
      .on('data-summary', () => ({ chats: 3, memories: [] }));
    const { data, client } = open(worker);
    await data.readGrants();
    worker.die();
    await delivered();
    await delivered();
    expect(data.store.getState()).toMatchObject({ grants: [], chats: 3, memories: [] });
    client.close();
  });

  it('that are no permissions are refused as a whole', async () => {
    const worker = new ScriptedWorker().on('grants-list', () => ({ grants: [{ id: 1 }] }));
    const { data, client } = open(worker);
    await data.readGrants();
    expect(data.store.getState()).toMatchObject({
      grants: null,
      grantsTrouble: { code: 'answer-malformed' },
    });
    client.close();
  });

  it('are taken back together, each where it is kept, and the list is read again', async () => {
    const worker = new ScriptedWorker().on('grants-list', () => ({ grants: [] }));
    const { data, client } = open(worker);
    const chat = { scope: 'chat', conversationId: 'c1' } as const;
    expect(await data.revokeGrants([grant('g1'), grant('g2', chat)])).toMatchObject({ ok: true });
    expect(worker.commands('grants-revoke')).toEqual([
      {
        type: 'grants-revoke',
        grants: [{ grantId: 'g1' }, { grantId: 'g2', conversationId: 'c1' }],
      },
    ]);
    expect(data.store.getState().grants).toEqual([]);
    client.close();
  });

  it('of which there are more than one command can name are taken back all the same', async () => {
    const worker = new ScriptedWorker().on('grants-list', () => ({ grants: [] }));
    const { data, client } = open(worker);
    const many = Array.from({ length: 10_001 }, (_, index) => grant(`g${index}`));
    expect(await data.revokeGrants(many)).toMatchObject({ ok: true });
    const named = worker
      .commands('grants-revoke')
      .flatMap((command) => (command.type === 'grants-revoke' ? command.grants : []));
    expect(named).toHaveLength(10_001);
    client.close();
  });

  it('are read again when taking them back failed: part of it may be done', async () => {
    const worker = new ScriptedWorker()
      .on('grants-list', () => ({ grants: [grant('g2')] }))
      .on('grants-revoke', () => refuse('The disk is gone.'));
    const { data, client } = open(worker);
    expect(await data.revokeGrants([grant('g1'), grant('g2')])).toMatchObject({
      ok: false,
      error: { message: 'The disk is gone.' },
    });
    expect(data.store.getState().grants).toEqual([grant('g2')]);
    client.close();
  });
});

describe('a site', () => {
  it('is blocked and unblocked by what the person wrote, and a refusal is told', async () => {
    const worker = new ScriptedWorker();
    const { data, client } = open(worker);
    expect(await data.blockSite('https://example.com/a')).toEqual({ ok: true, value: null });
    await data.unblockSite('example.com');
    expect([...worker.commands('site-block'), ...worker.commands('site-unblock')]).toEqual([
      { type: 'site-block', site: 'https://example.com/a' },
      { type: 'site-unblock', site: 'example.com' },
    ]);
    worker.on('site-block', () => refuse('That is no address.'));
    expect(await data.blockSite('?')).toMatchObject({
      ok: false,
      error: { message: 'That is no address.' },
    });
    client.close();
  });
});

describe('the activity', () => {
  it('is read a page at a time', async () => {
    const worker = new ScriptedWorker().on('activity-list', (command) => pageOf(120, command));
    const { data, client, activity } = open(worker);
    await data.readActivity();
    expect(activity()).toMatchObject({ loading: null, trouble: null, next: { at: 71 } });
    await data.readMoreActivity();
    await data.readMoreActivity();
    expect(activity().entries?.map(({ at }) => at)).toEqual(
      Array.from({ length: 120 }, (_, index) => 120 - index),
    );
    expect(activity().next).toBeNull();
    await data.readMoreActivity();
    expect(worker.commands('activity-list')).toHaveLength(3);
    client.close();
  });

  it('asks for the next page once, however often it is asked to', async () => {
    const worker = new ScriptedWorker().on('activity-list', (command) => pageOf(120, command));
    const { data, client, activity } = open(worker);
    await data.readActivity();
    await Promise.all([data.readMoreActivity(), data.readMoreActivity()]);
    expect(worker.commands('activity-list')).toHaveLength(2);
    expect(activity().entries).toHaveLength(100);
    client.close();
  });

  it('is searched once nobody types on, and the next page is of what was found', async () => {
    const worker = new ScriptedWorker().on('activity-list', (command) => pageOf(200, command));
    const { data, client, clock, activity } = open(worker);
    await data.readActivity();
    for (const query of ['p', 'pa', ' page ']) data.searchActivity(query);
    expect(activity()).toMatchObject({ query: ' page ', foundWith: '', loading: 'first' });
    clock.advance(250);
    await delivered();
    expect(activity()).toMatchObject({ foundWith: 'page', loading: null });
    await data.readMoreActivity();
    expect(worker.commands('activity-list')).toMatchObject([
      { type: 'activity-list' },
      { query: 'page' },
      { query: 'page', after: { at: 151 } },
    ]);
    client.close();
  });

  it('shows what was found last, in whatever order the answers come', async () => {
    const worker = new ScriptedWorker();
    const { answer } = holdingBack(worker);
    const { data, client, activity } = open(worker);
    data.searchActivity('first');
    void data.readActivity();
    data.searchActivity('second');
    void data.readActivity();
    await delivered();
    await answer(1, { entries: [entry(2)], next: null });
    await answer(0, { entries: [entry(1)], next: null });
    expect(activity()).toMatchObject({ foundWith: 'second', entries: [entry(2)], loading: null });
    client.close();
  });

  it('does not take the next page of an old search for one of the new', async () => {
    const worker = new ScriptedWorker();
    const { answer } = holdingBack(worker);
    const { data, client, activity } = open(worker);
    void data.readActivity();
    await delivered();
    await answer(0, pageOf(60, { type: 'activity-list' }));
    void data.readMoreActivity();
    data.searchActivity('new');
    void data.readActivity();
    await delivered();
    await answer(2, { entries: [entry(7)], next: null });
    await answer(1, pageOf(10, { type: 'activity-list' }));
    expect(activity()).toMatchObject({ entries: [entry(7)], next: null, loading: null });
    client.close();
  });

  it('that cannot be read is told, and what was shown stays', async () => {
    const worker = new ScriptedWorker().on('activity-list', () => refuse('The disk is gone.'));
    const { data, client, activity } = open(worker);
    await data.readActivity();
    expect(activity()).toMatchObject({
      entries: null,
      loading: null,
      trouble: { message: 'The disk is gone.' },
    });
    worker.on('activity-list', (command) => pageOf(60, command));
    await data.readActivity();
    expect(activity().trouble).toBeNull();
    worker.on('activity-list', () => refuse('The disk is gone again.'));
    expect(await data.readMoreActivity()).toMatchObject({
      ok: false,
      error: { message: 'The disk is gone again.' },
    });
    expect(activity().entries).toHaveLength(50);
    expect(activity()).toMatchObject({ loading: null, next: { at: 11 } });
    client.close();
  });

  it('is asked for again from the next worker when the last one did not answer', async () => {
    const worker = new ScriptedWorker().ignore('activity-list');
    const { data, client, clock, activity } = open(worker);
    void data.readActivity();
    await delivered();
    worker.on('activity-list', (command) => pageOf(3, command));
    worker.die();
    await delivered();
    clock.advance(250);
    await delivered();
    await delivered();
    expect(activity()).toMatchObject({ loading: null, trouble: null });
    expect(activity().entries).toHaveLength(3);
    client.close();
  });

  it('follows what is decided in a panel, unless somebody has gone further down', async () => {
    let count = 60;
    const worker = new ScriptedWorker()
      .on('grants-list', () => ({ grants: [] }))
      .on('activity-list', (command) => pageOf(count, command));
    const { data, client, activity } = open(worker);
    await data.readActivity();
    count = 61;
    worker.push({ type: 'grants-changed' });
    await delivered();
    await delivered();
    expect(activity().entries?.[0]?.at).toBe(61);
    await data.readMoreActivity();
    count = 62;
    worker.push({ type: 'grants-changed' });
    await delivered();
    await delivered();
    expect(activity().entries).toHaveLength(61);
    client.close();
  });

  it('is empty after it was cleared, also when nobody can say what came since', async () => {
    const worker = new ScriptedWorker().on('activity-list', (command) => pageOf(60, command));
    const { data, client, clock, activity } = open(worker);
    data.searchActivity('page');
    clock.advance(250);
    await delivered();
    worker.on('activity-list', () => refuse('The disk is gone.'));
    expect(await data.clearActivity()).toEqual({ ok: true, value: null });
    expect(worker.commands('activity-clear')).toHaveLength(1);
    expect(activity()).toMatchObject({ entries: [], next: null, query: '' });
    client.close();
  });

  it('stays when it could not be cleared', async () => {
    const worker = new ScriptedWorker()
      .on('activity-list', (command) => pageOf(3, command))
      .on('activity-clear', () => refuse('The disk is gone.'));
    const { data, client, activity } = open(worker);
    await data.readActivity();
    expect(await data.clearActivity()).toMatchObject({ ok: false });
    expect(activity().entries).toHaveLength(3);
    client.close();
  });

  it('goes with everything else', async () => {
    const worker = new ScriptedWorker()
      .on('grants-list', () => ({ grants: [] }))
      .on('data-summary', () => ({ chats: 0, memories: [] }))
      .on('activity-list', (command) => pageOf(3, command));
    const { data, client, activity } = open(worker);
    await data.readActivity();
    worker.on('activity-list', () => refuse('The disk is gone.'));
    worker.push({ type: 'data-deleted' });
    await delivered();
    expect(activity().entries).toEqual([]);
    client.close();
  });

  it('is exported whole, whatever is looked for and however many pages there are', async () => {
    const worker = new ScriptedWorker().on('activity-list', (command) => pageOf(450, command));
    const { data, client } = open(worker);
    data.searchActivity('page 7');
    const outcome = await data.exportActivity();
    const file: unknown = JSON.parse(outcome.ok ? outcome.value.join('') : '');
    expect(file).toEqual({
      format: 'tandem-activity',
      version: 1,
      entries: Array.from({ length: 450 }, (_, index) => entry(450 - index)),
    });
    worker.on('activity-list', () => ({ entries: [], next: null }));
    const none = await data.exportActivity();
    expect(JSON.parse(none.ok ? none.value.join('') : '')).toMatchObject({ entries: [] });
    client.close();
  });

  it('is not exported in part: a page that fails is told', async () => {
    const worker = new ScriptedWorker().on('activity-list', (command) =>
      command.type === 'activity-list' && command.after ? refuse('No more.') : pageOf(450, command),
    );
    const { data, client } = open(worker);
    expect(await data.exportActivity()).toMatchObject({
      ok: false,
      error: { message: 'No more.' },
    });
    client.close();
  });
});

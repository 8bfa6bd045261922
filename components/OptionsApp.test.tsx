// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GrantView } from '../lib/messaging/kept-data';
import type { SettingsView } from '../lib/messaging/panel-protocol';
import { createDataStore } from '../lib/panel/data-store';
import { createPanelStore, type PanelStore } from '../lib/panel/panel-store';
import { createPortClient } from '../lib/panel/port-client';
import { delivered, refuse, ScriptedWorker } from '../lib/panel/testing/scripted-worker';
import { OptionsApp } from './OptionsApp';
import type { BrowserAccess } from './settings/browser-access';
import { activityEntry } from './settings/testing/activity';
import { grantView } from './settings/testing/grants';
import { fakeBrowser } from './testing/browser-access';

const settings: SettingsView = {
  connection: null,
  tools: [
    { id: 'builtin::look', name: 'look', title: 'Look', description: 'Looks.', enabled: true },
  ],
  features: { memory: true, scheduling: false, email: false },
  blockedSites: [],
};

let panel: PanelStore | undefined;
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  panel?.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  location.hash = '';
});

async function open(
  worker = new ScriptedWorker().on('settings-read', () => settings),
  access: BrowserAccess = fakeBrowser().access,
) {
  const client = createPortClient({ connect: worker.connect });
  const opened = createPanelStore({ client });
  const data = createDataStore(client);
  panel = opened;
  render(<OptionsApp panel={opened} data={data} browser={access} />);
  await act(async () => {
    void opened.readSettings();
    void data.readGrants();
    void data.readSummary();
    void data.readActivity();
    await delivered();
  });
  return { worker, user: userEvent.setup() };
}

function keeping(grants: GrantView[], memories: { key: string; content: string }[] = []) {
  const kept = { grants, memories };
  const worker = new ScriptedWorker()
    .on('settings-read', () => settings)
    .on('activity-list', () => ({ entries: [], next: null }))
    .on('grants-list', () => ({ grants: kept.grants }))
    .on('data-summary', () => ({
      chats: 12,
      memories: kept.memories.map((memory) => ({ ...memory, updatedAt: 1 })),
    }))
    .on('grant-revoke', (command) => {
      kept.grants = kept.grants.filter(
        ({ id }) => !(command.type === 'grant-revoke' && id === command.grantId),
      );
      return null;
    })
    .on('memory-delete', (command) => {
      kept.memories = kept.memories.filter(
        ({ key }) => !(command.type === 'memory-delete' && key === command.key),
      );
      return null;
    });
  return { worker, kept };
}

const section = (name: string) => screen.getByRole('region', { name });
const list = (name: string) => screen.getByRole('group', { name });
const titles = ['Model connection', 'Tools', 'Features', 'Permissions', 'Data', 'About'];

describe('the settings page', () => {
  it('has a heading and a link for every section, and says where one is', async () => {
    location.hash = '#permissions';
    const { user } = await open();
    const headings = screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent);
    expect(headings).toEqual(titles);
    const links = within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(titles);
    const current = () => links.filter((link) => link.hasAttribute('aria-current'));
    expect(current().map((link) => link.textContent)).toEqual(['Permissions']);
    for (const link of links) {
      const target = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
      expect(target).toBe(section(link.textContent));
    }
    const tools = screen.getByRole('link', { name: 'Tools' });
    await user.click(tools);
    location.hash = '#tools';
    await vi.waitFor(() => expect(current()).toEqual([tools]));
  });

  it('is at its beginning when the address names no section', async () => {
    location.hash = '#nonsense';
    await open();
    expect(screen.getByRole('link', { name: 'Model connection' }).ariaCurrent).toBe('location');
  });

  it('KAI-120 has the feature switches apart from the tools', async () => {
    await open();
    const names = (name: string) =>
      within(section(name))
        .getAllByRole('switch')
        .map((card) => card.querySelector('.switch-name')?.textContent);
    expect(names('Tools')).toEqual(['Look']);
    expect(names('Features')).toEqual(['Memory', 'Scheduled tasks', 'E-mail']);
  });

  it('tells version, id and licence', async () => {
    await open();
    const about = section('About');
    expect(about.textContent).toContain('1.2.3');
    expect(about.textContent).toContain('abcdefgh');
    expect(about.textContent).toContain('Apache 2.0');
    expect(about.textContent).toMatch(/no AI/);
  });

  it('waits for the worker, and after a while says that it does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const reload = vi.fn();
    const silent = new ScriptedWorker().ignore('settings-read');
    await open(silent, { ...fakeBrowser().access, reload });
    expect(screen.getByText('Loading…')).toBeTruthy();
    act(() => {
      vi.advanceTimersByTime(6_000);
    });
    expect(screen.getByText(/does not answer/)).toBeTruthy();
    vi.useRealTimers();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(reload).toHaveBeenCalled();
  });

  it('says what the worker says when it cannot read the settings', async () => {
    await open(new ScriptedWorker().on('settings-read', () => refuse('The disk does not answer.')));
    expect(screen.getByText('The disk does not answer.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the permissions', () => {
  it('are listed with what, where and since when', async () => {
    const { worker } = keeping([
      grantView(),
      grantView({ id: 'g2', scope: 'chat', conversationId: 'c1', chatTitle: 'Tidy my tabs' }),
      grantView({
        id: 'g3',
        scope: 'chat',
        conversationId: 'c2',
        chatTitle: '',
        standing: 'changed',
      }),
      grantView({ id: 'g4', toolTitle: 'add_to_cart', standing: 'gone' }),
    ]);
    await open(worker);
    const rows = within(list('Tools that need not ask')).getAllByRole('listitem');
    const texts = rows.map((row) => row.textContent);
    expect(texts[0]).toMatch(/^Open a pageIn every chat, since .*2026/);
    expect(texts[1]).toContain('In the chat “Tidy my tabs”');
    expect(texts[2]).toMatch(/In a chat that is gone.*has changed since/);
    expect(texts[3]).toMatch(/add_to_cart.*no longer there/);
  });

  it('say so when there are none', async () => {
    const { worker } = keeping([]);
    await open(worker);
    expect(list('Tools that need not ask').textContent).toMatch(/^Nothing is allowed in advance/);
  });

  it('are taken back with one click, in their chat or everywhere', async () => {
    const { worker } = keeping([
      grantView({ toolTitle: 'First' }),
      grantView({ id: 'g2', scope: 'chat', conversationId: 'c1', toolTitle: 'Second' }),
    ]);
    const { user } = await open(worker);
    const rows = list('Tools that need not ask');
    const [, second] = within(rows).getAllByRole('button', { name: 'Revoke' });
    await user.click(second ?? rows);
    expect(worker.commands('grant-revoke')).toEqual([
      { type: 'grant-revoke', grantId: 'g2', conversationId: 'c1' },
    ]);
    expect(within(rows).queryByText('Second')).toBeNull();
    expect(within(rows).getByText(/^Revoked/).textContent).toMatch(
      /Revoked: Second. It asks again/,
    );
    const first = within(rows).getByRole('button', { name: 'Revoke' });
    expect(document.activeElement).toBe(first);
    await user.click(first);
    expect(worker.commands('grant-revoke')[1]).toEqual({ type: 'grant-revoke', grantId: 'g1' });
    expect(rows.contains(document.activeElement)).toBe(true);
  });

  it('follow what happens in a panel', async () => {
    const { worker, kept } = keeping([]);
    await open(worker);
    kept.grants = [grantView()];
    await act(async () => {
      worker.push({ type: 'grants-changed' });
      await delivered();
    });
    expect(within(list('Tools that need not ask')).getByText('Open a page')).toBeTruthy();
  });

  it('stay when taking back fails, and the reason is told', async () => {
    const { worker } = keeping([grantView()]);
    worker.on('grant-revoke', () => refuse('The disk does not answer.'));
    const { user } = await open(worker);
    const rows = list('Tools that need not ask');
    await user.click(within(rows).getByRole('button', { name: 'Revoke' }));
    expect(within(rows).getByText('The disk does not answer.')).toBeTruthy();
    expect(within(rows).getByText('Open a page')).toBeTruthy();
  });

  it('that cannot be read are asked for again on request', async () => {
    const { worker } = keeping([grantView()]);
    const list = vi.fn(() => refuse('The disk does not answer.'));
    worker.on('grants-list', list);
    const { user } = await open(worker);
    worker.on('grants-list', () => ({ grants: [grantView()] }));
    await user.click(within(section('Permissions')).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Open a page')).toBeTruthy();
  });
});

describe('the sites', () => {
  it('that are blocked follow what the worker says', async () => {
    const { worker } = keeping([]);
    const { user } = await open(worker);
    await user.type(screen.getByRole('textbox', { name: 'Site' }), 'example.com{Enter}');
    expect(worker.commands('site-block')).toEqual([{ type: 'site-block', site: 'example.com' }]);
    await act(async () => {
      worker.push({
        type: 'settings-changed',
        settings: { ...settings, blockedSites: ['example.com'] },
      });
      await delivered();
    });
    await user.click(within(list('Blocked sites')).getByRole('button', { name: 'Unblock' }));
    expect(worker.commands('site-unblock')).toEqual([
      { type: 'site-unblock', site: 'example.com' },
    ]);
  });
});

describe('the activity', () => {
  it('leads to the permission that let a call through', async () => {
    const { worker } = keeping([grantView({ id: 'g7', site: 'https://shop.example' })]);
    worker.on('activity-list', () => ({
      entries: [activityEntry(1, { verdict: 'allow', grantId: 'g7' })],
      next: null,
    }));
    const { user } = await open(worker);
    await user.click(within(list('Activity')).getByRole('button', { name: /Allowed before/ }));
    await user.click(screen.getByRole('link', { name: 'Show it in the list' }));
    const row = within(list('Tools that need not ask')).getByRole('listitem');
    expect(document.activeElement).toBe(row);
    expect(location.hash).toBe(`#${row.id}`);
    await user.click(within(row).getByRole('button', { name: 'Revoke' }));
    expect(within(list('Activity')).getByText('It is no longer there.')).toBeTruthy();
  });
});

describe('the data', () => {
  it('is counted and measured', async () => {
    const { worker } = keeping([], [{ key: 'name', content: 'Ada' }]);
    await open(worker);
    expect(await screen.findByText('12 chats · 1 memory · 1.4 MB on disk')).toBeTruthy();
  });

  it('shows each memory, which can be deleted', async () => {
    const { worker } = keeping(
      [],
      [
        { key: 'name', content: 'Ada' },
        { key: 'city', content: '\u202EParis' },
      ],
    );
    const { user } = await open(worker);
    const rows = list('Memories');
    expect(within(rows).getByText('Ada')).toBeTruthy();
    await user.click(within(rows).getAllByRole('button', { name: 'Delete' })[0] ?? rows);
    expect(worker.commands('memory-delete')).toEqual([{ type: 'memory-delete', key: 'name' }]);
    expect(within(rows).queryByText('Ada')).toBeNull();
  });

  it('is exported as one file, however many pieces it comes in', async () => {
    const saved: Blob[] = [];
    // jsdom has neither of them.
    URL.createObjectURL = (blob: Blob) => {
      saved.push(blob);
      return 'blob:data';
    };
    URL.revokeObjectURL = () => {};
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { worker } = keeping([]);
    const cursor = { conversationId: 'c1', afterSeq: 4 };
    worker.on('data-export', (command) =>
      command.type === 'data-export' && command.cursor
        ? { json: ']}', next: null }
        : { json: '{"chats":[', next: cursor },
    );
    const { user } = await open(worker);
    await user.click(screen.getByRole('button', { name: 'Export my data' }));
    expect(await screen.findByText(/in your downloads/)).toBeTruthy();
    expect(saved.map(({ type, size }) => [type, size])).toEqual([['application/json', 12]]);
    expect(worker.commands('data-export')).toEqual([
      { type: 'data-export' },
      { type: 'data-export', cursor },
    ]);
  });

  it('says so when it cannot be exported', async () => {
    const { worker } = keeping([]);
    worker.on('data-export', () => refuse('The disk does not answer.'));
    const { user } = await open(worker);
    await user.click(screen.getByRole('button', { name: 'Export my data' }));
    expect(await screen.findByText('The disk does not answer.')).toBeTruthy();
  });

  it('leaves nothing in the connection form when everything is deleted', async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText('Address'), 'http://localhost:1234/v1');
    await user.type(screen.getByLabelText('API key'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Delete all my data' }));
    await user.click(screen.getByRole('button', { name: 'Delete everything' }));
    expect(await screen.findByText(/Everything was deleted/)).toBeTruthy();
    expect(screen.getByLabelText('Address')).toHaveProperty('value', '');
    expect(screen.getByLabelText('API key')).toHaveProperty('value', '');
  });

  it('is read anew when everything was deleted', async () => {
    const { worker, kept } = keeping([grantView()], [{ key: 'name', content: 'Ada' }]);
    await open(worker);
    kept.grants = [];
    kept.memories = [];
    await act(async () => {
      worker.push({ type: 'data-deleted' });
      await delivered();
    });
    expect(screen.queryByText('Open a page')).toBeNull();
    expect(screen.queryByText('Ada')).toBeNull();
  });
});

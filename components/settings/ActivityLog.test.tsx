// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../tests/support/manual-clock';
import type { ActivityEntry } from '../../lib/messaging/activity';
import type { GrantView } from '../../lib/messaging/kept-data';
import type { PanelCommand } from '../../lib/messaging/panel-protocol';
import { createDataStore, type DataStore } from '../../lib/panel/data-store';
import { createPortClient, type PortClient } from '../../lib/panel/port-client';
import { delivered, refuse, ScriptedWorker } from '../../lib/panel/testing/scripted-worker';
import { useData } from '../../lib/panel/use-data';
import { ActivityLog } from './ActivityLog';
import { activityEntry } from './testing/activity';
import { grantView } from './testing/grants';

let client: PortClient | undefined;
let saved: { name: string; blob: Blob }[] = [];

beforeEach(() => {
  saved = [];
  const blobs: Blob[] = [];
  // jsdom has neither of them.
  URL.createObjectURL = (blob: Blob) => `blob:${blobs.push(blob) - 1}`;
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const blob = blobs[Number(this.href.slice('blob:'.length))];
    if (blob) saved.push({ name: this.download, blob });
  });
});
afterEach(() => {
  cleanup();
  client?.close();
});

function Shown({ data, onShowGrant }: { data: DataStore; onShowGrant: (key: string) => void }) {
  const { activity, grants } = useData(data);
  return (
    <ActivityLog
      activity={activity}
      actions={data}
      grants={grants}
      onShowGrant={onShowGrant}
      now={() => new Date(2026, 2, 9, 23, 59).getTime()}
    />
  );
}

/** A worker that has these calls, the newest first. */
function keeping(entries: ActivityEntry[], grants: GrantView[] = []) {
  const kept = { entries };
  const worker = new ScriptedWorker()
    .on('grants-list', () => ({ grants }))
    .on('activity-list', (command) => pageOf(kept.entries, command))
    .on('activity-clear', () => {
      kept.entries = [];
      return null;
    });
  return { worker, kept };
}

function pageOf(all: ActivityEntry[], command: PanelCommand) {
  if (command.type !== 'activity-list') throw new Error('This is another command.');
  const { after, limit = 50, query = '' } = command;
  const found = all.filter(
    ({ toolText, at }) => toolText.includes(query) && at < (after?.at ?? Infinity),
  );
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  const isMore = last !== undefined && found.length > limit;
  return {
    entries,
    next: isMore
      ? { at: last.at, conversationId: last.conversationId, toolUseId: last.toolUseId }
      : null,
  };
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => activityEntry(count - index));

async function open(worker: ScriptedWorker) {
  const clock = new ManualClock();
  client = createPortClient({ connect: worker.connect, clock });
  const data = createDataStore(client, { clock });
  const wanted: string[] = [];
  render(<Shown data={data} onShowGrant={(key) => wanted.push(key)} />);
  await act(async () => {
    await Promise.all([data.readGrants(), delivered()]);
    void data.readActivity();
    await delivered();
  });
  return {
    user: userEvent.setup(),
    data,
    wanted,
    pause: () =>
      act(async () => {
        clock.advance(250);
        await delivered();
      }),
  };
}

const frame = () => screen.getByRole('group', { name: 'Activity' });
const calls = () => within(frame()).queryAllByRole('listitem');
const texts = () => calls().map((row) => row.querySelector('.activity-call')?.textContent);
const line = (name: RegExp) => within(frame()).getByRole('button', { name });
const button = (name: string) => within(frame()).getByRole('button', { name });
const search = () => within(frame()).getByRole('searchbox', { name: 'Search activity' });

describe('the activity', () => {
  it('says of every call when, what, where, who decided and what came of it', async () => {
    const at = Date.UTC(2026, 10, 18, 12);
    const { worker } = keeping([
      activityEntry(at, {
        toolText: 'Type into “Name”',
        origin: 'https://shop.example',
        verdict: 'ask',
        answer: 'once',
        state: 'error',
      }),
    ]);
    await open(worker);
    const [row] = calls();
    expect(row?.textContent).toMatch(
      /^Type into “Name” .*2026.* · shop\.example · You allowed it once Failed$/,
    );
    expect(row?.dataset['toolName']).toBe('open_page');
    expect(row?.dataset['toolState']).toBe('error');
    expect(within(frame()).getByText('1 call')).toBeTruthy();
  });

  it('opens a call to everything that is kept of it, and closes it again', async () => {
    const { worker } = keeping([
      activityEntry(Date.UTC(2026, 10, 18, 12, 0, 7), {
        settledAt: Date.UTC(2026, 10, 18, 12, 0, 9),
        origin: 'https://shop.example',
        frameOf: 'https://news.example',
        reason: 'Asked because something would be sent.',
        argumentsJson: '{"name":"Ada"}',
        argumentsCut: true,
        edited: true,
        outcome: 'Typed.',
      }),
    ]);
    const { user } = await open(worker);
    const opener = line(/^Open page/);
    expect(opener.getAttribute('aria-expanded')).toBe('false');
    expect(within(frame()).queryByText('Typed.')).toBeNull();
    await user.click(opener);
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    const details = document.getElementById(opener.getAttribute('aria-controls') ?? '');
    const text = details?.textContent ?? '';
    expect(text).toContain('Asked because something would be sent.');
    expect(text).toContain('https://shop.example, inside news.example');
    expect(text).toContain('Open a page (open_page), can change something');
    expect(text).toContain('Edited by you');
    expect(text).toContain('Cut: they are longer');
    expect(text).toContain('Typed.');
    expect(text).toContain('Tidy my tabs');
    expect(text).toMatch(/:07.*:09/);
    expect(text).not.toContain('Permission');
    expect(screen.getByRole('group', { name: 'Arguments' }).textContent).toBe(
      '{\n  "name": "Ada"\n}',
    );
    await user.keyboard('{Enter}');
    expect(within(frame()).queryByText('Typed.')).toBeNull();
  });

  it('leads to the permission that let a call through, or says that it is gone', async () => {
    const { worker } = keeping(
      [
        activityEntry(4, { grantId: 'always' }),
        activityEntry(3, { grantId: 'chat' }),
        activityEntry(2, { grantId: 'chat', conversationId: 'c2' }),
        activityEntry(1, { grantId: 'gone' }),
      ],
      [grantView({ id: 'always' }), grantView({ id: 'chat', scope: 'chat', conversationId: 'c1' })],
    );
    const { user, wanted } = await open(worker);
    for (const name of [4, 3, 2, 1]) await user.click(line(new RegExp(`^Open page ${name}`)));
    expect(within(frame()).getAllByText('It is no longer there.')).toHaveLength(2);
    vi.restoreAllMocks();
    const links = within(frame()).getAllByRole('link', { name: 'Show it in the list' });
    for (const link of links) await user.click(link);
    expect(wanted).toEqual(['grant--always', 'grant-c1-chat']);
    expect(links[1]?.getAttribute('href')).toBe('#grant-c1-chat');
    location.hash = '';
  });

  it('of thousands of calls shows a page, and the next on request with the focus on what is new', async () => {
    const { worker } = keeping(many(3_000));
    const { user } = await open(worker);
    expect(calls()).toHaveLength(50);
    expect(within(frame()).getByText('The newest 50 are shown.')).toBeTruthy();
    await user.click(button('Show more'));
    await act(delivered);
    expect(calls()).toHaveLength(100);
    expect(document.activeElement).toBe(line(/^Open page 2950/));
    expect(within(frame()).getByText('The newest 100 are shown.')).toBeTruthy();
  });

  it('keeps the focus on what is new also when that was the last page', async () => {
    const { worker } = keeping(many(60));
    const { user } = await open(worker);
    await user.click(button('Show more'));
    await act(delivered);
    expect(within(frame()).queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(document.activeElement).toBe(line(/^Open page 10 /));
  });

  it('does not take the focus from somebody who went on while the next page came', async () => {
    const { worker, kept } = keeping(many(120));
    const { user } = await open(worker);
    worker.ignore('activity-list');
    await user.click(button('Show more'));
    act(() => search().focus());
    const { requestId = '', command } = worker.requests.at(-1) ?? {};
    await act(async () => {
      const value = command && pageOf(kept.entries, command);
      worker.push({ type: 'command-answered', requestId, value });
      await delivered();
    });
    expect(calls()).toHaveLength(100);
    expect(document.activeElement).toBe(search());
  });

  it('says so when the next page cannot be read, and lets one try again', async () => {
    const { worker, kept } = keeping(many(60));
    const { user } = await open(worker);
    worker.on('activity-list', () => refuse('The disk does not answer.'));
    await user.click(button('Show more'));
    await act(delivered);
    expect(within(frame()).getByText('The disk does not answer.')).toBeTruthy();
    expect(calls()).toHaveLength(50);
    worker.on('activity-list', (command) => pageOf(kept.entries, command));
    await user.click(button('Show more'));
    await act(delivered);
    expect(calls()).toHaveLength(60);
    expect(within(frame()).queryByText('The disk does not answer.')).toBeNull();
  });

  it('is empty at first', async () => {
    await open(keeping([]).worker);
    expect(within(frame()).getByText('Nothing has been called yet.')).toBeTruthy();
    const names = within(frame())
      .getAllByRole('button')
      .map((one) => one.textContent);
    expect(names).toEqual(['Refresh']);
    expect(within(frame()).queryByRole('searchbox')).toBeNull();
  });

  it('shows what came since on request, with what was opened still open', async () => {
    const { worker, kept } = keeping([activityEntry(1, { outcome: 'Opened.' })]);
    const { user } = await open(worker);
    await user.click(line(/^Open page 1/));
    kept.entries = [activityEntry(2), ...kept.entries];
    await user.click(button('Refresh'));
    await act(delivered);
    expect(texts()).toEqual(['Open page 2', 'Open page 1']);
    expect(within(frame()).getByText('Opened.')).toBeTruthy();
    expect(document.activeElement).toBe(button('Refresh'));
  });

  it('says while it loads, and after a while that nobody answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { worker } = keeping(many(3));
    const { data } = await open(worker);
    worker.ignore('activity-list');
    await act(async () => {
      void data.readActivity();
      await delivered();
    });
    expect(within(frame()).getByText('Loading…')).toBeTruthy();
    expect(calls()).toHaveLength(3);
    act(() => {
      vi.advanceTimersByTime(6_000);
    });
    expect(within(frame()).getByText(/does not answer/)).toBeTruthy();
    vi.useRealTimers();
    expect(button('Try again')).toBeTruthy();
  });

  it('that cannot be read is asked for again on request, and the focus stays there', async () => {
    const { worker, kept } = keeping(many(3));
    worker.on('activity-list', () => refuse('The disk does not answer.'));
    const { user } = await open(worker);
    expect(within(frame()).getByText('The disk does not answer.')).toBeTruthy();
    worker.on('activity-list', (command) => pageOf(kept.entries, command));
    await user.click(button('Try again'));
    await act(delivered);
    expect(calls()).toHaveLength(3);
    expect(document.activeElement).toBe(frame());
  });
});

describe('searching the activity', () => {
  it('finds once nobody types on, says how much, and leads back', async () => {
    const { worker } = keeping(many(120));
    const { user, pause } = await open(worker);
    await user.type(search(), 'page 11');
    expect(worker.commands('activity-list')).toHaveLength(1);
    await pause();
    expect(texts()).toHaveLength(11);
    expect(within(frame()).getByText('11 calls')).toBeTruthy();
    await user.type(search(), 'x');
    await pause();
    expect(within(frame()).getByText('Nothing found for “\u2068page 11x\u2069”.')).toBeTruthy();
    await user.click(button('Clear search'));
    expect(document.activeElement).toBe(search());
    await pause();
    expect(calls()).toHaveLength(50);
  });

  it('does not wait for whoever presses Enter', async () => {
    const { worker } = keeping(many(120));
    const { user } = await open(worker);
    await user.type(search(), 'page 7{Enter}');
    await act(delivered);
    expect(texts()).toHaveLength(11);
  });

  it('that fails does not show what was found before as an answer', async () => {
    const { worker, kept } = keeping(many(3));
    const { user } = await open(worker);
    worker.on('activity-list', () => refuse('The disk does not answer.'));
    await user.type(search(), 'page 2{Enter}');
    await act(delivered);
    expect(calls()).toHaveLength(0);
    expect(within(frame()).getByText('The disk does not answer.')).toBeTruthy();
    worker.on('activity-list', (command) => pageOf(kept.entries, command));
    await user.click(button('Try again'));
    await act(delivered);
    expect(texts()).toEqual(['Open page 2']);
  });
});

describe('exporting the activity', () => {
  it('makes one file of all pages, named by the day, whatever was searched for', async () => {
    const { worker } = keeping(many(450));
    const { user, pause } = await open(worker);
    await user.type(search(), 'page 7');
    await pause();
    await user.click(button('Export'));
    await act(delivered);
    expect(
      within(frame()).getByText(
        'The file is in your downloads. It holds every call, not only what was found.',
      ),
    ).toBeTruthy();
    expect(saved.map(({ name }) => name)).toEqual(['tandem-activity-2026-03-09.json']);
    expect(saved[0]?.blob.size).toBeGreaterThan(JSON.stringify(many(450)).length);
  });

  it('saves nothing when a page fails, and says so', async () => {
    const { worker, kept } = keeping(many(450));
    const { user } = await open(worker);
    worker.on('activity-list', (command) =>
      command.type === 'activity-list' && command.after
        ? refuse('The disk does not answer.')
        : pageOf(kept.entries, command),
    );
    await user.click(button('Export'));
    await act(delivered);
    expect(within(frame()).getByText('The disk does not answer.')).toBeTruthy();
    expect(saved).toEqual([]);
  });

  it('says so when the browser does not take the file', async () => {
    const { worker } = keeping(many(3));
    const { user } = await open(worker);
    URL.createObjectURL = () => {
      throw new Error('Too large.');
    };
    await user.click(button('Export'));
    await act(delivered);
    expect(within(frame()).getByText('The file could not be saved: Too large.')).toBeTruthy();
  });
});

describe('clearing the activity', () => {
  const honest = 'This empties the list. What a chat shows stays in the chat until you delete it.';

  it('asks first, and says what it does not do', async () => {
    const { worker } = keeping(many(3));
    const { user } = await open(worker);
    await user.click(button('Clear'));
    expect(within(frame()).getByText(honest)).toBeTruthy();
    expect(document.activeElement).toBe(button('Keep the list'));
    await user.keyboard('{Enter}');
    expect(worker.commands('activity-clear')).toEqual([]);
    expect(document.activeElement).toBe(button('Clear'));
    await user.keyboard('{Enter}');
    await user.click(button('Clear the list'));
    await act(delivered);
    expect(calls()).toHaveLength(0);
    expect(document.activeElement?.textContent).toBe('The list was emptied.');
  });

  it('leaves the list when it fails, and says so', async () => {
    const { worker } = keeping(many(3));
    worker.on('activity-clear', () => refuse('The disk does not answer.'));
    const { user } = await open(worker);
    await user.click(button('Clear'));
    await user.click(button('Clear the list'));
    await act(delivered);
    expect(within(frame()).getByText('The disk does not answer.')).toBeTruthy();
    expect(calls()).toHaveLength(3);
    expect(document.activeElement).toBe(button('Clear the list'));
  });
});

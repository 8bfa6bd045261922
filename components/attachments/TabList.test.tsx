// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Attachment } from '../../lib/messaging/content-protocol';
import type { AttachedTabs, AttachedTabsState } from '../../lib/panel/attached-tabs';
import { TabList } from './TabList';

const tab = { tabId: 7, title: 'Tea', url: 'https://a.example/tea', needsPermission: false };
const attachment: Attachment = {
  tabId: 7,
  title: 'Tea',
  origin: 'https://a.example',
  state: 'ready',
};

function stillStore(state: AttachedTabsState): AttachedTabs['store'] {
  return {
    getState: () => state,
    getInitialState: () => state,
    setState: () => undefined,
    subscribe: () => () => undefined,
  };
}

function show(state: Partial<AttachedTabsState>, allowed = true) {
  const done: string[] = [];
  const tabs: AttachedTabs = {
    store: stillStore({ tab: null, attachments: [], busyTabId: null, ...state }),
    attach: (tabId) => Promise.resolve(void done.push(`attach ${tabId}`)),
    detach: (tabId) => Promise.resolve(void done.push(`detach ${tabId}`)),
    close: () => undefined,
  };
  render(
    <TabList
      tabs={tabs}
      requestHostPermission={(url) => {
        done.push(`ask ${url}`);
        return Promise.resolve(allowed);
      }}
    />,
  );
  return done;
}

afterEach(cleanup);

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the list of attached tabs', () => {
  it('is not there when there is no page beside the panel', () => {
    show({});
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('attaches the page beside the panel, which the browser already lets us into', async () => {
    const done = show({ tab });
    await press('Attach this page');
    expect(done).toEqual(['attach 7']);
  });

  it.each([
    [true, ['ask https://a.example/tea', 'attach 7']],
    [false, ['ask https://a.example/tea']],
  ])('asks the browser first where it has to (%s)', async (allowed, expected) => {
    const done = show({ tab: { ...tab, needsPermission: true } }, allowed);
    await press('Attach this page');
    expect(done).toEqual(expected);
  });

  it.each([
    [undefined, /click its button in the toolbar/],
    ['chrome://settings', /own pages/],
    ['https://a.example/report.pdf', /PDF/],
  ])('says what is to be done, or why it cannot be: %s', (url, said) => {
    show({ tab: { ...tab, url } });
    expect(screen.getByText(said)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('names what is attached, with a way to detach it', async () => {
    const done = show({ tab, attachments: [attachment] });
    expect(screen.getByRole('listitem').textContent).toContain('a.example');
    await press('Detach Tea');
    expect(done).toEqual(['detach 7']);
  });

  it('offers a tab that went elsewhere anew, and says that it did', () => {
    const left: Attachment = { ...attachment, state: 'left', note: 'This tab went to b.example.' };
    show({ tab, attachments: [left] });
    expect(screen.getByRole('status').textContent).toBe('This tab went to b.example.');
    expect(screen.getByRole('button', { name: 'Attach this page' })).toBeTruthy();
  });
});

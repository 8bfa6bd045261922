// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from '../testing/browser-access';
import type { BrowserAccess } from './browser-access';
import { BrowserPermissionList } from './BrowserPermissionList';

afterEach(cleanup);

async function show(access: BrowserAccess) {
  await act(async () => {
    render(<BrowserPermissionList {...access} />);
    await Promise.resolve();
  });
}
const rows = () => screen.queryAllByRole('listitem').map((row) => row.textContent);

describe('what the browser allows', () => {
  it('is listed in words', async () => {
    const { access } = fakeBrowser({
      permissions: ['tabs', 'tabGroups', 'bookmarks'],
      origins: ['http://localhost/*', '*://*/*'],
    });
    await show(access);
    expect(rows().map((text) => text.replace(/Remove$/, ''))).toEqual([
      'Your tabsSee the titles and addresses of open tabs.',
      'Tab groupsName and colour groups of tabs.',
      'bookmarksA permission of the browser.',
      'localhostReach this address over http, for a model or a tool.',
      'Every siteReach any address, for a model or a tool.',
    ]);
  });

  it('is handed back one by one', async () => {
    const { access, state } = fakeBrowser({
      permissions: ['tabs'],
      origins: ['http://a.example/*'],
    });
    await show(access);
    await userEvent.click(screen.getAllByRole('button', { name: 'Remove' })[1] ?? document.body);
    expect(state).toEqual({ permissions: ['tabs'], origins: [] });
    expect(rows()).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(screen.getByText(/Nothing beyond what Tandem got/)).toBeTruthy();
  });

  it('follows the browser', async () => {
    const { access, state, change } = fakeBrowser();
    await show(access);
    expect(rows()).toEqual([]);
    state.permissions = ['tabs'];
    await act(async () => {
      change();
      await Promise.resolve();
    });
    expect(rows()).toHaveLength(1);
  });

  it('stays where the browser keeps it, and that is told', async () => {
    const { access } = fakeBrowser({ permissions: ['tabs'] });
    await show({ ...access, removeOptionalPermissions: () => Promise.resolve(false) });
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(screen.getByText('Your browser keeps this one.')).toBeTruthy();
    expect(rows()).toHaveLength(1);
  });

  it('can be asked for again when the browser does not say', async () => {
    const { access } = fakeBrowser({ permissions: ['tabs'] });
    let answers = false;
    await show({
      ...access,
      optionalPermissions: () =>
        answers ? access.optionalPermissions() : Promise.reject(new Error('Not now.')),
    });
    expect(screen.getByText('Not now.')).toBeTruthy();
    answers = true;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(rows()).toHaveLength(1);
  });
});

// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { TabSummary } from '../../lib/messaging/panel-protocol';
import type { TabSelection } from '../../lib/messaging/tool-cards';
import type { Outcome } from '../../lib/panel/panel-actions';
import { ArmedAtOnce } from '../testing/attention';
import { done } from '../testing/tool-use';
import { TabSelectionCard } from './TabSelectionCard';

afterEach(cleanup);

const tab = (id: number, title: string): TabSummary => ({
  id,
  title,
  url: title === '' ? '' : `https://${title.toLowerCase()}.example/`,
  active: false,
  windowId: 1,
});
const tabs = [tab(1, 'Kettles'), tab(2, 'Inbox'), tab(3, 'Teapots')];

interface Shown {
  answers?: Outcome<TabSummary[]>[];
  suggestedTabIds?: number[];
  browserPermissions?: string[];
  granted?: boolean;
}

function show({
  answers = [{ ok: true, value: tabs }],
  suggestedTabIds = [1],
  browserPermissions = [],
  granted = true,
}: Shown = {}) {
  const happened: unknown[] = [];
  const left = [...answers];
  const listTabs = () => {
    const next = left.length > 1 ? left.shift() : left[0];
    return Promise.resolve(next ?? { ok: true as const, value: [] });
  };
  render(
    <TabSelectionCard
      suggestion={{ title: 'Tea', suggestedTabIds }}
      request={{ kind: 'input', card: 'tab-selection', reason: '', browserPermissions }}
      disabled={false}
      listTabs={listTabs}
      onSelect={(selection: TabSelection) => {
        happened.push(selection);
        return Promise.resolve(done);
      }}
      onDeny={() => {
        happened.push('deny');
        return Promise.resolve(done);
      }}
      requestBrowserPermissions={(permissions) => {
        happened.push(`browser asked for ${permissions.join()}`);
        return Promise.resolve(granted);
      }}
    />,
    { wrapper: ArmedAtOnce },
  );
  return { happened, user: userEvent.setup() };
}

const ticked = () => screen.getAllByRole('checkbox').map((box) => box.matches(':checked'));

describe('a choice of tabs', () => {
  it('ticks what was suggested and answers with exactly what is ticked', async () => {
    const { happened, user } = show();
    await screen.findByRole('checkbox', { name: /Teapots/ });
    expect(ticked()).toEqual([true, false, false]);
    await user.click(screen.getByRole('checkbox', { name: /Teapots/ }));
    await user.clear(screen.getByRole('textbox', { name: 'Group title' }));
    await user.type(screen.getByRole('textbox', { name: 'Group title' }), 'Tea things');
    await user.click(screen.getByRole('button', { name: 'Group 2 tabs' }));
    expect(happened).toEqual([{ tabIds: [1, 3], title: 'Tea things' }]);
  });

  it('leaves out a suggestion that is no open tab', async () => {
    show({ suggestedTabIds: [2, 99] });
    expect(await screen.findByRole('button', { name: 'Group 1 tab' })).toBeTruthy();
  });

  it('needs at least one tab', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('checkbox', { name: /Kettles/ }));
    expect(screen.getByRole('button', { name: 'Group 0 tabs' }).matches(':disabled')).toBe(true);
  });

  it('can be denied before the tabs are there', async () => {
    const { happened, user } = show({ answers: [] });
    await user.click(screen.getByRole('button', { name: 'Deny' }));
    expect(happened).toEqual(['deny']);
  });

  it('tells that there are no tabs', async () => {
    show({ answers: [{ ok: true, value: [] }] });
    expect(await screen.findByText(/No tabs are open/)).toBeTruthy();
  });

  it('tells why the tabs could not be listed and tries again', async () => {
    const error = { code: 'x', message: 'The tabs cannot be read.', retryable: true };
    const { user } = show({
      answers: [
        { ok: false, error },
        { ok: true, value: tabs },
      ],
    });
    expect((await screen.findByRole('alert')).textContent).toBe('The tabs cannot be read.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByRole('checkbox')).toHaveLength(3);
  });
});

describe('a choice of tabs whose titles the browser keeps to itself', () => {
  const hidden = [tab(1, ''), tab(2, '')];

  it('shows them after the browser granted it', async () => {
    const { happened, user } = show({
      answers: [
        { ok: true, value: hidden },
        { ok: true, value: tabs },
      ],
      browserPermissions: ['tabs'],
    });
    await user.click(await screen.findByRole('button', { name: 'Show tab titles' }));
    expect(await screen.findByRole('checkbox', { name: /Kettles/ })).toBeTruthy();
    expect(happened).toEqual(['browser asked for tabs']);
    expect(screen.queryByRole('button', { name: 'Show tab titles' })).toBeNull();
  });

  it('groups nothing when the browser refuses', async () => {
    const { happened, user } = show({ browserPermissions: ['tabs', 'tabGroups'], granted: false });
    await user.click(await screen.findByRole('button', { name: 'Group 1 tab' }));
    expect(happened).toEqual(['browser asked for tabs,tabGroups']);
    expect(screen.getByRole('alert').textContent).toContain('did not grant');
  });
});

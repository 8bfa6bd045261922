// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { InteractionRequest } from '../../lib/messaging/permission';
import type { Outcome } from '../../lib/panel/panel-actions';
import { ArmedAtOnce } from '../testing/attention';
import { done } from '../testing/tool-use';
import { PermissionCard } from './PermissionCard';

afterEach(cleanup);

interface Shown {
  request?: Partial<InteractionRequest>;
  argumentsJson?: string;
  disabled?: boolean;
  granted?: boolean;
  outcome?: Outcome;
}

function show({
  request = {},
  argumentsJson = '{}',
  disabled = false,
  granted = true,
  outcome = done,
}: Shown = {}) {
  const happened: string[] = [];
  const details: unknown[] = [];
  render(
    <PermissionCard
      label="Close 3 tabs"
      argumentsJson={argumentsJson}
      request={{
        kind: 'permission',
        card: 'permission',
        reason: 'Asked because it changes something outside this chat.',
        browserPermissions: [],
        ...request,
      }}
      disabled={disabled}
      onAnswer={(decision, detail) => {
        happened.push(decision);
        details.push(detail);
        return Promise.resolve(outcome);
      }}
      requestBrowserPermissions={(permissions) => {
        happened.push(`browser asked for ${permissions.join()}`);
        return Promise.resolve(granted);
      }}
    />,
    { wrapper: ArmedAtOnce },
  );
  return { happened, details };
}

const names = () => screen.getAllByRole('button').map((button) => button.textContent);
const press = async (name: string | RegExp) => {
  await userEvent.setup().click(screen.getByRole('button', { name }));
};

describe('an approval', () => {
  it('tells what is asked for, with what, and why', () => {
    show({ argumentsJson: '{"tab_ids":[1,2,3],"closeWindow":true}' });
    expect(screen.getByRole('heading', { name: 'Allow “Close 3 tabs”?' })).toBeTruthy();
    const terms = screen.getAllByRole('term').map((term) => term.textContent);
    expect(terms).toEqual(['Tab ids', 'Close window']);
    expect(screen.getByText(/changes something outside/).dir).toBe('auto');
  });

  it('is a group by its question, and no landmark: there may be many in a chat', () => {
    show();
    expect(screen.getByRole('group', { name: 'Allow “Close 3 tabs”?' })).toBeTruthy();
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('has the buttons by their names, and "Always allow" only where it may be offered', () => {
    show();
    expect(names()).toEqual(['Allow once', 'Allow for this chat', 'Deny']);
    cleanup();
    show({ request: { alwaysLabel: 'on shop.example' } });
    expect(names()).toEqual([
      'Allow once',
      'Allow for this chat',
      'Always allow on shop.example',
      'Deny',
    ]);
  });

  it.each([
    ['Allow once', 'once'],
    ['Allow for this chat', 'chat'],
    [/^Always allow/, 'always'],
    ['Deny', 'deny'],
  ])('%s answers %s, once', async (button, decision) => {
    const { happened } = show({ request: { alwaysLabel: 'Close tabs' } });
    await press(button);
    await press('Deny');
    expect(happened).toEqual([decision]);
  });

  it('can be answered again when the answer did not arrive', async () => {
    const error = { code: 'worker-restarted', message: 'Interrupted.', retryable: true };
    const { happened } = show({ outcome: { ok: false, error } });
    await press('Allow once');
    await press('Allow once');
    expect(happened).toEqual(['once', 'once']);
  });

  it('cannot be answered when its run is over', async () => {
    const { happened } = show({ disabled: true });
    await press('Allow once');
    expect(happened).toEqual([]);
  });
});

describe('an approval that needs the browser', () => {
  const request = { browserPermissions: ['tabs', 'tabGroups'] };

  it('asks the browser first and answers when it granted', async () => {
    const { happened } = show({ request });
    await press('Allow for this chat');
    expect(happened).toEqual(['browser asked for tabs,tabGroups', 'chat']);
  });

  it('does not answer when the browser refused, says so and can be tried again', async () => {
    const { happened } = show({ request, granted: false });
    await press('Allow once');
    expect(happened).toEqual(['browser asked for tabs,tabGroups']);
    expect(screen.getByRole('alert').textContent).toContain('did not grant');
    expect(screen.getByRole('button', { name: 'Allow once' }).matches(':disabled')).toBe(false);
  });

  it('asks the browser nothing for a refusal', async () => {
    const { happened } = show({ request });
    await press('Deny');
    expect(happened).toEqual(['deny']);
  });
});

describe('the arguments in an approval', () => {
  const long = `start ${'x'.repeat(2_000)} end`;

  it('are cut when they are long, and shown whole on request', async () => {
    show({ argumentsJson: JSON.stringify({ text: long }) });
    const value = screen.getByRole('definition');
    expect(value.textContent).not.toContain('end');
    await press(/^Show all/);
    expect(value.textContent).toContain(long);
  });

  it('are shown as they are when they are no JSON', () => {
    show({ argumentsJson: '{"text": <b>' });
    expect(screen.getByText('{"text": <b>')).toBeTruthy();
  });

  it('are left out when there are none', () => {
    show({ argumentsJson: '' });
    expect(screen.queryByRole('term')).toBeNull();
  });

  it('hide nothing behind characters that cannot be seen', () => {
    show({ argumentsJson: JSON.stringify({ to: 'ada\u202e@evil\u200b.example' }) });
    expect(screen.getByText('ada@evil.example')).toBeTruthy();
    expect(screen.getByText('Holds invisible characters')).toBeTruthy();
  });

  const items = () => screen.getAllByRole('listitem').map((item) => item.textContent);
  const tabs = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: index + 1, title: `Tab ${index + 1}` }));

  it('are a list where they are a list, and things in it are told by their titles', () => {
    show({ argumentsJson: JSON.stringify({ tabs: tabs(2), words: ['a', 7, true], rest: [] }) });
    expect(items()).toEqual(['Tab 1ID 1', 'Tab 2ID 2', 'a', '7', 'true']);
    expect(screen.getByText('None')).toBeTruthy();
  });

  it('show the first of many, tell how many there are, and show them on request', async () => {
    show({ argumentsJson: JSON.stringify({ tabs: tabs(1_200) }) });
    expect(items()).toHaveLength(8);
    await press('Show all 1,200');
    expect(items().at(-1)).toBe('Tab 1200ID 1200');
    await press('Show fewer');
    expect(items()).toHaveLength(8);
  });

  it('are names and values inside one another, and JSON where that goes deep', () => {
    const deep = { a: { b: { c: { d: [1] } } } };
    const argumentsJson = JSON.stringify({ toWhom: { full_name: 'Ada' }, deep, steps: [{ n: 1 }] });
    show({ argumentsJson });
    const terms = screen.getAllByRole('term').map((term) => term.textContent);
    expect(terms).toEqual(['To whom', 'Full name', 'Deep', 'A', 'B', 'C', 'Steps', 'N']);
    expect(screen.getByText(/"d": \[/)).toBeTruthy();
  });

  it('are never left out, whatever they are called, and however long what stands beside a title', () => {
    const url = `https://evil.example/${'x'.repeat(300)}`;
    show({ argumentsJson: `{"__proto__":"hidden","tabs":[{"title":"Safe","url":"${url}"}]}` });
    expect(screen.getByText('hidden')).toBeTruthy();
    expect(screen.getByText('evil.example').parentElement?.textContent).toMatch(
      /^https:.*x{200}…$/,
    );
    expect(screen.getByRole('button', { name: 'Show all 321 characters' })).toBeTruthy();
  });

  it('are shown as they came when they are too deep to be read', () => {
    const argumentsJson = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    show({ argumentsJson });
    expect(screen.getByText(argumentsJson)).toBeTruthy();
  });
});

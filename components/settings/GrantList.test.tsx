// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { GrantView } from '../../lib/messaging/kept-data';
import type { Outcome } from '../../lib/panel/panel-actions';
import { grantKey } from './grant-groups';
import { GrantList } from './GrantList';
import { grantView } from './testing/grants';

afterEach(cleanup);

const failed = { code: 'x', message: 'The disk does not answer.', retryable: true };
const shop = { site: 'https://shop.example' };
const bank = { site: 'https://bank.example' };

function show(initial: GrantView[], fails = false) {
  const revoked: string[] = [];
  let change: (next: GrantView[]) => void = () => undefined;
  let want: (key: string) => void = () => undefined;
  function Shown() {
    const [grants, setGrants] = useState(initial);
    const [wanted, setWanted] = useState<{ key: string } | null>(null);
    change = setGrants;
    want = (key) => setWanted({ key });
    const revoke = (gone: readonly GrantView[]): Promise<Outcome> => {
      if (fails) return Promise.resolve({ ok: false, error: failed });
      revoked.push(...gone.map(({ id }) => id));
      setGrants(grants.filter((grant) => !gone.includes(grant)));
      return Promise.resolve({ ok: true, value: null });
    };
    return (
      <GrantList
        grants={grants}
        trouble={null}
        onRevoke={(grant) => revoke([grant])}
        onRevokeAll={revoke}
        onRetry={() => undefined}
        wanted={wanted}
      />
    );
  }
  render(<Shown />);
  return {
    user: userEvent.setup(),
    revoked,
    change: (next: GrantView[]) => act(async () => change(next)),
    want: (key: string) => act(async () => want(key)),
  };
}

const frame = () => screen.getByRole('group', { name: 'Tools that need not ask' });
const group = (name: string) => within(frame()).getByRole('group', { name });
const rows = (container = frame()) =>
  within(container)
    .queryAllByRole('listitem')
    .map((row) => row.textContent);
const headings = () =>
  within(frame())
    .getAllByRole('heading', { level: 4 })
    .map((heading) => heading.textContent);
const button = (name: string) => screen.getByRole('button', { name });
const firstRevoke = () => screen.getAllByRole('button', { name: 'Revoke' })[0] ?? document.body;
/** What a screen reader says of the button that has the focus. */
const focused = () => {
  const element = document.activeElement;
  const described = (element?.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean);
  return [
    element?.textContent,
    ...described.map((id) => document.getElementById(id)?.textContent),
  ].join(' | ');
};

describe('what was allowed', () => {
  it('is told with its reach: chat, frame, input, time, calls, plan', () => {
    show([
      grantView({ id: 'a', ...shop }),
      grantView({
        id: 'b',
        ...shop,
        scope: 'chat',
        conversationId: 'c1',
        chatTitle: 'Tidy my tabs',
        toolTitle: 'Type',
        frameOf: 'https://news.example',
        exactly: true,
        expiresAt: Date.UTC(2027, 0, 5, 12),
        times: 3,
        used: 2,
        fromPlan: true,
      }),
      grantView({ id: 'c', ...shop, capability: 'act-on-page', times: 1 }),
    ]);
    const [plain, narrow, broad] = rows(group('shop.example'));
    expect(plain).toMatch(/^Open a pageIn every chat, since .*2026.*Revoke$/);
    expect(narrow).toMatch(
      /^TypeIn the chat “Tidy my tabs”, inside news\.example, only for exactly one input, until .*2027.*, 2 of 3 calls used, from a plan, since .*2026/,
    );
    expect(broad).toMatch(/^Everything that acts on pagesIn every chat, 0 of 1 call used, since/);
  });

  it.each([
    ['changed', /has changed since, so it asks again/],
    ['gone', /no longer there/],
    ['expired', /ended .*2026.*time is over, so the tool asks again/],
    ['used-up', /calls are used, so the tool asks again/],
  ] as const)('says what has become of it when it has %s', (standing, text) => {
    show([grantView({ standing, expiresAt: Date.UTC(2026, 11, 1) })]);
    expect(rows()[0]).toMatch(text);
  });

  it('is arranged by site, or by tool with the sites inside', async () => {
    const { user, change } = show([grantView({ id: 'a', ...shop }), grantView({ id: 'b' })]);
    expect(headings()).toEqual(['shop.example', 'Not tied to a site']);
    const choice = within(screen.getByRole('radiogroup', { name: 'Arrange permissions' }));
    expect(choice.getByRole('radio', { name: 'By site' })).toHaveProperty('checked', true);
    await user.click(choice.getByRole('radio', { name: 'By tool' }));
    expect(headings()).toEqual(['Open a page']);
    expect(rows(group('Open a page')).map((row) => row.split('In every chat')[0])).toEqual([
      'shop.example',
      'Not tied to a site',
    ]);
    await change([grantView({ id: 'c', toolTitle: 'Look', ...bank })]);
    expect(headings()).toEqual(['Look']);
  });

  it('on a site without encryption says so, also of the button for all of it', () => {
    show([grantView({ id: 'a', site: 'http://shop.example' }), grantView({ id: 'b', ...shop })]);
    const notes = [...within(frame()).getAllByRole('group', { name: 'shop.example' })].map(
      (one) => [one, within(one).getByRole('button', { name: 'Revoke all for shop.example' })],
    );
    const described = (element: Element | undefined) =>
      document.getElementById(element?.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(notes.map((elements) => elements.map(described))).toEqual([
      ['http, not encrypted', 'http, not encrypted'],
      [undefined, undefined],
    ]);
  });

  it('is searched when there is much of it', async () => {
    const many = Array.from({ length: 13 }, (_, index) =>
      grantView({ id: `g${index}`, site: `https://site${index}.example` }),
    );
    const { user, change, revoked } = show([...many, grantView({ id: 'x', ...shop })]);
    const search = () => screen.queryByRole('searchbox', { name: 'Search permissions' });
    await user.type(search() ?? frame(), 'site12');
    expect(headings()).toEqual(['site12.example']);
    expect(within(frame()).getByText('1 permission')).toBeTruthy();
    await user.type(search() ?? frame(), 'x');
    expect(within(frame()).getByText('Nothing found for “\u2068site12x\u2069”.')).toBeTruthy();
    await user.click(button('Clear search'));
    expect(headings()).toHaveLength(14);
    expect(document.activeElement).toBe(search());
    await change(many.slice(0, 12));
    expect(search()).toBeNull();
    expect(revoked).toEqual([]);
  });
});

describe('taking permissions back', () => {
  it('goes one by one, and the focus goes on to the next one, never to a button for more', async () => {
    const { user, revoked } = show([
      grantView({ id: 'a', ...bank, toolTitle: 'First' }),
      grantView({ id: 'b', ...bank, toolTitle: 'Second' }),
      grantView({ id: 'c', ...shop, toolTitle: 'Third' }),
    ]);
    await user.click(screen.getAllByRole('button', { name: 'Revoke' })[1] ?? frame());
    expect(focused()).toBe('Revoke | shop.example | Third');
    await user.keyboard('{Enter}');
    expect(focused()).toBe('Revoke | bank.example | First');
    await user.keyboard('{Enter}');
    expect(revoked).toEqual(['b', 'c', 'a']);
    expect(document.activeElement).toBe(frame());
    expect(frame().textContent).toMatch(/Nothing is allowed in advance/);
    expect(frame().textContent).toContain('Revoked: First. It asks again from now on.');
  });

  it('goes a site at a time, also those that a search does not show', async () => {
    const many = Array.from({ length: 12 }, (_, index) => grantView({ id: `g${index}`, ...bank }));
    const { user, revoked } = show([
      ...many,
      grantView({ id: 'a', ...shop, toolTitle: 'Type' }),
      grantView({ id: 'b', ...shop, toolTitle: 'Press' }),
    ]);
    await user.type(screen.getByRole('searchbox'), 'press');
    expect(rows()).toHaveLength(1);
    await user.click(button('Revoke all for shop.example'));
    expect(revoked).toEqual(['a', 'b']);
    await user.clear(screen.getByRole('searchbox'));
    await user.click(button('Revoke all for bank.example'));
    expect(revoked).toHaveLength(14);
    expect(document.activeElement).toBe(frame());
  });

  it('of a whole site hands the focus on to the next site', async () => {
    const { user } = show([
      grantView({ id: 'a', ...bank }),
      grantView({ id: 'b', ...shop }),
      grantView({ id: 'c' }),
    ]);
    await user.click(button('Revoke all for shop.example'));
    expect(focused()).toBe('Revoke all without a site');
    await user.keyboard('{Enter}');
    expect(focused()).toBe('Revoke all for bank.example');
  });

  it('of everything asks first, with the focus on the way back', async () => {
    const { user, revoked } = show([grantView({ id: 'a', ...shop }), grantView({ id: 'b' })]);
    await user.click(button('Revoke everything'));
    expect(frame().textContent).toContain('2 permissions will be taken back, in every chat.');
    expect(focused()).toBe('Keep permissions');
    await user.keyboard('{Enter}');
    expect(focused()).toBe('Revoke everything');
    await user.keyboard('{Enter}');
    await user.click(button('Revoke all permissions'));
    expect(revoked).toEqual(['a', 'b']);
    expect(focused()).toMatch(/^Everything was revoked/);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('leaves everything as it is when it fails, and says why', async () => {
    const { user } = show([grantView(shop)], true);
    await user.click(firstRevoke());
    expect(screen.getByText(failed.message)).toBeTruthy();
    await user.click(button('Revoke everything'));
    await user.click(button('Revoke all permissions'));
    expect(screen.getAllByText(failed.message)).toHaveLength(2);
    expect(focused()).toBe('Revoke all permissions');
    expect(rows()).toHaveLength(1);
  });

  it('elsewhere does not lose the focus here, and does not take it from where it is', async () => {
    const first = grantView({ id: 'a', ...bank });
    const { user, change } = show([first, grantView({ id: 'b', ...shop })]);
    act(() => firstRevoke().focus());
    await change([grantView({ id: 'b', ...shop })]);
    expect(focused()).toBe('Revoke | shop.example | Open a page');
    await user.click(document.body);
    await change([]);
    expect(document.activeElement).toBe(document.body);
  });
});

describe('a permission that is looked for', () => {
  it('is shown with the focus, whatever was searched for and however far down it is', async () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      grantView({ id: `g${index}`, site: `https://s${String(index).padStart(2, '0')}.example` }),
    );
    const last = many[59] ?? grantView();
    const { user, want } = show(many);
    expect(rows()).toHaveLength(50);
    await user.type(screen.getByRole('searchbox'), 's00');
    await want(grantKey(last));
    expect(document.activeElement?.id).toBe(grantKey(last));
    expect(document.activeElement?.tagName).toBe('LI');
    expect(rows()).toHaveLength(60);
  });
});

// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../../lib/panel/panel-actions';
import { BlockedSites } from './BlockedSites';

afterEach(cleanup);

const done: Outcome = { ok: true, value: null };
const refused = (message: string): Outcome => ({
  ok: false,
  error: { code: 'refused', message, retryable: false },
});

function show(
  initial: string[] = [],
  answer: () => Promise<Outcome> = () => Promise.resolve(done),
) {
  const asked: string[] = [];
  let tell: (sites: string[]) => void = () => undefined;
  function Shown() {
    const [sites, setSites] = useState(initial);
    tell = setSites;
    const take = (words: string) => {
      asked.push(words);
      return answer();
    };
    return (
      <BlockedSites
        sites={sites}
        onBlock={(site) => take(`block ${site}`)}
        onUnblock={(site) => take(`unblock ${site}`)}
      />
    );
  }
  render(<Shown />);
  return {
    user: userEvent.setup(),
    asked,
    tell: (sites: string[]) => act(async () => tell(sites)),
  };
}

const field = () => screen.getByRole('textbox', { name: 'Site' });
const list = () => within(screen.getByRole('group', { name: 'Blocked sites' }));

describe('a site that is to be blocked', () => {
  it('is written as a host or an address, and Enter is enough', async () => {
    const { user, asked, tell } = show();
    expect(list().getByText('No site is blocked.')).toBeTruthy();
    await user.type(field(), ' example.com {Enter}');
    expect(field()).toHaveProperty('value', '');
    await tell(['example.com']);
    expect(list().getAllByRole('listitem')[0]?.textContent).toContain('example.com');
    await user.type(field(), 'https://shop.example/cart?x=1');
    await user.click(screen.getByRole('button', { name: 'Block' }));
    expect(asked).toEqual(['block example.com', 'block https://shop.example/cart?x=1']);
    expect(screen.getByText('Blocked: shop.example.')).toBeTruthy();
    expect(document.activeElement).toBe(field());
  });

  it('stays in the field when it is refused, with the reason beside it', async () => {
    const { user } = show([], () => Promise.resolve(refused('That is no site.')));
    await user.type(field(), 'not a site{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('That is no site.');
    expect(field()).toHaveProperty('value', 'not a site');
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(field().getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
    await user.type(field(), '!');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['example.com', 'example.com is blocked already.'],
    ['https://EXAMPLE.com/a', 'example.com is blocked already.'],
    ['www.example.com', 'www.example.com is blocked already, with example.com.'],
  ])('is not blocked twice: %s', async (text, message) => {
    const { user, asked } = show(['example.com']);
    await user.type(field(), `${text}{Enter}`);
    expect(screen.getByText(message)).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('is asked for when nothing was written', async () => {
    const { user, asked } = show();
    await user.click(screen.getByRole('button', { name: 'Block' }));
    expect(screen.getByText(/Write a site first/)).toBeTruthy();
    expect(asked).toEqual([]);
    expect(document.activeElement).toBe(field());
  });

  it('is asked for once, and does not take away what is typed meanwhile', async () => {
    const answers: ((outcome: Outcome) => void)[] = [];
    const { user, asked } = show([], () => new Promise((resolve) => answers.push(resolve)));
    await user.type(field(), 'example.com{Enter}{Enter}');
    await user.clear(field());
    await user.type(field(), 'other.example');
    await act(async () => answers[0]?.(done));
    expect(asked).toEqual(['block example.com']);
    expect(field()).toHaveProperty('value', 'other.example');
  });
});

describe('a blocked site', () => {
  it('is unblocked with one click; the focus goes on when the row goes, however late', async () => {
    const { user, asked, tell } = show(['a.example', 'b.example']);
    await user.click(list().getAllByRole('button', { name: 'Unblock' })[0] ?? document.body);
    expect(asked).toEqual(['unblock a.example']);
    expect(list().getAllByRole('listitem')).toHaveLength(2);
    await tell(['b.example']);
    expect(document.activeElement).toBe(list().getByRole('button', { name: 'Unblock' }));
    expect(screen.getByText('Unblocked: a.example.')).toBeTruthy();
  });
});

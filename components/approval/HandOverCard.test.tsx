// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { textBlock } from '../../lib/messaging/content';
import type { InteractionRequest } from '../../lib/messaging/permission';
import { ArmedAtOnce } from '../testing/attention';
import { done } from '../testing/tool-use';
import { HandOverCard } from './HandOverCard';

afterEach(cleanup);

function show(what: string | undefined, request: Partial<InteractionRequest> = {}) {
  const happened: unknown[] = [];
  const note = (entry: unknown) => {
    happened.push(entry);
    return Promise.resolve(done);
  };
  render(
    <HandOverCard
      what={what}
      request={{
        kind: 'external',
        card: 'hand-over',
        reason: '',
        browserPermissions: [],
        ...request,
      }}
      disabled={false}
      onDone={note}
      onDeny={() => note('deny')}
    />,
    { wrapper: ArmedAtOnce },
  );
  return { happened, user: userEvent.setup() };
}

describe('what only the person can do', () => {
  it('is told in the words of the assistant, with a promise about what is typed there', () => {
    show('Sign in to the shop.');
    expect(screen.getByRole('group', { name: 'Your turn' })).toBeTruthy();
    expect(screen.getByText('Sign in to the shop.')).toBeTruthy();
    expect(screen.getByText('What you type there stays out of this chat.')).toBeTruthy();
  });

  it('is told in ours where a tool came upon it, with the place and the reason', () => {
    show(undefined, {
      handOver: 'password',
      reason: 'Passwords are yours alone.',
      target: { origin: 'https://shop.example' },
    });
    expect(screen.getByText('Please type your password yourself.')).toBeTruthy();
    expect(screen.getByText('Passwords are yours alone.')).toBeTruthy();
    expect(screen.getByText('shop.example').tagName).toBe('STRONG');
  });

  it('is done with one sentence, and nothing of what was typed', async () => {
    const { happened, user } = show('Sign in.');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(happened).toEqual([[textBlock('The user did this themselves.')]]);
  });

  it('can be denied', async () => {
    const { happened, user } = show('Sign in.');
    await user.click(screen.getByRole('button', { name: 'Deny' }));
    expect(happened).toEqual(['deny']);
  });
});

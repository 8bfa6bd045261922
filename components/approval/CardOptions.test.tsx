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

const input = { to: 'ada@mail.example', copies: 2, urgent: false };

async function open(request: Partial<InteractionRequest> = {}, outcomes: Outcome[] = []) {
  const answers: unknown[] = [];
  const left = [...outcomes];
  render(
    <PermissionCard
      label="Send it"
      argumentsJson={JSON.stringify(input)}
      request={{
        kind: 'permission',
        card: 'permission',
        reason: '',
        browserPermissions: [],
        alwaysLabel: '“Send mail”',
        ...request,
      }}
      disabled={false}
      onAnswer={(decision, details) => {
        answers.push([decision, details]);
        return Promise.resolve(left.shift() ?? done);
      }}
      requestBrowserPermissions={() => Promise.resolve(true)}
    />,
    { wrapper: ArmedAtOnce },
  );
  const user = userEvent.setup();
  expect(screen.queryByLabelText('How long')).toBeNull();
  await user.click(screen.getByText('More options'));
  const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
  return { answers, user, press };
}

describe('how long a permission holds', () => {
  it.each([
    ['Allow for this chat', '1 hour', ['chat', { expiresInMs: 3_600_000 }]],
    [/^Always allow/, '30 days', ['always', { expiresInMs: 2_592_000_000 }]],
    ['Allow for this chat', 'No end', ['chat', {}]],
    ['Allow once', '1 day', ['once', {}]],
    ['Deny', '1 day', ['deny', {}]],
  ])('%s with %s', async (button, duration, answer) => {
    const { answers, user, press } = await open();
    await user.selectOptions(screen.getByLabelText('How long'), duration);
    await press(button);
    expect(answers).toEqual([answer]);
  });
});

describe('what a permission holds for', () => {
  const alike = ['Close tab', 'Group tabs'];

  it('is the tool alone, unless somebody says otherwise', async () => {
    const { answers, user, press } = await open({ alike, capability: 'change-browser' });
    const choice = screen.getByLabelText('For');
    expect(screen.getByText(/Close tab, Group tabs/)).toBeTruthy();
    await user.selectOptions(choice, 'Everything of Tandem’s that changes your tabs and windows');
    await press('Allow for this chat');
    expect(answers).toEqual([['chat', { breadth: 'capability' }]]);
  });

  it('is no question where there is nothing else of its kind', async () => {
    await open({ alike: ['Close tab'] });
    expect(screen.queryByLabelText('For')).toBeNull();
  });
});

describe('a word to the assistant', () => {
  it('goes along with a refusal, and with nothing else', async () => {
    const { answers, user, press } = await open();
    await user.type(screen.getByLabelText('Word to the assistant'), ' Not today. ');
    await press('Deny');
    expect(answers).toEqual([['deny', { word: 'Not today.' }]]);
    cleanup();
    const again = await open();
    await again.user.type(screen.getByLabelText('Word to the assistant'), 'Not today.');
    await again.press('Allow once');
    expect(again.answers).toEqual([['once', {}]]);
  });
});

describe('changed arguments', () => {
  const shown = () => screen.getAllByRole('definition').map((each) => each.textContent);
  const leaves = {
    origins: ['https://mail.example'],
    cut: false,
    matches: [
      { path: ['to'], start: 0, end: 16, origin: 'https://mail.example', how: 'exact', source: '' },
      { path: ['copies'], start: 0, end: 1, origin: 'browser', how: 'exact', source: '' },
    ] satisfies NonNullable<InteractionRequest['leaves']>['matches'],
  };

  it('are sent in place of what the model wrote, and shown as they would be', async () => {
    const { answers, user, press } = await open();
    await press('Edit arguments');
    await user.clear(screen.getByLabelText('To'));
    await user.type(screen.getByLabelText('To'), 'bob@mail.example');
    await user.click(screen.getByLabelText('Urgent'));
    expect(shown()).toEqual(['bob@mail.example', '2', 'true']);
    expect(screen.getByText('You changed these.')).toBeTruthy();
    await press('Allow once');
    expect(answers).toEqual([
      ['once', { argumentsJson: '{"to":"bob@mail.example","copies":2,"urgent":true}' }],
    ]);
  });

  it('are not sent when they are as before, or were reset', async () => {
    const { answers, user, press } = await open();
    await press('Edit arguments');
    await user.type(screen.getByLabelText('To'), 'x');
    expect(screen.getByText('You changed these.')).toBeTruthy();
    await press('Reset');
    expect(screen.queryByText('You changed these.')).toBeNull();
    expect(screen.getByLabelText('To')).toHaveProperty('value', 'ada@mail.example');
    await press('Allow once');
    expect(answers).toEqual([['once', {}]]);
  });

  it('lose their marks, and only they', async () => {
    const { user, press } = await open({ leaves });
    const marked = () => [...document.querySelectorAll('mark')].map((mark) => mark.textContent);
    expect(marked()).toEqual(['ada@mail.example', '2']);
    await press('Edit arguments');
    await user.type(screen.getByLabelText('To'), 'x');
    expect(marked()).toEqual(['2']);
  });

  it('are not sent while they are no arguments at all, which is said', async () => {
    const { answers, user, press } = await open();
    await press('Edit arguments');
    await user.clear(screen.getByLabelText('Copies'));
    await user.type(screen.getByLabelText('Copies'), 'many');
    expect(screen.getByText('Enter a number.')).toBeTruthy();
    await press('Allow once');
    expect(answers).toEqual([]);
    expect(screen.getByRole('alert').textContent).toBe('“Copies” cannot be sent as it is.');
    await press('Deny');
    expect(answers).toEqual([['deny', {}]]);
  });

  it('stay as they are when the worker refuses them, and its sentence is in the card', async () => {
    const error = {
      code: 'invalid',
      message: 'A copy costs.',
      advice: 'Take 1.',
      retryable: false,
    };
    const { answers, user, press } = await open({}, [{ ok: false, error }]);
    await press('Edit arguments');
    await user.type(screen.getByLabelText('Copies'), '0');
    await press('Allow for this chat');
    expect((await screen.findByRole('alert')).textContent).toBe('A copy costs. Take 1.');
    expect(screen.getByLabelText('Copies')).toHaveProperty('value', '20');
    await press('Allow for this chat');
    expect(answers).toHaveLength(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stay as they are when the options are closed and opened again', async () => {
    const { user, press } = await open();
    await press('Edit arguments');
    await user.type(screen.getByLabelText('To'), 'x');
    await user.click(screen.getByText('More options'));
    await user.click(screen.getByText('More options'));
    expect(screen.getByLabelText('To')).toHaveProperty('value', 'ada@mail.examplex');
  });
});

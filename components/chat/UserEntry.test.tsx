// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { foldRecords } from '../../lib/messaging/fold-records';
import type { Outcome } from '../../lib/panel/panel-actions';
import { numbered, userTurn } from '../../lib/panel/testing/records';
import { entriesOf } from '../../lib/panel/view';
import { done } from '../testing/tool-use';
import { UserEntry } from './UserEntry';

afterEach(cleanup);

const refused: Outcome = {
  ok: false,
  error: { code: 'worker-restarted', message: 'Interrupted.', retryable: true },
};

function show(...outcomes: (Outcome | Promise<Outcome>)[]) {
  const [entry] = entriesOf(foldRecords(numbered([userTurn('u1', 'Hello')])));
  if (entry?.kind !== 'user') throw new Error('No prompt');
  const happened: string[] = [];
  render(
    <UserEntry
      entry={entry}
      active={false}
      onEdit={(turnId, text) => {
        happened.push(`${turnId}: ${text}`);
        return Promise.resolve(outcomes.shift() ?? done);
      }}
      onSelectBranch={() => undefined}
    />,
  );
  return { happened, user: userEvent.setup() };
}

const field = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Edited text' });

describe('the edit of a prompt', () => {
  it('keeps its words when they are refused, and can be tried again', async () => {
    const { happened, user } = show(refused);
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.keyboard('Well, {Enter}');
    expect(field()?.value).toBe('Well, Hello');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(happened).toEqual(['u1: Well, Hello', 'u1: Well, Hello']);
    expect(field()).toBeNull();
  });

  it('is sent once, however often Enter is pressed meanwhile', async () => {
    const { happened, user } = show(new Promise(() => undefined));
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.keyboard('{Enter}{Enter}');
    expect(happened).toHaveLength(1);
  });
});

// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { foldRecords } from '../../lib/messaging/fold-records';
import type { RunRecordDraft } from '../../lib/messaging/run-record';
import {
  call,
  numbered,
  runEnded,
  runStarted,
  toolProposed,
  toolSettled,
  turnCompleted,
  turnStarted,
  userTurn,
} from '../../lib/panel/testing/records';
import { entriesOf } from '../../lib/panel/view';
import { recordedActions } from '../testing/tool-use';
import { AssistantEntry } from './AssistantEntry';

afterEach(cleanup);

function show(...records: RunRecordDraft[]) {
  const entry = entriesOf(foldRecords(numbered(records))).at(-1);
  if (entry?.kind !== 'assistant') throw new Error('No answer');
  const nothing = () => undefined;
  render(
    <AssistantEntry
      entry={entry}
      live={undefined}
      runActive={entry.active}
      paused={false}
      canRetry={false}
      cards={recordedActions().actions}
      callbacks={{
        regenerate: nothing,
        selectBranch: nothing,
        retry: nothing,
        pause: nothing,
        resume: nothing,
        stop: nothing,
      }}
      onOpenSettings={nothing}
    />,
  );
  return { user: userEvent.setup() };
}

const summary = { title: 'Tidied up', actions: [{ text: 'Closed 3 tabs', outcome: 'done' }] };
const tidied = (words: string) => [
  userTurn('u1', 'Tidy up'),
  runStarted(),
  turnStarted('a1', 'u1'),
  turnCompleted('a1', '', [call('t1', 'list_tabs')]),
  toolProposed('t1', 'a1', { toolText: 'Look at the tabs' }),
  toolSettled('t1'),
  turnStarted('a2', 'a1'),
  turnCompleted('a2', '', [call('t2', 'close_tabs')]),
  toolProposed('t2', 'a2', { toolText: 'Close tabs' }),
  toolSettled('t2'),
  turnStarted('a3', 'a2'),
  turnCompleted('a3', words, [call('t3', 'task_summary', summary)]),
  toolProposed('t3', 'a3', { toolText: 'Tidied up', expanded: 'task-summary' }),
  toolSettled('t3'),
  runEnded('answered'),
];

describe('the copy of an answer', () => {
  const answered = [
    userTurn('u1', 'Hello'),
    runStarted(),
    turnStarted('a1', 'u1'),
    turnCompleted('a1', 'Hi.'),
    runEnded('answered'),
  ];

  it('is told of', async () => {
    const { user } = show(...answered);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('Hi.');
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  });

  it('is told of as well when it could not be made', async () => {
    const { user } = show(...answered);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'));
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('The answer could not be copied.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Not copied' })).toBeTruthy();
  });
});

describe('the answer of a task', () => {
  it.each(['', 'There you are.'])(
    'keeps its summary in sight when the steps are folded away: %s',
    async (words) => {
      const { user } = show(...tidied(words));
      await user.click(screen.getByRole('button', { name: /^Done/ }));
      expect(screen.queryByRole('group', { name: 'Close tabs' })).toBeNull();
      expect(screen.getByRole('group', { name: 'Tidied up' })).toBeTruthy();
      expect(screen.getByText('Closed 3 tabs')).toBeTruthy();
    },
  );
});

import { describe, expect, it } from 'vitest';
import { foldRecords } from '../messaging/fold-records';
import type { RunRecordDraft } from '../messaging/run-record';
import {
  call,
  numbered,
  runEnded,
  runStarted,
  toolParked,
  toolProposed,
  toolSettled,
  toolStarted,
  turnCompleted,
  turnFailed,
  turnStarted,
  userTurn,
} from './testing/records';
import {
  canContinue,
  canRetry,
  executingTools,
  isActive,
  isBusy,
  isWorking,
  waitingToolUses,
} from './run-view';
import { entriesOf } from './view';

const fold = (...drafts: RunRecordDraft[]) => foldRecords(numbered(drafts));

const asked = [userTurn('u1', 'Tidy my tabs'), runStarted(), turnStarted('a1', 'u1')];
const called = [
  ...asked,
  turnCompleted('a1', 'Let me look.', [call('t1', 'list_tabs'), call('t2', 'close_tab')]),
  toolProposed('t1', 'a1'),
  toolProposed('t2', 'a1'),
];

describe('the entries of a conversation', () => {
  it('KAI-134 are one for the user and one for all turns of a run, tools inside', () => {
    const state = fold(
      ...called,
      toolStarted('t1'),
      toolSettled('t1'),
      toolSettled('t2'),
      turnStarted('a2', 'a1'),
      turnCompleted('a2', '', [call('t3', 'list_tabs')]),
      toolProposed('t3', 'a2'),
      toolSettled('t3'),
      turnStarted('a3', 'a2'),
      turnCompleted('a3', 'All tidy.'),
      runEnded('answered'),
    );
    const [user, assistant, ...rest] = entriesOf(state);
    expect(rest).toEqual([]);
    expect(user).toMatchObject({ kind: 'user', text: 'Tidy my tabs' });
    expect(assistant).toMatchObject({
      kind: 'assistant',
      id: 'a1',
      text: 'Let me look.\n\nAll tidy.',
      active: false,
      parts: [
        { kind: 'text', text: 'Let me look.' },
        { kind: 'tool-events', toolUses: [{ id: 't1' }, { id: 't2' }, { id: 't3' }] },
        { kind: 'text', text: 'All tidy.' },
      ],
    });
  });

  it('tell errors and cuts in their place', () => {
    const state = fold(
      ...asked,
      { ...turnCompleted('a1', 'It was a'), cut: 'length' },
      runEnded('answered'),
      userTurn('u2', 'Go on', 'a1'),
      runStarted('run-2'),
      turnStarted('a2', 'u2', 'run-2'),
      turnFailed('a2', 'The model did not answer.'),
      runEnded('failed'),
    );
    const parts = entriesOf(state).flatMap((entry) =>
      entry.kind === 'assistant' ? entry.parts : [],
    );
    expect(parts).toMatchObject([
      { kind: 'text' },
      { kind: 'note', note: 'length' },
      { kind: 'error', error: { message: 'The model did not answer.' } },
    ]);
  });

  it('stay the same objects when something else changes', () => {
    const before = fold(...asked, turnCompleted('a1', 'Hi.'), runEnded('answered'));
    const entries = entriesOf(before);
    const after = foldRecords(
      numbered([
        ...asked,
        turnCompleted('a1', 'Hi.'),
        runEnded('answered'),
        userTurn('u2', 'More', 'a1'),
      ]),
    );
    // The same log folded twice makes other turns; carry the old ones over, as the mirror does.
    for (const [id, turn] of before.turns) after.turns.set(id, turn);
    const next = entriesOf(after, entries);
    expect(next[0]).toBe(entries[0]);
    expect(next[1]).toBe(entries[1]);
    expect(next[2]).toMatchObject({ kind: 'user', text: 'More' });
  });

  it('know their versions and where each of them continues', () => {
    const state = fold(
      userTurn('u1', 'First'),
      runStarted(),
      turnStarted('a1', 'u1'),
      turnCompleted('a1', 'One.'),
      runEnded('answered'),
      userTurn('u1b', 'First, better', null),
      runStarted('run-2'),
      turnStarted('a1b', 'u1b', 'run-2'),
      turnCompleted('a1b', 'Two.'),
      runEnded('answered'),
    );
    expect(entriesOf(state)[0]?.versions).toEqual({
      index: 1,
      count: 2,
      previous: 'a1',
      next: undefined,
    });
    expect(entriesOf(state)[1]?.versions.count).toBe(1);
  });
});

describe('a conversation with a run', () => {
  it('KAI-59 knows which tools execute', () => {
    const state = fold(...called, toolStarted('t1'), toolStarted('t2'), toolSettled('t1'));
    expect(executingTools(state).map(({ id }) => id)).toEqual(['t2']);
    expect(isBusy(state)).toBe(true);
    expect(isWorking(state)).toBe(true);
  });

  it('is busy from the prompt to the end, also between a tool and the next request', () => {
    expect(isBusy(fold(...asked))).toBe(true);
    expect(isBusy(fold(...called, toolSettled('t1'), toolSettled('t2')))).toBe(true);
    expect(isBusy(fold(...asked, turnCompleted('a1', 'Hi.'), runEnded('answered')))).toBe(false);
  });

  it('does not work while all that is left is the decision of the user', () => {
    const state = fold(...called, toolSettled('t1'), toolParked('t2'));
    expect(waitingToolUses(state).map(({ id }) => id)).toEqual(['t2']);
    expect(isWorking(state)).toBe(false);
    expect(isActive(state)).toBe(true);
  });

  it('waits for nobody once it has ended', () => {
    expect(waitingToolUses(fold(...called, toolParked('t2'), runEnded('stopped')))).toEqual([]);
  });

  it('is not busy but active while it is paused', () => {
    const state = fold(...called, { type: 'run-paused' });
    expect(isBusy(state)).toBe(false);
    expect(isActive(state)).toBe(true);
  });

  it('can be continued after a guard and retried after a failure', () => {
    const answered = fold(...asked, turnCompleted('a1', 'Hi.'), runEnded('answered'));
    const limited = fold(...asked, turnCompleted('a1', 'Hi.'), runEnded('limit'));
    const repeated = fold(...asked, turnCompleted('a1', 'Hi.'), runEnded('repeat'));
    const failed = fold(...asked, turnFailed('a1', 'No.'), runEnded('failed'));
    expect([answered, limited, repeated, failed].map(canContinue)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([answered, failed].map(canRetry)).toEqual([false, true]);
  });
});

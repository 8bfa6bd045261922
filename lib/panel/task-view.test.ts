import { describe, expect, it } from 'vitest';
import { foldRecords } from '../messaging/fold-records';
import type { RunRecordDraft } from '../messaging/run-record';
import { taskOf } from './task-view';
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
import { entriesOf } from './view';

const began = [userTurn('u1', 'Tidy up'), runStarted(), turnStarted('a1', 'u1')];
const oneStep = [
  ...began,
  turnCompleted('a1', 'First.', [call('t1', 'list_tabs')]),
  toolProposed('t1', 'a1'),
  toolSettled('t1'),
  turnStarted('a2', 'a1'),
];
const twoSteps = [
  ...oneStep,
  turnCompleted('a2', '', [call('t2', 'close_tab')]),
  toolProposed('t2', 'a2', { toolText: 'Close a tab' }),
];

function task(drafts: RunRecordDraft[], paused = false) {
  const entry = entriesOf(foldRecords(numbered(drafts))).at(-1);
  return entry?.kind === 'assistant' ? taskOf(entry, paused) : undefined;
}

describe('a run', () => {
  it('is a task once it has taken two steps', () => {
    expect(task(oneStep)).toBeUndefined();
    expect(task(twoSteps)).toMatchObject({ steps: 2, failedSteps: 0 });
  });

  it('is no task when it does two things at once and has not answered yet', () => {
    const calls = [call('t1', 'list_tabs'), call('t2', 'list_tabs')];
    const parallel = [
      ...began,
      turnCompleted('a1', '', calls),
      toolProposed('t1', 'a1'),
      toolProposed('t2', 'a1'),
    ];
    expect(task(parallel)).toBeUndefined();
    const settled = [toolSettled('t1'), toolSettled('t2'), turnStarted('a2', 'a1')];
    expect(task([...parallel, ...settled])).toMatchObject({ steps: 2 });
  });

  it.each(['user_choice', 'ask_user', 'memory_store'])(
    'is no task for a step and a word with the person: %s',
    (name) => {
      const records = [
        ...oneStep,
        turnCompleted('a2', '', [call('t2', name)]),
        toolProposed('t2', 'a2'),
      ];
      expect(task(records)).toBeUndefined();
    },
  );

  it('counts the steps that failed', () => {
    const failed = toolSettled('t2', { outcome: 'error' });
    expect(task([...twoSteps, failed])).toMatchObject({ steps: 2, failedSteps: 1 });
  });

  it('does not count the list that it keeps', () => {
    const records = [
      ...oneStep,
      turnCompleted('a2', '', [call('t2', 'todo_write')]),
      toolProposed('t2', 'a2', { expanded: 'todo-list' }),
    ];
    expect(task(records)).toBeUndefined();
  });
});

describe('the status of a task', () => {
  it('is what it does, and what it does is named', () => {
    expect(task([...twoSteps, toolStarted('t2')])).toMatchObject({
      status: 'working',
      current: 'Close a tab',
    });
    expect(task([...twoSteps, toolParked('t2')])?.status).toBe('waiting');
  });

  it('comes with a word on whether somebody is asked, paused or not', () => {
    expect(task([...twoSteps, toolStarted('t2')])?.asks).toBe(false);
    expect(task([...twoSteps, toolParked('t2')])?.asks).toBe(true);
    expect(task([...twoSteps, toolParked('t2'), { type: 'run-paused' }], true)?.asks).toBe(true);
  });

  it('is thinking between two tools', () => {
    const records = [...twoSteps, toolSettled('t2'), turnStarted('a3', 'a2')];
    expect(task(records)).toMatchObject({ status: 'thinking', current: undefined });
  });

  it('is paused, whatever else it is', () => {
    expect(task([...twoSteps, { type: 'run-paused' }], true)?.status).toBe('paused');
  });

  it.each([
    ['stopped', [toolSettled('t2', { outcome: 'cancelled' }), runEnded('stopped')]],
    [
      'failed',
      [
        toolSettled('t2'),
        turnStarted('a3', 'a2'),
        turnFailed('a3', 'No answer.'),
        runEnded('failed'),
      ],
    ],
    [
      'done',
      [
        toolSettled('t2'),
        turnStarted('a3', 'a2'),
        turnCompleted('a3', 'There.'),
        runEnded('answered'),
      ],
    ],
  ] as const)('is %s in the end', (status, ending) => {
    expect(task([...twoSteps, ...ending])?.status).toBe(status);
  });
});

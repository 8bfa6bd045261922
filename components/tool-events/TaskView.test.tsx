// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { call } from '../../lib/panel/testing/records';
import type { TaskView as TaskViewData } from '../../lib/panel/task-view';
import { toolUseFrom } from '../testing/tool-use';
import { TaskView } from './TaskView';
import { todoProgressOf } from './todo-progress';

afterEach(cleanup);

const items = [
  { text: 'Find the order', status: 'done' },
  { text: 'Open the form', status: 'in-progress' },
  { text: 'Send it', status: 'pending' },
];
const list = toolUseFrom(call('t1', 'todo_write', { items }), { expanded: 'todo-list' });

function show(task: Partial<TaskViewData> = {}, uses = [list].slice(1)) {
  const happened: string[] = [];
  const element = (changes: Partial<TaskViewData>) => (
    <TaskView
      task={{
        status: 'thinking',
        current: undefined,
        asks: false,
        steps: 3,
        failedSteps: 0,
        ...task,
        ...changes,
      }}
      progress={todoProgressOf(uses)}
      controls={{
        pause: () => happened.push('pause'),
        resume: () => happened.push('resume'),
        stop: () => happened.push('stop'),
      }}
    >
      <p>A step</p>
    </TaskView>
  );
  const { rerender } = render(element({}));
  return {
    happened,
    user: userEvent.setup(),
    change: (changes: Partial<TaskViewData>) => rerender(element(changes)),
  };
}

const buttons = () => screen.getAllByRole('button').map((it) => it.getAttribute('aria-label'));
const header = () => screen.getByRole('button', { expanded: true });

describe('a task', () => {
  it('is a group by its name, and no landmark: there may be many in a chat', () => {
    show();
    expect(screen.getByRole('group', { name: 'Task' })).toBeTruthy();
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('tells what it is at and how many steps it took', () => {
    show({ status: 'working', current: 'Close a tab' });
    expect(header().textContent).toBe('WorkingClose a tab3 steps');
  });

  it('tells how far it is by its to-do list', () => {
    show({}, [list]);
    expect(header().textContent).toBe('ThinkingOpen the form1 of 3 done');
  });

  it.each([
    ['paused', 'Paused'],
    ['stopped', 'Stopped'],
    ['waiting', 'Waiting for you'],
    ['failed', 'Failed'],
    ['done', 'Done'],
  ] as const)('says in a word that it is %s', (status, word) => {
    show({ status });
    expect(header().textContent).toContain(word);
  });

  it('does not say that all is well when a step failed', () => {
    show({ status: 'done', failedSteps: 2 });
    expect(header().textContent).toContain('Done, 2 failed');
    expect(header().querySelector('[data-icon="check"]')).toBeNull();
  });

  it('can be paused and stopped while it goes on', async () => {
    const { happened, user } = show();
    await user.click(screen.getByRole('button', { name: 'Pause task' }));
    await user.click(screen.getByRole('button', { name: 'Stop task' }));
    expect(happened).toEqual(['pause', 'stop']);
  });

  it('can be resumed while it is paused', async () => {
    const { happened, user } = show({ status: 'paused' });
    expect(buttons()).toEqual([null, 'Resume task', 'Stop task']);
    await user.click(screen.getByRole('button', { name: 'Resume task' }));
    expect(happened).toEqual(['resume']);
  });

  it('has nothing to control once it is over', () => {
    show({ status: 'done' });
    expect(buttons()).toEqual([null]);
  });

  it('shows its steps until they are folded away', async () => {
    const { user } = show();
    expect(screen.getByText('A step').parentElement?.hidden).toBe(false);
    await user.click(header());
    expect(screen.getByText('A step').parentElement?.hidden).toBe(true);
  });

  it('is open while something in it waits for the person, and folded as before afterwards', async () => {
    const { user, change } = show();
    const folded = () => screen.getByText('A step').parentElement?.hidden;
    await user.click(header());
    change({ asks: true });
    expect(folded()).toBe(false);
    await user.click(header());
    expect(folded()).toBe(false);
    change({ asks: false });
    expect(folded()).toBe(true);
  });
});

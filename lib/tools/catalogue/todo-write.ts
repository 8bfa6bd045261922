import { textOf } from '../../messaging/content';
import { todoListSchema, type TodoList } from '../../messaging/tool-cards';
import { defineTool } from '../define-tool';
import type { Tool } from '../tool';

const marks = { pending: '[ ]', 'in-progress': '[~]', done: '[x]' } as const;

export function createTodoWrite(): Tool {
  return defineTool({
    name: 'todo_write',
    title: 'To-do list',
    description:
      'Keeps the list of steps of the present task where the user can see it, and replaces it as ' +
      'a whole at every call. Use it at the start of a task with three or more steps, and again ' +
      'whenever a step begins or is finished; keep one step in progress at a time. Do not use it ' +
      "for questions you can answer at once, nor as the user's own to-do list or reminders.",
    input: todoListSchema,
    effect: 'read',
    capability: 'none',
    expanded: 'todo-list',
    toolText: progress,
    progressIcon: 'todo',
    statusIcon: 'todo',
    tooltip: (_input, result) => textOf(result.blocks),
    run: ({ items }) =>
      items.length === 0
        ? 'The list is empty.'
        : items.map(({ status, text }) => `${marks[status]} ${text}`).join('\n'),
  });
}

function progress({ items }: TodoList): string {
  if (items.length === 0) return 'To-do list cleared';
  const done = items.filter(({ status }) => status === 'done').length;
  return `To-do list: ${done}/${items.length} done`;
}

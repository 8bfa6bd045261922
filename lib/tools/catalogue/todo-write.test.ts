import { describe, expect, it } from 'vitest';
import { callTool } from '../../../tests/support/call-tool';
import { createTodoWrite } from './todo-write';

const todoWrite = createTodoWrite();
const items = [
  { text: 'Find flights', status: 'done' },
  { text: 'Compare prices', status: 'in-progress' },
  { text: 'Book', status: 'pending' },
];

describe('todo_write', () => {
  it('runs by itself and changes nothing outside the conversation', () => {
    expect(todoWrite.interaction({ items })).toBe('none');
    expect(todoWrite.effect).toBe('read');
    expect(todoWrite.capability).toBe('none');
    expect(todoWrite.expanded).toBe('todo-list');
  });

  it('answers with the whole list in plain text', async () => {
    expect((await callTool(todoWrite, { items })).text).toBe(
      '[x] Find flights\n[~] Compare prices\n[ ] Book',
    );
  });

  it('replaces the former list', async () => {
    await callTool(todoWrite, { items });
    expect((await callTool(todoWrite, { items: items.slice(2) })).text).toBe('[ ] Book');
    expect((await callTool(todoWrite, { items: [] })).text).toBe('The list is empty.');
  });

  it('shows how much is done', () => {
    expect(todoWrite.toolText({ items })).toBe('To-do list: 1/3 done');
    expect(todoWrite.toolText({ items: [] })).toBe('To-do list cleared');
  });

  it('refuses an unknown status and an empty item', async () => {
    const bad = [
      { text: 'x', status: 'finished' },
      { text: ' ', status: 'done' },
    ];
    const { text, isError } = await callTool(todoWrite, { items: bad });
    expect(isError).toBe(true);
    expect(text).toContain('items.0.status');
    expect(text).toContain('An item cannot be empty.');
  });
});

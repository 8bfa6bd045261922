import type { ToolUse } from '../../lib/messaging/conversation-state';
import {
  askUserSchema,
  groupTabsSchema,
  taskSummarySchema,
  todoListSchema,
  userChoiceSchema,
  type AskUser,
  type GroupTabs,
  type TaskSummary,
  type TodoList,
  type UserChoice,
} from '../../lib/messaging/tool-cards';
import type { z } from '../../lib/shared/zod';

/** The card of a tool use, with arguments that fit it. */
export type Card =
  | { kind: 'permission' }
  | { kind: 'choice'; choice: UserChoice }
  | { kind: 'form'; form: AskUser }
  | { kind: 'tab-selection'; suggestion: GroupTabs };

/** Contents that a tool draws from its arguments. */
export type Drawing =
  { kind: 'todo-list'; list: TodoList } | { kind: 'task-summary'; summary: TaskSummary };

/** Undefined when nobody is asked, or when what the model wrote does not fit the card. */
export function cardOf({ request, call }: ToolUse): Card | undefined {
  if (!request) return undefined;
  switch (request.card) {
    case 'choice': {
      const choice = read(userChoiceSchema, call.argumentsJson);
      return choice && { kind: 'choice', choice };
    }
    case 'form': {
      const form = read(askUserSchema, call.argumentsJson);
      return form && { kind: 'form', form };
    }
    case 'tab-selection': {
      const suggestion = read(groupTabsSchema, call.argumentsJson);
      return suggestion && { kind: 'tab-selection', suggestion };
    }
    default:
      return request.kind === 'permission' ? { kind: 'permission' } : undefined;
  }
}

export function drawingOf({ presentation, call }: ToolUse): Drawing | undefined {
  switch (presentation.expanded) {
    case 'todo-list': {
      const list = read(todoListSchema, call.argumentsJson);
      return list && { kind: 'todo-list', list };
    }
    case 'task-summary': {
      const summary = read(taskSummarySchema, call.argumentsJson);
      return summary && { kind: 'task-summary', summary };
    }
    default:
      return undefined;
  }
}

function read<Schema extends z.ZodType>(
  schema: Schema,
  json: string,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(json === '' ? '{}' : json)).data;
  } catch {
    return undefined;
  }
}

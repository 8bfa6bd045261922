import type { ToolUse } from '../../lib/messaging/conversation-state';
import {
  askUserSchema,
  groupTabsSchema,
  handOverSchema,
  planSchema,
  taskSummarySchema,
  todoListSchema,
  userChoiceSchema,
  type AskUser,
  type GroupTabs,
  type Plan,
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
  | { kind: 'tab-selection'; suggestion: GroupTabs }
  | { kind: 'plan'; plan: Plan }
  | { kind: 'hand-over'; what: string | undefined };

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
    case 'plan': {
      const plan = read(planSchema, call.argumentsJson);
      return plan && { kind: 'plan', plan };
    }
    case 'hand-over': {
      // Where a tool came upon something that only a person does, the arguments are the tool's.
      if (request.handOver !== undefined) return { kind: 'hand-over', what: undefined };
      const handOver = read(handOverSchema, call.argumentsJson);
      return handOver && { kind: 'hand-over', what: handOver.what };
    }
    default:
      return request.kind === 'permission' ? { kind: 'permission' } : undefined;
  }
}

/** The ids of those that stand before the person as cards, in order. */
export function waitingCards(uses: readonly ToolUse[]): string[] {
  return uses
    .filter((use) => use.state === 'awaiting-user' && cardOf(use) !== undefined)
    .map(({ id }) => id);
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

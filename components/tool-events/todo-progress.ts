import type { ToolUse } from '../../lib/messaging/conversation-state';
import { drawingOf } from './card-arguments';

export interface TodoProgress {
  readonly done: number;
  readonly total: number;
  /** The step under way. */
  readonly current: string | undefined;
}

/** How far the newest to-do list has come. */
export function todoProgressOf(uses: readonly ToolUse[]): TodoProgress | undefined {
  for (const use of uses.toReversed()) {
    if (use.presentation.expanded !== 'todo-list') continue;
    const drawing = drawingOf(use);
    if (drawing?.kind !== 'todo-list' || drawing.list.items.length === 0) continue;
    const { items } = drawing.list;
    return {
      done: items.filter(({ status }) => status === 'done').length,
      total: items.length,
      current: items.find(({ status }) => status === 'in-progress')?.text,
    };
  }
  return undefined;
}

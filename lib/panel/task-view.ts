import type { AssistantTurn, ToolUse } from '../messaging/conversation-state';

export type TaskStatus =
  'thinking' | 'working' | 'waiting' | 'paused' | 'stopped' | 'failed' | 'done';

/** How far a run of several steps has come. */
export interface TaskView {
  readonly status: TaskStatus;
  /** What it is at right now, in the words of the tool. */
  readonly current: string | undefined;
  /** Something in it waits for the person, whatever else goes on. */
  readonly asks: boolean;
  readonly steps: number;
  readonly failedSteps: number;
}

interface TaskEntry {
  readonly turns: readonly AssistantTurn[];
  readonly active: boolean;
}

/** A run that took two or more steps for the person; undefined for a plain answer. */
export function taskOf({ turns, active }: TaskEntry, paused: boolean): TaskView | undefined {
  if (turns.length < 2) return undefined;
  const uses = turns.flatMap((turn) => turn.toolUses);
  const steps = uses.filter(isTaskStep);
  if (steps.length < 2) return undefined;
  const running = uses.findLast((use) => use.state === 'running');
  return {
    status: statusOf(turns, active, paused),
    current: running?.presentation.toolText,
    asks: active && uses.some((use) => use.state === 'awaiting-user'),
    steps: steps.length,
    failedSteps: steps.filter((use) => use.state === 'error').length,
  };
}

/** Questions, lists, summaries and memories are part of a conversation, not steps of a task. */
function isTaskStep({ call, request, presentation }: ToolUse): boolean {
  if (request?.kind === 'external' || presentation.expanded !== undefined) return false;
  return !conversational.has(call.name);
}

const conversational: ReadonlySet<string> = new Set([
  'ask_user',
  'user_choice',
  'memory_store',
  'memory_forget',
]);

function statusOf(turns: readonly AssistantTurn[], active: boolean, paused: boolean): TaskStatus {
  const last = turns.at(-1);
  const uses = last?.toolUses ?? [];
  if (!active) {
    if (last?.status === 'failed') return 'failed';
    const wasStopped = last?.cut === 'stopped' || uses.some((use) => use.state === 'cancelled');
    return wasStopped ? 'stopped' : 'done';
  }
  if (paused) return 'paused';
  if (uses.some((use) => use.state === 'running')) return 'working';
  return uses.some((use) => use.state === 'awaiting-user') ? 'waiting' : 'thinking';
}

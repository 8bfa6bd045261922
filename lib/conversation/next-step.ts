import {
  answerTurns,
  isSettled,
  type AssistantTurn,
  type ConversationState,
  type ToolUse,
} from '../messaging/conversation-state';
import { isRepeating, MAX_ITERATIONS } from './guards';

/** What the conversation does next, read from its records alone. */
export type Step =
  | { kind: 'rest' }
  | { kind: 'take-queued' }
  | { kind: 'ask'; parentId: string; guard?: 'limit' | 'repeat' }
  | { kind: 'refuse-repeat'; uses: ToolUse[] }
  | { kind: 'execute'; uses: ToolUse[] }
  | { kind: 'end'; reason: 'answered' | 'limit' | 'repeat' };

const rest: Step = { kind: 'rest' };

export function nextStep(state: ConversationState): Step {
  const { run } = state;
  const leaf = state.turns.get(state.leafId ?? '');
  if (!leaf || !run || run.status !== 'running') return rest;
  if (leaf.role === 'user') return { kind: 'ask', parentId: leaf.id };
  if (leaf.status === 'streaming') return rest;
  if (state.queued) return { kind: 'take-queued' };
  if (leaf.status === 'failed') return rest;
  if (leaf.toolUses.length === 0) return { kind: 'end', reason: leaf.guard ?? 'answered' };

  const batches = batchesOfRun(state);
  const repeats = isRepeating(batches.slice(0, -1), batches.at(-1) ?? []);
  const open = leaf.toolUses.filter((use) => !isSettled(use));
  if (open.length > 0) {
    // Some of a batch may be answered already, as when a tool is unknown; the rest is as good as new.
    const untouched = open.every(
      (use) => use.state === 'proposed' || use.state === 'awaiting-user',
    );
    if (repeats && untouched) return { kind: 'refuse-repeat', uses: open };
    const startable = open.filter((use) => isStartable(use, leaf));
    return startable.length > 0 ? { kind: 'execute', uses: startable } : rest;
  }
  if (leaf.toolUses.every((use) => use.endsTurn && use.state === 'ok')) {
    return { kind: 'end', reason: 'answered' };
  }
  if (repeats) return { kind: 'ask', parentId: leaf.id, guard: 'repeat' };
  if (batches.length >= MAX_ITERATIONS) return { kind: 'ask', parentId: leaf.id, guard: 'limit' };
  return { kind: 'ask', parentId: leaf.id };
}

/** Uses of one lane go one after another, in call order, whoever has to answer the earlier ones. */
function isStartable(use: ToolUse, turn: AssistantTurn): boolean {
  if (use.state !== 'proposed' && use.state !== 'approved') return false;
  if (use.lane === undefined) return true;
  const firstOpen = turn.toolUses.find((other) => other.lane === use.lane && !isSettled(other));
  return firstOpen?.id === use.id;
}

/** The signatures of each batch of calls since the last prompt, oldest first. */
function batchesOfRun(state: ConversationState): string[][] {
  return answerTurns(state).flatMap((turn) =>
    turn.toolUses.length > 0 ? [turn.toolUses.map((use) => use.signature)] : [],
  );
}

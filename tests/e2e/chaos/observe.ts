import {
  emptyConversation,
  findToolUse,
  type ConversationState,
} from '../../../lib/messaging/conversation-state';
import { applyRecord } from '../../../lib/messaging/fold-records';
import type { RunRecord } from '../../../lib/messaging/run-record';
import {
  answerTransitions,
  runTransitions,
  toolUseTransitions,
  type ToolKind,
} from '../../../lib/messaging/transitions';

const kinds: Readonly<Record<string, ToolKind>> = {
  chaos_read: 'self-executing read',
  chaos_write: 'self-executing write',
  chaos_ask_read: 'user-interaction read',
  chaos_ask_write: 'user-interaction write',
  user_choice: 'external',
  ask_user: 'external',
  task_summary: 'no-output',
  chaos_blocked_write: 'refused',
  no_such_tool: 'unusable',
};

interface Step {
  from: string;
  record: string;
  to: string;
}
const line = ({ from, record, to }: Step, what: string) => `${what}: ${from} → ${record} → ${to}`;

/** Every transition of the table, a line each; where the kind makes no difference, one for all. */
export function tableOfTransitions(): Set<string> {
  return new Set([
    ...toolUseTransitions.flatMap((step) =>
      step.kinds === 'any' ? [line(step, 'any tool')] : step.kinds.map((kind) => line(step, kind)),
    ),
    ...answerTransitions.map((step) => line(step, 'answer')),
    ...runTransitions.map((step) => line(step, 'run')),
  ]);
}

/** The transitions that these records make, in the same words. */
export function observedTransitions(records: readonly RunRecord[]): Set<string> {
  const seen = new Set<string>();
  const state = emptyConversation();
  for (const record of records) {
    const before = snapshot(state);
    applyRecord(state, record);
    const after = snapshot(state);
    const note = (what: string, from: string, to: string) => {
      const step = { from, record: record.type, to };
      const any = toolUseTransitions.some(
        (row) =>
          row.kinds === 'any' &&
          line(row, '') === line(step, '') &&
          what !== 'answer' &&
          what !== 'run',
      );
      seen.add(line(step, any ? 'any tool' : what));
    };
    for (const id of touchedUses(record)) {
      const kind = kinds[findToolUse(state, id)?.call.name ?? ''] ?? 'unusable';
      note(kind, before.uses.get(id) ?? 'none', after.uses.get(id) ?? 'none');
    }
    const answer = answerOf(record);
    if (answer !== undefined) {
      note('answer', before.answers.get(answer) ?? 'none', after.answers.get(answer) ?? 'none');
    }
    if (record.type === 'leaf-moved') {
      for (const [id, was] of before.answers) {
        if (after.answers.get(id) !== was) note('answer', was, after.answers.get(id) ?? 'none');
      }
    }
    if (record.type.startsWith('run-')) note('run', before.run, after.run);
  }
  return seen;
}

function touchedUses(record: RunRecord): string[] {
  if (record.type === 'assistant-turn-completed') return record.toolCalls.map(({ id }) => id);
  return 'toolUseId' in record ? [record.toolUseId] : [];
}

function answerOf(record: RunRecord): string | undefined {
  switch (record.type) {
    case 'assistant-turn-started':
    case 'assistant-turn-checkpointed':
    case 'assistant-turn-completed':
    case 'assistant-turn-failed':
      return record.turnId;
    default:
      return undefined;
  }
}

function snapshot(state: ConversationState) {
  const uses = new Map<string, string>();
  const answers = new Map<string, string>();
  for (const turn of state.turns.values()) {
    if (turn.role !== 'assistant') continue;
    for (const use of turn.toolUses) uses.set(use.id, use.state);
    const isCurrent = state.leafId === turn.id || turn.status === 'complete';
    answers.set(turn.id, isCurrent ? turn.status : 'abandoned');
  }
  return { uses, answers, run: state.run?.status ?? 'none' };
}

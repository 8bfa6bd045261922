import { describe, expect, it } from 'vitest';
import { textBlock } from './content';
import { findToolUse, type ConversationState } from './conversation-state';
import { foldRecords } from './fold-records';
import type { InteractionRequest } from './permission';
import {
  outcomes,
  runRecordSchema,
  toolUseStates,
  type RunRecordDraft,
  type ToolUseState,
} from './run-record';
import { answerTransitions, runTransitions, toolUseTransitions } from './transitions';

const interaction: InteractionRequest = {
  kind: 'permission',
  card: '',
  reason: '',
  browserPermissions: [],
};
const presentation = { title: '', toolText: '', progressIcon: '', statusIcon: '' };

const prompted: RunRecordDraft[] = [
  { type: 'user-turn-added', turnId: 'p', parentId: null, blocks: [textBlock('Go')] },
];
const started: RunRecordDraft = {
  type: 'assistant-turn-started',
  turnId: 'a',
  parentId: 'p',
  runId: 'r',
  modelId: 'm',
};
const said = { turnId: 'a', text: 'Hi', reasoning: '' };
const completed: RunRecordDraft = {
  type: 'assistant-turn-completed',
  ...said,
  toolCalls: [{ id: 'u', name: 'tool', argumentsJson: '{}' }],
};
const failed: RunRecordDraft = {
  type: 'assistant-turn-failed',
  ...said,
  error: { code: 'x', message: 'x', retryable: false },
};

/** One record of each type that a transition names; `to` tells how a use was settled. */
function draftOf(type: RunRecordDraft['type'], to: string): RunRecordDraft {
  const drafts: RunRecordDraft[] = [
    started,
    { type: 'assistant-turn-checkpointed', ...said },
    completed,
    failed,
    { type: 'leaf-moved', turnId: 'p' },
    {
      type: 'tool-use-proposed',
      toolUseId: 'u',
      turnId: 'a',
      effect: 'read',
      presentation,
      signature: '',
    },
    { type: 'tool-use-parked', toolUseId: 'u', request: interaction },
    { type: 'tool-use-approved', toolUseId: 'u' },
    { type: 'tool-use-started', toolUseId: 'u' },
    { type: 'tool-use-requeued', toolUseId: 'u' },
    {
      type: 'tool-use-settled',
      toolUseId: 'u',
      outcome: outcomes.find((outcome) => outcome === to) ?? 'ok',
    },
    { type: 'run-started', runId: 'r' },
    { type: 'run-paused' },
    { type: 'run-resumed' },
    { type: 'run-ended', reason: 'answered' },
  ];
  const draft = drafts.find((candidate) => candidate.type === type);
  if (!draft) throw new Error(`No record of type ${type} is prepared.`);
  return draft;
}

function stateAfter(drafts: readonly RunRecordDraft[]): ConversationState {
  return foldRecords(drafts.map((draft, index) => ({ ...draft, seq: index + 1, at: 0 })));
}

/** The records that lead to a state, by the table itself. */
function pathTo<State extends string>(
  table: readonly { from: State | 'none'; record: RunRecordDraft['type']; to: State | 'none' }[],
  state: State | 'none',
): RunRecordDraft[] {
  if (state === 'none') return [];
  const step = table.find(({ from, to }) => to === state && from !== state);
  if (!step) throw new Error(`Nothing leads to ${state}.`);
  return [...pathTo(table, step.from), draftOf(step.record, step.to)];
}

const named = <Step extends { from: string; record: string; to: string }>(steps: readonly Step[]) =>
  steps.map((step) => [`${step.from} → ${step.record} → ${step.to}`, step] as const);

describe('the table of transitions and the fold agree on a tool use', () => {
  it.each(named(toolUseTransitions))('%s', (_name, { from, record, to }) => {
    // What the person allowed stays allowed when it is done again: it gets there by their yes.
    const byYes = record === 'tool-use-requeued' && to === 'approved';
    const path = byYes
      ? [...pathTo(toolUseTransitions, 'approved'), draftOf('tool-use-started', 'running')]
      : pathTo(toolUseTransitions, from);
    const before = [...prompted, started, ...path];
    expect(findToolUse(stateAfter(before), 'u')?.state ?? 'none').toBe(from);
    const after = stateAfter([...before, draftOf(record, to)]);
    expect(findToolUse(after, 'u')?.state).toBe(to);
  });
});

describe('the table of transitions and the fold agree on an answer', () => {
  const answerOf = (state: ConversationState) => {
    const turn = state.turns.get('a');
    if (turn?.role !== 'assistant') return 'none';
    return state.leafId === 'a' ? turn.status : 'abandoned';
  };

  it.each(named(answerTransitions))('%s', (_name, { from, record, to }) => {
    const before = [...prompted, ...pathTo(answerTransitions, from)];
    expect(answerOf(stateAfter(before))).toBe(from);
    expect(answerOf(stateAfter([...before, draftOf(record, to)]))).toBe(to);
  });
});

describe('the table of transitions and the fold agree on a run', () => {
  it.each(named(runTransitions))('%s', (_name, { from, record, to }) => {
    const before = pathTo(runTransitions, from);
    expect(stateAfter(before).run?.status ?? 'none').toBe(from);
    expect(stateAfter([...before, draftOf(record, to)]).run?.status).toBe(to);
  });
});

describe('the table of transitions', () => {
  it('reaches every state of a tool use, and leaves none that is settled', () => {
    const reached = new Set(toolUseTransitions.map(({ to }) => to));
    expect([...reached].toSorted()).toEqual([...toolUseStates].toSorted());
    const settled: readonly string[] = outcomes;
    expect(toolUseTransitions.filter(({ from }) => settled.includes(from))).toEqual([]);
    const left = toolUseTransitions.map(({ from }) => from);
    const open = toolUseStates.filter((state) => !settled.includes(state));
    expect(open.filter((state: ToolUseState) => !left.includes(state))).toEqual([]);
  });

  it('knows every record there is about tool uses, answers and runs', () => {
    const known = new Set<string>(
      [...toolUseTransitions, ...answerTransitions, ...runTransitions].map(({ record }) => record),
    );
    const types = runRecordSchema.options.map(({ shape }) => shape.type.value);
    const about = types.filter((type) => /^(tool-use|assistant-turn|run)-/.test(type));
    expect(about.filter((type) => !known.has(type))).toEqual([]);
  });
});

import type { RunRecord, ToolUseState } from './run-record';

/** The kinds of tool calls: `refused` by the policy, `unusable` without a tool or valid input behind it. */
export const toolKinds = [
  'self-executing read',
  'self-executing write',
  'user-interaction read',
  'user-interaction write',
  'external',
  'no-output',
  'refused',
  'unusable',
] as const;
export type ToolKind = (typeof toolKinds)[number];

type RecordType = RunRecord['type'];

interface Step<State> {
  readonly from: State;
  readonly record: RecordType;
  readonly to: State;
}

export interface ToolUseTransition extends Step<ToolUseState | 'none'> {
  /** `any`: the kind makes no difference. */
  readonly kinds: readonly ToolKind[] | 'any';
}

const reads: readonly ToolKind[] = ['self-executing read', 'user-interaction read'];
const writes: readonly ToolKind[] = ['self-executing write', 'user-interaction write'];
const runByThemselves: readonly ToolKind[] = ['self-executing read', 'self-executing write'];
const waitForPermission: readonly ToolKind[] = ['user-interaction read', 'user-interaction write'];
const waitForUser: readonly ToolKind[] = [...waitForPermission, 'external'];

/** Everything that can become of a tool call, by the record that says so. */
export const toolUseTransitions: readonly ToolUseTransition[] = [
  { from: 'none', record: 'assistant-turn-completed', to: 'proposed', kinds: toolKinds },
  { from: 'proposed', record: 'tool-use-proposed', to: 'proposed', kinds: toolKinds },
  {
    from: 'proposed',
    record: 'tool-use-parked',
    to: 'awaiting-user',
    kinds: waitForUser,
  },
  {
    from: 'proposed',
    record: 'tool-use-settled',
    to: 'ok',
    kinds: ['no-output'],
  },
  {
    from: 'proposed',
    record: 'tool-use-settled',
    to: 'error',
    kinds: ['unusable'],
  },
  // The policy refuses it, whatever anybody would answer.
  { from: 'proposed', record: 'tool-use-settled', to: 'denied', kinds: ['refused'] },
  // What usually asks runs by itself where it was allowed before.
  {
    from: 'proposed',
    record: 'tool-use-started',
    to: 'running',
    kinds: [...runByThemselves, ...waitForPermission],
  },
  {
    from: 'awaiting-user',
    record: 'tool-use-approved',
    to: 'approved',
    kinds: waitForPermission,
  },
  // Its site was blocked, or the mode changed, between the answer and the start.
  { from: 'approved', record: 'tool-use-settled', to: 'denied', kinds: [] },
  { from: 'awaiting-user', record: 'tool-use-settled', to: 'ok', kinds: ['external'] },
  { from: 'awaiting-user', record: 'tool-use-settled', to: 'denied', kinds: 'any' },
  {
    from: 'approved',
    record: 'tool-use-started',
    to: 'running',
    kinds: waitForPermission,
  },
  { from: 'running', record: 'tool-use-settled', to: 'ok', kinds: [...reads, ...writes] },
  { from: 'running', record: 'tool-use-settled', to: 'error', kinds: 'any' },
  // After a death: what only reads is done again, what writes is never repeated.
  {
    from: 'running',
    record: 'tool-use-requeued',
    to: 'proposed',
    kinds: ['self-executing read'],
  },
  {
    from: 'running',
    record: 'tool-use-requeued',
    to: 'approved',
    kinds: ['user-interaction read'],
  },
  { from: 'running', record: 'tool-use-settled', to: 'interrupted', kinds: writes },
  // Stop, and another prompt, end whatever is open.
  ...(['cancelled', 'pruned'] as const).flatMap((to) =>
    (['proposed', 'awaiting-user', 'approved', 'running'] as const).map(
      (from): ToolUseTransition => ({ from, record: 'tool-use-settled', to, kinds: 'any' }),
    ),
  ),
];

export type AnswerState = 'none' | 'streaming' | 'abandoned' | 'complete' | 'failed';

/** An answer of the model, from the request to its end. */
export const answerTransitions: readonly Step<AnswerState>[] = [
  { from: 'none', record: 'assistant-turn-started', to: 'streaming' },
  { from: 'streaming', record: 'assistant-turn-checkpointed', to: 'streaming' },
  { from: 'streaming', record: 'assistant-turn-completed', to: 'complete' },
  { from: 'streaming', record: 'assistant-turn-failed', to: 'failed' },
  // Nobody receives it any more: it stays as another version, and is asked for again.
  { from: 'streaming', record: 'leaf-moved', to: 'abandoned' },
  { from: 'failed', record: 'leaf-moved', to: 'abandoned' },
];

export type RunState = 'none' | 'running' | 'paused' | 'ended';

export const runTransitions: readonly Step<RunState>[] = [
  { from: 'none', record: 'run-started', to: 'running' },
  { from: 'ended', record: 'run-started', to: 'running' },
  { from: 'running', record: 'run-paused', to: 'paused' },
  { from: 'paused', record: 'run-resumed', to: 'running' },
  { from: 'ended', record: 'run-resumed', to: 'running' },
  { from: 'running', record: 'run-ended', to: 'ended' },
  { from: 'paused', record: 'run-ended', to: 'ended' },
];

import type { ToolUse } from '../../lib/messaging/conversation-state';
import type { ToolUseState } from '../../lib/messaging/run-record';

/** What the line says of a tool use besides its label. */
const stateWords: Partial<Record<ToolUseState, string>> = {
  'awaiting-user': 'Waiting for you',
  running: 'Running',
  error: 'Failed',
  denied: 'Declined',
  interrupted: 'Interrupted',
  cancelled: 'Cancelled',
  pruned: 'Set aside',
};

/** What would go on by itself if the run were not paused. */
const pausedWords: Partial<Record<ToolUseState, string>> = {
  proposed: 'Waits',
  approved: 'Allowed, waits for Resume',
};

export function stateWord(use: ToolUse, paused: boolean): string {
  const { state } = use;
  // The sentence below the line says it better.
  if (refusalOf(use) !== undefined) return '';
  return (paused ? pausedWords[state] : undefined) ?? stateWords[state] ?? '';
}

/** Why nobody was asked and nothing was done. */
export function refusalOf({ state, verdict, reason = '' }: ToolUse): string | undefined {
  return state === 'denied' && verdict === 'deny' && reason !== ''
    ? `Not done: ${reason}`
    : undefined;
}

const answerWords = {
  once: 'You allowed it once.',
  chat: 'You allowed it for this chat.',
  always: 'You allowed it always.',
} as const;

/** By whose word it could run; undefined where nobody's was needed. */
export function permissionOf(use: ToolUse): string | undefined {
  const { verdict, grantId, reason = '', answer } = use;
  if (answer !== undefined) return answerWords[answer];
  return verdict === 'allow' && grantId !== undefined && reason !== ''
    ? `Not asked: ${reason}`
    : undefined;
}

const troubleIcons: Partial<Record<ToolUseState, string>> = {
  error: 'alert',
  interrupted: 'alert',
  denied: 'close',
  cancelled: 'close',
  pruned: 'dash',
};

/** The tool's own icons; only a tick is not shown for what did not succeed. */
export function eventIcon({ state, presentation }: ToolUse): string {
  const { progressIcon, statusIcon } = presentation;
  if (['proposed', 'awaiting-user', 'approved', 'running'].includes(state)) return progressIcon;
  return statusIcon === 'check' ? (troubleIcons[state] ?? statusIcon) : statusIcon;
}

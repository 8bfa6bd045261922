import type { ActivityEntry } from '../../lib/messaging/activity';
import type { ToolUseState } from '../../lib/messaging/run-record';

const answers = {
  once: 'You allowed it once',
  chat: 'You allowed it for this chat',
  always: 'You allowed it always',
} as const;

/** In which something was done, or at least begun. */
const begun: readonly ToolUseState[] = ['running', 'ok', 'error', 'interrupted'];

/** Who decided, and how; empty when nobody wrote it down. */
export function verdictText({ verdict, asked, answer, grantId, state }: ActivityEntry): string {
  if (answer !== undefined) return answers[answer];
  if (verdict === 'deny') return 'Refused';
  if (state === 'denied') return 'You denied it';
  if (state === 'awaiting-user') return 'Waits for your answer';
  if (asked === 'external') return state === 'ok' ? 'You answered it' : 'Not answered';
  if (grantId !== undefined) return 'Allowed before';
  if (verdict === 'allow') return begun.includes(state) ? 'Ran by itself' : 'Needed no answer';
  if (verdict === 'ask') return begun.includes(state) ? 'You allowed it' : 'Not answered';
  return '';
}

const stateWords: Record<ToolUseState, string> = {
  proposed: 'Not begun',
  'awaiting-user': 'Waiting for you',
  approved: 'Not begun',
  running: 'Running',
  ok: 'Done',
  error: 'Failed',
  denied: 'Not done',
  interrupted: 'Interrupted',
  cancelled: 'Cancelled',
  pruned: 'Set aside',
};

export function stateText({ state }: ActivityEntry): string {
  return stateWords[state];
}

/** What the tool did, as well as it can be said. */
export function callText({ toolText, toolTitle, toolName }: ActivityEntry): string {
  return toolText.trim() || toolTitle.trim() || toolName.trim() || 'A tool without a name';
}

/** Characters that hide others or turn them around; letters are joined by the two that are left out. */
const hiding = /(?![\n\t\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Indented where it is JSON, as it is where it was cut. What cannot be seen is written out. */
export function argumentsText(argumentsJson: string): string {
  return indented(argumentsJson).replace(
    hiding,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

function indented(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return JSON.stringify(value, null, 2);
  } catch {
    return json;
  }
}

import type { ToolCall } from '../../lib/messaging/content';
import { findToolUse, type ToolUse } from '../../lib/messaging/conversation-state';
import { foldRecords } from '../../lib/messaging/fold-records';
import type { Presentation, RunRecordDraft } from '../../lib/messaging/run-record';
import type { Outcome } from '../../lib/panel/panel-actions';
import {
  numbered,
  runStarted,
  toolProposed,
  turnCompleted,
  turnStarted,
  userTurn,
} from '../../lib/panel/testing/records';
import type { CardActions } from '../approval/InteractionCard';

/** A tool use as its records make it. */
export function toolUseFrom(
  call: ToolCall,
  presentation: Partial<Presentation>,
  ...after: RunRecordDraft[]
): ToolUse {
  const state = foldRecords(
    numbered([
      userTurn('u1', 'Do it'),
      runStarted(),
      turnStarted('a1', 'u1'),
      turnCompleted('a1', '', [call]),
      toolProposed(call.id, 'a1', presentation),
      ...after,
    ]),
  );
  const use = findToolUse(state, call.id);
  if (!use) throw new Error(`No tool use ${call.id}`);
  return use;
}

export const done: Outcome = { ok: true, value: null };

/** Card actions that remember what was decided. */
export function recordedActions(overrides: Partial<CardActions> = {}) {
  const decisions: unknown[][] = [];
  const remember =
    (name: string) =>
    (...details: unknown[]): Promise<Outcome> => {
      decisions.push([name, ...details]);
      return Promise.resolve(done);
    };
  const actions: CardActions = {
    answerPermission: remember('permission'),
    answerTool: remember('answer'),
    useTool: remember('use'),
    listTabs: () => Promise.resolve({ ok: true, value: [] }),
    requestBrowserPermissions: () => Promise.resolve(true),
    ...overrides,
  };
  return { actions, decisions };
}

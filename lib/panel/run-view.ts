import {
  fromLeaf,
  type AssistantTurn,
  type ConversationState,
  type ToolUse,
  type Turn,
} from '../messaging/conversation-state';

/** A model is asked or a tool runs, or the next of them is about to. */
export function isBusy(state: ConversationState): boolean {
  return state.run?.status === 'running' && leafOf(state)?.status !== 'failed';
}

/** There is a run that can be stopped: it works, waits for the user or is paused. */
export function isActive(state: ConversationState): boolean {
  return isBusy(state) || isPaused(state);
}

export function isPaused(state: ConversationState): boolean {
  return state.run?.status === 'paused';
}

/** Busy with something else than waiting for the user. */
export function isWorking(state: ConversationState): boolean {
  if (!isBusy(state)) return false;
  const leaf = leafOf(state);
  if (!leaf || leaf.status === 'streaming') return true;
  const moves = leaf.toolUses.some((use) => use.state === 'running' || use.state === 'approved');
  return moves || waitingToolUses(state).length === 0;
}

export function executingTools(state: ConversationState): ToolUse[] {
  return toolUsesOfRun(state).filter((use) => use.state === 'running');
}

/** The tool uses that wait for a decision or an answer of the user. */
export function waitingToolUses(state: ConversationState): ToolUse[] {
  if (!isActive(state)) return [];
  return toolUsesOfRun(state).filter((use) => use.state === 'awaiting-user');
}

/** A guard ended the run although the model wanted to go on. */
export function canContinue(state: ConversationState): boolean {
  const { run } = state;
  return run?.status === 'ended' && (run.reason === 'limit' || run.reason === 'repeat');
}

export function canRetry(state: ConversationState): boolean {
  return leafOf(state)?.status === 'failed';
}

/** As the provider counted the last answer that is shown, its question and past included. */
export function usedTokens(state: ConversationState): number | null {
  for (const turn of fromLeaf(state)) {
    if (turn.role !== 'assistant' || !turn.usage) continue;
    return turn.usage.inputTokens + turn.usage.outputTokens;
  }
  return null;
}

function leafOf(state: ConversationState): AssistantTurn | undefined {
  const leaf = state.turns.get(state.leafId ?? '');
  return leaf?.role === 'assistant' ? leaf : undefined;
}

function toolUsesOfRun(state: ConversationState): ToolUse[] {
  const uses: ToolUse[] = [];
  for (
    let turn = leafOf(state);
    turn && turn.runId === state.run?.id;
    turn = assistantTurn(state.turns.get(turn.parentId))
  ) {
    uses.unshift(...turn.toolUses);
  }
  return uses;
}

function assistantTurn(turn: Turn | undefined): AssistantTurn | undefined {
  return turn?.role === 'assistant' ? turn : undefined;
}

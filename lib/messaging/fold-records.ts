import { defined } from '../shared/defined';
import { fileOrigin, type ToolCall } from './content';
import {
  emptyConversation,
  findToolUse,
  isSettled,
  type AssistantTurn,
  type ConversationState,
  type ToolUse,
  type Turn,
} from './conversation-state';
import type { RunRecord } from './run-record';

export function foldRecords(records: Iterable<RunRecord>): ConversationState {
  const state = emptyConversation();
  for (const record of records) applyRecord(state, record);
  return state;
}

export function applyRecord(state: ConversationState, record: RunRecord): void {
  state.seq = record.seq;
  switch (record.type) {
    case 'user-turn-added':
      addTurn(state, {
        role: 'user',
        id: record.turnId,
        parentId: record.parentId,
        at: record.at,
        blocks: record.blocks,
        toolChoice: record.toolChoice,
        onlyTools: record.onlyTools,
        retracted: false,
      });
      if (!state.turns.has(record.turnId)) return;
      for (const origin of record.blocks.map(fileOrigin)) {
        if (origin !== undefined) state.dataOrigins.add(origin);
      }
      return;
    case 'run-started':
      state.run = { id: record.runId, status: 'running' };
      return;
    case 'run-paused':
      if (state.run?.status === 'running') state.run = { ...state.run, status: 'paused' };
      return;
    case 'run-resumed':
      if (state.run) state.run = { id: state.run.id, status: 'running' };
      return;
    case 'run-ended':
      if (state.run) state.run = { id: state.run.id, status: 'ended', reason: record.reason };
      return;
    case 'assistant-turn-started':
      for (const origin of record.origins ?? []) state.dataOrigins.add(origin);
      addTurn(state, {
        role: 'assistant',
        id: record.turnId,
        parentId: record.parentId,
        at: record.at,
        runId: record.runId,
        modelId: record.modelId,
        status: 'streaming',
        guard: record.guard,
        text: '',
        reasoning: '',
        toolUses: [],
      });
      return;
    case 'assistant-turn-checkpointed':
      changeAssistantTurn(state, record.turnId, (turn) =>
        turn.status === 'streaming'
          ? {
              ...turn,
              text: turn.text + record.text,
              reasoning: turn.reasoning + record.reasoning,
            }
          : turn,
      );
      return;
    case 'assistant-turn-completed': {
      const turn = state.turns.get(record.turnId);
      // Once only: completed again, what its tools did would be proposed anew.
      if (turn?.role !== 'assistant' || turn.status !== 'streaming') return;
      state.turns.set(turn.id, {
        ...turn,
        status: 'complete',
        text: record.text,
        reasoning: record.reasoning,
        toolUses: record.toolCalls.map((call) => unplacedToolUse(call, record.turnId)),
        ...(record.cut === undefined ? {} : { cut: record.cut }),
        ...(record.usage === undefined ? {} : { usage: record.usage }),
        ...(record.providerState === undefined ? {} : { providerState: record.providerState }),
      });
      for (const call of record.toolCalls) state.toolUseTurns.set(call.id, record.turnId);
      return;
    }
    case 'assistant-turn-failed':
      changeAssistantTurn(state, record.turnId, (turn) => ({
        ...turn,
        status: 'failed',
        text: record.text,
        reasoning: record.reasoning,
        error: record.error,
      }));
      return;
    case 'tool-use-proposed': {
      const use = findToolUse(state, record.toolUseId);
      if (use && record.toolId !== undefined) state.wireNames.set(record.toolId, use.call.name);
      if (use && record.grantId !== undefined) {
        state.grantUses.set(record.grantId, (state.grantUses.get(record.grantId) ?? 0) + 1);
      }
      changeToolUse(state, record.toolUseId, (known) => ({
        ...known,
        state: 'proposed',
        toolId: record.toolId,
        toolHash: record.toolHash,
        effect: record.effect,
        presentation: record.presentation,
        signature: record.signature,
        lane: record.lane,
        endsTurn: record.endsTurn ?? false,
        proposedAt: record.at,
        ...defined({
          capability: record.capability,
          target: record.target,
          verdict: record.verdict,
          reason: record.reason,
          grantId: record.grantId,
        }),
      }));
      return;
    }
    case 'tool-use-parked':
      changeToolUse(state, record.toolUseId, (use) => ({
        ...use,
        state: 'awaiting-user',
        request: record.request,
      }));
      return;
    case 'tool-use-approved':
      changeToolUse(state, record.toolUseId, (use) => ({
        ...use,
        state: 'approved',
        ...defined({
          userInput: record.userInput,
          // Older records do not say how long it was allowed for.
          answer: record.answer ?? 'once',
          editedJson: record.argumentsJson,
        }),
      }));
      return;
    case 'tool-use-started':
      if (record.grantId !== undefined) countGrant(state, record.toolUseId, record.grantId);
      changeToolUse(state, record.toolUseId, (use) => ({
        ...use,
        state: 'running',
        ...defined({ grantId: record.grantId }),
      }));
      return;
    case 'tool-use-requeued':
      // What nobody said yes to is judged once more.
      changeToolUse(state, record.toolUseId, (use) => ({
        ...use,
        state: use.answer === undefined ? 'proposed' : 'approved',
      }));
      return;
    case 'tool-use-settled':
      for (const origin of record.origins ?? []) state.dataOrigins.add(origin);
      changeToolUse(state, record.toolUseId, (use) => ({
        ...use,
        state: record.outcome,
        settledAt: record.at,
        presentation: {
          ...use.presentation,
          ...defined({ statusIcon: record.statusIcon }),
        },
        ...defined({
          blocks: record.blocks,
          artifacts: record.artifacts,
          origins: record.origins,
          nonce: record.nonce,
          tooltip: record.tooltip,
          inDoubt: record.inDoubt,
        }),
      }));
      return;
    case 'prompt-queued':
      state.queued = {
        turnId: record.turnId,
        blocks: record.blocks,
        toolChoice: record.toolChoice,
        onlyTools: record.onlyTools,
      };
      return;
    case 'prompt-dequeued':
      state.queued = null;
      return;
    case 'leaf-moved':
      if (record.turnId === null || state.turns.has(record.turnId)) state.leafId = record.turnId;
      return;
    case 'user-turn-retracted': {
      const turn = state.turns.get(record.turnId);
      if (turn?.role !== 'user') return;
      state.turns.set(turn.id, { ...turn, retracted: true });
      state.leafId = turn.parentId;
      return;
    }
    case 'grant-given':
      state.grants.push(record.grant);
      return;
    case 'grant-revoked': {
      state.revokedGrants.add(record.grantId);
      const index = state.grants.findIndex(({ id }) => id === record.grantId);
      if (index !== -1) state.grants.splice(index, 1);
      return;
    }
    case 'mode-set':
      state.mode = record.mode;
      return;
  }
}

/**
 * A damaged log must not tie the turns into a ring: nothing is added twice, and nothing without an
 * id, which would be the parent of the root and of itself. A turn whose parent is lost begins anew.
 */
function addTurn(state: ConversationState, added: Turn): void {
  if (added.id === '' || state.turns.has(added.id)) return;
  const turn = withKnownParent(state, added);
  if (!turn) return;
  state.turns.set(turn.id, turn);
  const parent = turn.parentId ?? '';
  const siblings = state.children.get(parent);
  if (siblings) siblings.push(turn.id);
  else state.children.set(parent, [turn.id]);
  state.leafId = turn.id;
}

/** An answer without its question cannot be shown; a question without its past can. */
function withKnownParent(state: ConversationState, turn: Turn): Turn | undefined {
  if (turn.parentId === null || state.turns.has(turn.parentId)) return turn;
  return turn.role === 'user' ? { ...turn, parentId: null } : undefined;
}

function changeAssistantTurn(
  state: ConversationState,
  turnId: string,
  change: (turn: AssistantTurn) => AssistantTurn,
): void {
  const turn = state.turns.get(turnId);
  if (turn?.role === 'assistant') state.turns.set(turnId, change(turn));
}

function changeToolUse(
  state: ConversationState,
  toolUseId: string,
  change: (use: ToolUse) => ToolUse,
): void {
  const turnId = state.toolUseTurns.get(toolUseId);
  if (turnId === undefined) return;
  changeAssistantTurn(state, turnId, (turn) => ({
    ...turn,
    // What has an outcome keeps it: a damaged log must not set a finished write going again.
    toolUses: turn.toolUses.map((use) =>
      use.id === toolUseId && !isSettled(use) ? change(use) : use,
    ),
  }));
}

/** The grant that the call was proposed with gets back what it did not need. */
function countGrant(state: ConversationState, toolUseId: string, grantId: string): void {
  const { grantUses } = state;
  const before = findToolUse(state, toolUseId)?.grantId;
  if (before !== undefined) grantUses.set(before, (grantUses.get(before) ?? 0) - 1);
  grantUses.set(grantId, (grantUses.get(grantId) ?? 0) + 1);
}

/** A file says what it says, whoever attached it. */
function unplacedToolUse(call: ToolCall, turnId: string): ToolUse {
  return {
    id: call.id,
    turnId,
    call,
    state: 'proposed',
    toolId: undefined,
    toolHash: undefined,
    effect: 'write',
    presentation: {
      title: call.name,
      toolText: call.name,
      progressIcon: 'tool',
      statusIcon: 'tool',
    },
    signature: '',
    lane: undefined,
    endsTurn: false,
  };
}

import type { ErrorReport } from '../shared/error-report';
import type { Artifact, ContentBlock, ToolCall, ToolChoiceMessage } from './content';
import type { Capability, ConversationMode, Grant, InteractionRequest, Target } from './permission';
import {
  outcomes,
  type Presentation,
  type StopReason,
  type ToolUseState,
  type Usage,
} from './run-record';

export interface ToolUse {
  readonly id: string;
  readonly turnId: string;
  readonly call: ToolCall;
  readonly state: ToolUseState;
  readonly toolId: string | undefined;
  readonly toolHash: string | undefined;
  readonly effect: 'read' | 'write';
  readonly presentation: Presentation;
  readonly signature: string;
  readonly lane: string | undefined;
  readonly endsTurn: boolean;
  readonly capability?: Capability;
  readonly target?: Target;
  readonly verdict?: 'allow' | 'ask' | 'deny';
  /** Why the policy said so. */
  readonly reason?: string;
  readonly grantId?: string;
  readonly request?: InteractionRequest;
  readonly answer?: 'once' | 'chat' | 'always';
  readonly userInput?: unknown;
  /** What it runs with, when the user changed it. */
  readonly editedJson?: string;
  readonly proposedAt?: number;
  readonly settledAt?: number;
  readonly blocks?: readonly ContentBlock[];
  readonly artifacts?: readonly Artifact[];
  /** Where the data of the result came from. */
  readonly origins?: readonly string[];
  readonly nonce?: string;
  readonly tooltip?: string;
  readonly inDoubt?: boolean;
}

export interface UserTurn {
  readonly role: 'user';
  readonly id: string;
  readonly parentId: string | null;
  readonly at: number;
  readonly blocks: readonly ContentBlock[];
  readonly toolChoice: ToolChoiceMessage | undefined;
  readonly onlyTools: readonly string[] | undefined;
  readonly retracted: boolean;
}

export interface AssistantTurn {
  readonly role: 'assistant';
  readonly id: string;
  readonly parentId: string;
  readonly at: number;
  readonly runId: string;
  readonly modelId: string;
  readonly status: 'streaming' | 'complete' | 'failed';
  readonly guard: 'limit' | 'repeat' | undefined;
  readonly text: string;
  readonly reasoning: string;
  readonly toolUses: readonly ToolUse[];
  readonly cut?: 'stopped' | 'length' | 'filtered';
  readonly usage?: Usage;
  readonly providerState?: { model: string; blocks: unknown[] };
  readonly error?: ErrorReport;
}

export type Turn = UserTurn | AssistantTurn;

export interface RunStatus {
  readonly id: string;
  readonly status: 'running' | 'paused' | 'ended';
  readonly reason?: StopReason;
}

export interface QueuedPrompt {
  readonly turnId: string | undefined;
  readonly blocks: readonly ContentBlock[];
  readonly toolChoice: ToolChoiceMessage | undefined;
  readonly onlyTools: readonly string[] | undefined;
}

/**
 * A conversation as its records tell it. The maps grow in place, which keeps a record cheap at turn
 * 1,000; every turn is replaced and never changed, so that a view can compare identities.
 */
export interface ConversationState {
  seq: number;
  readonly turns: Map<string, Turn>;
  /** Children by parent id, in the order they were added; the root's parent is ''. */
  readonly children: Map<string, string[]>;
  /** Which turn a tool use belongs to. */
  readonly toolUseTurns: Map<string, string>;
  /** The wire name each tool was called by: it stays with the tool for the whole conversation. */
  readonly wireNames: Map<string, string>;
  leafId: string | null;
  run: RunStatus | null;
  queued: QueuedPrompt | null;
  readonly grants: Grant[];
  /** Calls that were let through by one of these, and have not started, ask after all. */
  readonly revokedGrants: Set<string>;
  /** How many calls each grant has let through. */
  readonly grantUses: Map<string, number>;
  mode: ConversationMode;
  /** Where the data came from that this conversation has ever held. It only grows. */
  readonly dataOrigins: Set<string>;
}

export function emptyConversation(): ConversationState {
  return {
    seq: 0,
    turns: new Map(),
    children: new Map(),
    toolUseTurns: new Map(),
    wireNames: new Map(),
    leafId: null,
    run: null,
    queued: null,
    grants: [],
    revokedGrants: new Set(),
    grantUses: new Map(),
    mode: 'ask',
    dataOrigins: new Set(),
  };
}

export function isSettled(use: ToolUse): boolean {
  return outcomes.some((outcome) => outcome === use.state);
}

/** The turns from the first to the leaf that is shown, oldest first. */
export function activePath(state: ConversationState): Turn[] {
  return [...fromLeaf(state)].reverse();
}

/** The assistant turns since the last user turn, oldest first. */
export function answerTurns(state: ConversationState): AssistantTurn[] {
  const turns: AssistantTurn[] = [];
  for (const turn of fromLeaf(state)) {
    if (turn.role === 'user') break;
    turns.push(turn);
  }
  return turns.reverse();
}

export function* fromLeaf(state: ConversationState): Generator<Turn> {
  let turn = state.turns.get(state.leafId ?? '');
  while (turn) {
    yield turn;
    turn = state.turns.get(turn.parentId ?? '');
  }
}

/** The versions of a turn that a person can switch between, the turn itself among them. */
export function versionsOf(state: ConversationState, turn: Turn): string[] {
  const siblings = state.children.get(turn.parentId ?? '') ?? [];
  return siblings.filter((id) => {
    const sibling = state.turns.get(id);
    if (!sibling || sibling.role !== turn.role) return false;
    if (sibling.id === turn.id) return true;
    if (sibling.role === 'user') return !sibling.retracted;
    return sibling.status === 'complete' && !isBlank(sibling);
  });
}

/** Taken back before anything came of it: nothing that a person would want to go back to. */
function isBlank(turn: Turn): boolean {
  if (turn.role === 'user') return turn.retracted;
  const { cut, text, reasoning, toolUses } = turn;
  return cut === 'stopped' && text === '' && reasoning === '' && toolUses.length === 0;
}

/** The newest turn below the given one: where a switched branch continues. */
export function newestLeafBelow(state: ConversationState, turnId: string): string {
  let leaf = turnId;
  for (;;) {
    const next = (state.children.get(leaf) ?? []).findLast((id) => {
      const child = state.turns.get(id);
      return child !== undefined && !isBlank(child);
    });
    if (next === undefined) return leaf;
    leaf = next;
  }
}

export function findToolUse(state: ConversationState, toolUseId: string): ToolUse | undefined {
  const turn = state.turns.get(state.toolUseTurns.get(toolUseId) ?? '');
  if (turn?.role !== 'assistant') return undefined;
  return turn.toolUses.find((use) => use.id === toolUseId);
}

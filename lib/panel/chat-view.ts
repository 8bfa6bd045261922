import { textOf } from '../messaging/content';
import type { ConversationState, ToolUse } from '../messaging/conversation-state';
import {
  canContinue,
  canRetry,
  executingTools,
  isActive,
  isPaused,
  isWorking,
  usedTokens,
  waitingToolUses,
} from './run-view';
import { entriesOf, type EntryView } from './view';

/** All that the chat shows of a conversation, besides the words that are just arriving. */
export interface ChatView {
  readonly entries: readonly EntryView[];
  readonly active: boolean;
  readonly working: boolean;
  readonly paused: boolean;
  readonly executing: readonly ToolUse[];
  readonly waiting: readonly ToolUse[];
  readonly canContinue: boolean;
  readonly canRetry: boolean;
  readonly queuedText: string | null;
  /** What the conversation takes up of the model's context; null while nobody has counted. */
  readonly usedTokens: number | null;
}

export function chatViewOf(state: ConversationState, previous?: ChatView): ChatView {
  return {
    entries: entriesOf(state, previous?.entries),
    active: isActive(state),
    working: isWorking(state),
    paused: isPaused(state),
    executing: executingTools(state),
    waiting: waitingToolUses(state),
    canContinue: canContinue(state),
    canRetry: canRetry(state),
    queuedText: state.queued && textOf(state.queued.blocks),
    usedTokens: usedTokens(state),
  };
}

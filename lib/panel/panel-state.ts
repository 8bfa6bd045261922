import { emptyConversation, type ConversationState } from '../messaging/conversation-state';
import type { ConversationSummary } from '../messaging/conversation-summary';
import type { ConversationMode } from '../messaging/permission';
import type { LiveEvent, SettingsView } from '../messaging/panel-protocol';
import type { ErrorReport } from '../shared/error-report';
import { chatViewOf, type ChatView } from './chat-view';
import type { LiveTexts } from './live-texts';

export type ConnectionStatus = 'connecting' | 'ready' | 'reconnecting';

/** The model did not answer and is asked again after a while. */
export type RequestRetry = Extract<LiveEvent, { type: 'request-retried' }>;

/** Just deleted by this panel, which says so and offers to undo it. */
export interface DeletedConversation {
  readonly id: string;
  readonly title: string;
  /** This panel showed it, and does again when it is back. */
  readonly wasShown: boolean;
  /** It cannot be undone. */
  readonly final: boolean;
}

export interface PanelState {
  readonly status: ConnectionStatus;
  readonly conversationId: string | null;
  /** Changes in place: look at `chat` to know that it did. */
  readonly conversation: ConversationState;
  readonly chat: ChatView;
  readonly live: LiveTexts;
  readonly requestRetry: RequestRetry | null;
  /** By id. Only those that were heard of, until the list was read. */
  readonly conversations: ReadonlyMap<string, ConversationSummary>;
  readonly listStatus: 'unread' | 'reading' | 'ready' | 'failed';
  readonly listError: ErrorReport | null;
  readonly deleted: readonly DeletedConversation[];
  /** Null until the worker has told them. */
  readonly settings: SettingsView | null;
  readonly trouble: ErrorReport | null;
  /** What stands in the composer. */
  readonly draft: string;
  /** Chosen for a chat in which nothing was said yet, and kept here until something is. */
  readonly firstMode: { readonly conversationId: string; readonly mode: ConversationMode } | null;
}

export function initialPanelState(): PanelState {
  const conversation = emptyConversation();
  return {
    status: 'connecting',
    conversationId: null,
    conversation,
    chat: chatViewOf(conversation),
    live: new Map(),
    requestRetry: null,
    conversations: new Map(),
    listStatus: 'unread',
    listError: null,
    deleted: [],
    settings: null,
    trouble: null,
    draft: '',
    firstMode: null,
  };
}

/** Something of it is in the log. */
export function isBegun({ conversation }: Pick<PanelState, 'conversation'>): boolean {
  return conversation.seq > 0;
}

/** How much the assistant may do in the chat that is shown. */
export function modeOf(state: PanelState): ConversationMode {
  const { firstMode, conversation, conversationId } = state;
  const isChosen = firstMode !== null && firstMode.conversationId === conversationId;
  return isChosen && !isBegun(state) ? firstMode.mode : conversation.mode;
}

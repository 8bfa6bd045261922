import { useMemo, useRef, type ReactNode } from 'react';
import { isTemporary } from '../../lib/messaging/conversation-id';
import { UNTITLED } from '../../lib/messaging/conversation-title';
import type { Outcome, PanelActions } from '../../lib/panel/panel-actions';
import type { PanelState } from '../../lib/panel/panel-state';
import type { CardActions } from '../approval/InteractionCard';
import type { RequestBrowserPermissions } from '../approval/use-card-answer';
import { Announcer } from '../ui/Announcer';
import { Notice } from '../ui/Notice';
import { announcementOf } from './announcement';
import { ChatHeader } from './ChatHeader';
import { Composer } from './Composer';
import { ConversationLog } from './ConversationLog';
import { EmptyState } from './EmptyState';
import { modelLabelOf } from './model-label';
import { QueuedPrompt } from './QueuedPrompt';
import { useCardFocus } from './use-card-focus';
import './chat-screen.css';

interface ChatScreenProps {
  state: Omit<PanelState, 'conversation'>;
  actions: PanelActions;
  requestBrowserPermissions: RequestBrowserPermissions;
  onOpenSettings: () => void;
  onOpenChats: () => void;
  /** What was just done to another chat. */
  notice?: ReactNode;
}

export function ChatScreen({
  state,
  actions,
  requestBrowserPermissions,
  onOpenSettings,
  onOpenChats,
  notice,
}: ChatScreenProps) {
  const { chat, settings, trouble, status, conversationId } = state;
  const screen = useRef<HTMLElement>(null);
  const composer = useRef<HTMLTextAreaElement>(null);
  const markAnswered = useCardFocus(screen, composer, chat.waiting);
  const cards = useMemo<CardActions>(() => {
    const answered = (toolUseId: string, sending: Promise<Outcome>) => {
      markAnswered(toolUseId);
      return sending;
    };
    return {
      answerPermission: (id, decision) => answered(id, actions.answerPermission(id, decision)),
      answerTool: (id, blocks) => answered(id, actions.answerTool(id, blocks)),
      useTool: (id, input) => answered(id, actions.useTool(id, input)),
      listTabs: actions.listTabs,
      requestBrowserPermissions,
    };
  }, [actions, requestBrowserPermissions, markAnswered]);

  const connected = settings?.connection !== null;
  const temporary = conversationId !== null && isTemporary(conversationId);
  const loading = conversationId === null || settings === null;

  return (
    <main ref={screen} className="chat-screen">
      <ChatHeader
        title={temporary ? 'Temporary chat' : titleOfShown(state)}
        onOpenChats={onOpenChats}
        onNewChat={() => actions.newChat()}
        onTemporaryChat={() => actions.newChat({ temporary: true })}
        onOpenSettings={onOpenSettings}
      />
      <ConversationLog
        chat={chat}
        live={state.live}
        requestRetry={state.requestRetry}
        cards={cards}
        callbacks={actions}
        empty={loading ? null : <EmptyState connected={connected} onConnect={onOpenSettings} />}
      />
      <footer className="chat-footer">
        {temporary && (
          <p className="chat-status">Kept in memory only, and gone when you close the browser.</p>
        )}
        {notice}
        {status === 'reconnecting' && <p className="chat-status">Reconnecting…</p>}
        {trouble && (
          <Notice tone="bad" announced advice={trouble.advice} onDismiss={actions.dismissTrouble}>
            {trouble.message}
          </Notice>
        )}
        {chat.queuedText !== null && (
          <QueuedPrompt text={chat.queuedText} onDiscard={actions.discardQueued} />
        )}
        <Composer
          draft={state.draft}
          placeholder={placeholder(connected, chat.waiting.length > 0)}
          modelLabel={modelLabelOf(settings?.connection)}
          canSend={connected && conversationId !== null && chat.queuedText === null}
          active={chat.active}
          paused={chat.paused}
          textRef={composer}
          onWrite={actions.write}
          onSend={actions.send}
          onStop={actions.stop}
          onPause={actions.pause}
          onResume={actions.resume}
        />
      </footer>
      <Announcer text={announcementOf(chat)} />
    </main>
  );
}

function titleOfShown({ conversations, conversationId }: ChatScreenProps['state']): string {
  return conversations.get(conversationId ?? '')?.title ?? UNTITLED;
}

function placeholder(connected: boolean, waiting: boolean): string {
  if (!connected) return 'Connect a model to begin';
  return waiting ? 'Decide above, or write here' : 'Ask anything';
}

import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { isTemporary } from '../../lib/messaging/conversation-id';
import { UNTITLED } from '../../lib/messaging/conversation-title';
import type { ConversationMode } from '../../lib/messaging/permission';
import type { PanelActions } from '../../lib/panel/panel-actions';
import type { PanelState } from '../../lib/panel/panel-state';
import type { CardActions } from '../approval/InteractionCard';
import type { RequestBrowserPermissions } from '../approval/use-card-answer';
import { loadCards } from '../tool-events/lazy-card';
import { Announcer } from '../ui/Announcer';
import { Notice } from '../ui/Notice';
import { useOnline } from '../ui/use-online';
import { announcementOf } from './announcement';
import { ChatFoot } from './ChatFoot';
import { ChatHeader } from './ChatHeader';
import { ChatStatus } from './ChatStatus';
import { Composer } from './Composer';
import { ConversationLog } from './ConversationLog';
import { EmptyState } from './EmptyState';
import { isComposing } from './is-composing';
import { modelLabelOf, remoteHostOf } from './model-label';
import { QueuedPrompt } from './QueuedPrompt';
import { useKeptFocus } from './use-kept-focus';
import { useLasting } from './use-lasting';
import { useSeenActive } from './use-seen-active';
import './chat-screen.css';

const filesRefused =
  'Pictures and files cannot be sent yet. Words can: paste them, or say what you see.';
const queueFull = 'One message already waits. Discard it to send another one.';
/** Shorter waits are not worth a word. */
const WAITING_SHOWN_MS = 1_000;

interface ChatScreenProps {
  state: Omit<PanelState, 'conversation'>;
  /** Of the chat that is shown. */
  mode: ConversationMode;
  actions: PanelActions;
  requestBrowserPermissions: RequestBrowserPermissions;
  onOpenSettings: () => void;
  onOpenChats: () => void;
  /** The tabs that the chat may look into. */
  attached?: ReactNode;
  /** What was just done to another chat. */
  notice?: ReactNode;
}

export function ChatScreen({
  state,
  mode,
  actions,
  requestBrowserPermissions,
  onOpenSettings,
  onOpenChats,
  attached,
  notice,
}: ChatScreenProps) {
  const { chat, settings, trouble, status, conversationId } = state;
  const screen = useRef<HTMLElement>(null);
  const composer = useRef<HTMLTextAreaElement>(null);
  useKeptFocus(screen, composer);
  const [files, setFiles] = useState(false);
  // The message that stood in the way: when it is gone, so is the word about it.
  const [inTheWay, setInTheWay] = useState<string | null>(null);
  const isOnline = useOnline();
  const seenActive = useSeenActive(conversationId, chat.active);
  const reconnecting = useLasting(status === 'reconnecting', WAITING_SHOWN_MS);
  const cards = useMemo<CardActions>(
    () => ({
      answerPermission: actions.answerPermission,
      answerTool: actions.answerTool,
      useTool: actions.useTool,
      listTabs: actions.listTabs,
      requestBrowserPermissions,
    }),
    [actions, requestBrowserPermissions],
  );

  // A card should be there when it is needed; without it, a reload is offered where it is missed.
  useEffect(() => {
    if (chat.active) loadCards().catch(() => undefined);
  }, [chat.active]);

  const temporary = conversationId !== null && isTemporary(conversationId);
  const loading = conversationId === null || settings === null;
  const starting = useLasting(loading && !reconnecting, WAITING_SHOWN_MS);
  const remoteHost = isOnline ? undefined : remoteHostOf(settings?.connection);
  function situation(): string {
    if (reconnecting) return 'Reconnecting…';
    if (starting) return 'Starting…';
    if (remoteHost !== undefined) {
      return `You are offline. ${remoteHost} cannot be reached until you are back.`;
    }
    if (files) return filesRefused;
    return inTheWay !== null && inTheWay === chat.queuedText ? queueFull : '';
  }

  /** Wherever the focus is; only what has a use of its own for Escape keeps it. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || !chat.active) return;
    if (isComposing(event) || isField(event.target)) return;
    event.preventDefault();
    void actions.stop();
  }

  /** Left alone, the browser would open the file in place of the panel. */
  function onDrop(event: DragEvent): void {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    if (event.type === 'drop') setFiles(true);
  }

  return (
    <main
      ref={screen}
      className="chat-screen"
      onKeyDown={onKeyDown}
      onDragOver={onDrop}
      onDrop={onDrop}
    >
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
        onOpenSettings={onOpenSettings}
        empty={
          loading ? null : (
            <EmptyState
              builtIn={settings.connection === null}
              temporary={temporary}
              onConnect={onOpenSettings}
              onSuggest={actions.send}
            />
          )
        }
      />
      <footer className="chat-footer">
        {notice}
        <ChatStatus
          notice={situation()}
          {...(reconnecting || starting
            ? { busy: true }
            : remoteHost === undefined
              ? {}
              : { icon: 'offline' })}
        />
        <div role="status" className="chat-trouble">
          {trouble && (
            <Notice tone="bad" advice={trouble.advice} onDismiss={actions.dismissTrouble}>
              {trouble.message}
            </Notice>
          )}
        </div>
        {chat.queuedText !== null && (
          <QueuedPrompt text={chat.queuedText} onDiscard={actions.discardQueued} />
        )}
        {attached}
        <Composer
          draft={state.draft}
          placeholder={chat.waiting.length > 0 ? 'Decide above, or write here' : 'Ask anything'}
          modelLabel={modelLabelOf(settings?.connection)}
          canSend={conversationId !== null && chat.queuedText === null}
          active={chat.active}
          paused={chat.paused}
          textRef={composer}
          onWrite={(draft) => {
            setFiles(false);
            actions.write(draft);
          }}
          onSend={actions.send}
          onStop={actions.stop}
          onPause={actions.pause}
          onResume={actions.resume}
          onRefuse={() => setInTheWay(chat.queuedText)}
          onFiles={() => setFiles(true)}
        />
        <ChatFoot
          mode={mode}
          onMode={actions.setMode}
          temporary={temporary}
          usedTokens={chat.usedTokens}
          contextTokens={settings?.connection?.contextTokens}
        />
      </footer>
      <Announcer text={announcementOf(chat, seenActive)} />
    </main>
  );
}

function isField(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input, select, textarea');
}

function titleOfShown({ conversations, conversationId }: ChatScreenProps['state']): string {
  return conversations.get(conversationId ?? '')?.title ?? UNTITLED;
}

import type { MouseEvent, ReactNode } from 'react';
import type { ChatView } from '../../lib/panel/chat-view';
import type { LiveTexts } from '../../lib/panel/live-texts';
import type { Outcome } from '../../lib/panel/panel-actions';
import type { RequestRetry } from '../../lib/panel/panel-state';
import type { CardActions } from '../approval/InteractionCard';
import { Button, IconButton } from '../ui/Button';
import { AssistantEntry, type AnswerCallbacks } from './AssistantEntry';
import { UserEntry } from './UserEntry';
import { useStickToEnd } from './use-stick-to-end';
import { WaitingRow } from './WaitingRow';
import './conversation-log.css';

export interface LogCallbacks extends AnswerCallbacks {
  edit: (turnId: string, text: string) => Promise<Outcome>;
  continueRun: () => unknown;
}

interface ConversationLogProps {
  chat: ChatView;
  live: LiveTexts;
  requestRetry: RequestRetry | null;
  cards: CardActions;
  callbacks: LogCallbacks;
  onOpenSettings: () => void;
  /** Shown while nothing has been said. */
  empty: ReactNode;
}

export function ConversationLog({
  chat,
  live,
  requestRetry,
  cards,
  callbacks,
  onOpenSettings,
  empty,
}: ConversationLogProps) {
  const { entries } = chat;
  const lastPrompt = entries.findLast((entry) => entry.kind === 'user')?.id;
  const { ref, away, onScroll, onToggle, scrollToEnd } = useStickToEnd([chat, live], lastPrompt);

  function onClick({ target }: MouseEvent): void {
    if (target instanceof Element && target.closest('[aria-expanded], summary')) onToggle();
  }

  return (
    <div className="log-frame">
      {/* The announcer speaks for it: a stream read out word by word helps nobody. */}
      <div
        ref={ref}
        role="log"
        aria-label="Conversation"
        aria-live="off"
        className="log"
        tabIndex={0}
        onScroll={onScroll}
        onClick={onClick}
      >
        {entries.length === 0 && !chat.working && empty}
        {entries.map((entry, index) =>
          entry.kind === 'user' ? (
            <UserEntry
              key={entry.id}
              entry={entry}
              active={chat.active}
              onEdit={callbacks.edit}
              onSelectBranch={callbacks.selectBranch}
            />
          ) : (
            <AssistantEntry
              key={entry.id}
              entry={entry}
              live={live.get(entry.streamingTurnId ?? '')}
              runActive={chat.active}
              paused={chat.paused && entry.active}
              canRetry={chat.canRetry && index === entries.length - 1}
              cards={cards}
              callbacks={callbacks}
              onOpenSettings={onOpenSettings}
            />
          ),
        )}
        {chat.canContinue && (
          <div>
            <Button onClick={() => callbacks.continueRun()}>Continue</Button>
          </div>
        )}
        {chat.paused && <p className="log-note">Paused. Nothing happens until you resume.</p>}
        {chat.working && <WaitingRow executing={chat.executing} requestRetry={requestRetry} />}
      </div>
      {away && (
        <IconButton
          className={chat.working ? 'log-to-end log-to-end-live' : 'log-to-end'}
          icon="arrow-down"
          label="Scroll to the end"
          look="plain"
          onClick={() => {
            scrollToEnd();
            // The button goes; whoever reads with the keyboard goes on reading here.
            ref.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </div>
  );
}

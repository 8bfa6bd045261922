import { memo, useId } from 'react';
import type {
  ConversationRunState,
  ConversationSummary,
} from '../../lib/messaging/conversation-summary';
import type { Outcome } from '../../lib/panel/panel-actions';
import { IconButton } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { RenameField } from './RenameField';
import { fullTime, isoTime, rowTime } from './row-time';
import './conversation-row.css';

export interface RowCallbacks {
  open: (conversationId: string) => void;
  startRename: (conversationId: string) => void;
  rename: (conversationId: string, title: string) => Promise<Outcome>;
  renamed: (conversationId: string, byKey: boolean) => void;
  remove: (conversationId: string) => void;
}

interface ConversationRowProps {
  conversation: ConversationSummary;
  now: number;
  isRecent: boolean;
  isShown: boolean;
  /** The row that the Tab key comes to; arrows lead to the others. */
  isTabStop: boolean;
  isRenaming: boolean;
  callbacks: RowCallbacks;
}

const stateLabels: Record<Exclude<ConversationRunState, 'idle'>, string> = {
  running: 'Working…',
  waiting: 'Waits for you',
  paused: 'Paused',
};

export const ConversationRow = memo(function ConversationRow({
  conversation,
  now,
  isRecent,
  isShown,
  isTabStop,
  isRenaming,
  callbacks,
}: ConversationRowProps) {
  const id = useId();
  const { id: conversationId, title, state, temporary, updatedAt } = conversation;
  if (isRenaming) {
    return (
      <li className="chat-row">
        <RenameField
          title={title}
          onRename={(name) => callbacks.rename(conversationId, name)}
          onDone={(byKey) => callbacks.renamed(conversationId, byKey)}
        />
      </li>
    );
  }
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <li className="chat-row" data-shown={isShown}>
      <button
        type="button"
        className="chat-open"
        data-conversation-id={conversationId}
        aria-current={isShown}
        aria-describedby={`${id}-meta`}
        title={title}
        tabIndex={tabIndex}
        onClick={() => callbacks.open(conversationId)}
      >
        <span id={`${id}-title`} className="chat-title" dir="auto">
          {title}
        </span>
      </button>
      <span id={`${id}-meta`} className="chat-meta">
        {state !== 'idle' && (
          <span className={`chat-state chat-state-${state}`}>{stateLabels[state]}</span>
        )}
        {temporary && (
          <span className="chat-temporary">
            <Icon name="temporary" size={13} /> Temporary
          </span>
        )}
        <time dateTime={isoTime(updatedAt)} title={fullTime(updatedAt)}>
          {rowTime(updatedAt, now, isRecent)}
        </time>
      </span>
      <span className="chat-actions">
        <IconButton
          icon="pencil"
          label="Rename"
          aria-describedby={`${id}-title`}
          tabIndex={tabIndex}
          onClick={() => callbacks.startRename(conversationId)}
        />
        <IconButton
          icon="trash"
          label="Delete"
          aria-describedby={`${id}-title`}
          tabIndex={tabIndex}
          onClick={() => callbacks.remove(conversationId)}
        />
      </span>
    </li>
  );
});

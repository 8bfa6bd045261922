import { useEffect, useRef, type FocusEvent } from 'react';
import type { ConversationList } from '../../lib/panel/conversation-list';
import type { DeletedConversation } from '../../lib/panel/panel-state';
import { Button, IconButton } from '../ui/Button';
import { Icon } from '../ui/Icon';
import './undo-notice.css';

interface UndoNoticeProps {
  deleted: readonly DeletedConversation[];
  chats: Pick<ConversationList, 'undo' | 'hold' | 'dismissUndo'>;
  /** It was undone or dismissed: the focus needs another place. */
  onClosed: () => void;
}

/** Says what was deleted, and takes it back. It stays while somebody is at it. */
export function UndoNotice({ deleted, chats, onClosed }: UndoNoticeProps) {
  const at = useRef({ pointer: false, focus: false });
  const isShown = deleted.length > 0;
  useEffect(() => {
    const present = at.current;
    return () => {
      if (present.pointer || present.focus) chats.hold(false);
      present.pointer = false;
      present.focus = false;
    };
  }, [chats, isShown]);
  if (!isShown) return null;

  function be(change: { pointer?: boolean; focus?: boolean }) {
    const before = at.current.pointer || at.current.focus;
    Object.assign(at.current, change);
    const now = at.current.pointer || at.current.focus;
    if (before !== now) chats.hold(now);
  }

  function onBlur(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) be({ focus: false });
  }

  return (
    <div
      className="undo-notice"
      onPointerEnter={() => be({ pointer: true })}
      onPointerLeave={() => be({ pointer: false })}
      onFocus={() => be({ focus: true })}
      onBlur={onBlur}
    >
      <Icon name="trash" />
      <p>{deletionText(deleted)}</p>
      {deleted.some(({ final }) => !final) && (
        <Button
          look="quiet"
          className="undo-button"
          onClick={() => {
            void chats.undo();
            onClosed();
          }}
        >
          Undo
        </Button>
      )}
      <IconButton
        icon="close"
        label="Dismiss"
        size={14}
        onClick={() => {
          chats.dismissUndo();
          onClosed();
        }}
      />
    </div>
  );
}

export function deletionText(deleted: readonly DeletedConversation[]): string {
  const [only] = deleted;
  if (!only) return '';
  if (deleted.length > 1) return `${deleted.length} chats deleted`;
  return only.title === '' ? 'Chat deleted' : `Deleted “\u2068${only.title}\u2069”`;
}

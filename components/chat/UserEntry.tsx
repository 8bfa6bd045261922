import { memo, useEffect, useRef, useState } from 'react';
import type { Outcome } from '../../lib/panel/panel-actions';
import type { UserEntryView } from '../../lib/panel/view';
import { Button, IconButton } from '../ui/Button';
import { BranchSwitcher } from './BranchSwitcher';
import { EditForm } from './EditForm';
import './user-entry.css';

/** Beyond this, a prompt would push its own answer out of sight. */
const LONG_TEXT = 1_200;
const MANY_LINES = 14;

interface UserEntryProps {
  entry: UserEntryView;
  /** A run is under way: versions cannot be switched meanwhile. */
  active: boolean;
  onEdit: (turnId: string, text: string) => Promise<Outcome>;
  onSelectBranch: (turnId: string) => unknown;
}

export const UserEntry = memo(function UserEntry({
  entry,
  active,
  onEdit,
  onSelectBranch,
}: UserEntryProps) {
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const cancelled = useRef(false);
  useEffect(() => {
    if (editing || !cancelled.current) return;
    cancelled.current = false;
    editButton.current?.focus();
  }, [editing]);

  return (
    <article className="user-entry" aria-label="You">
      {editing ? (
        <EditForm
          text={entry.text}
          onCancel={() => {
            cancelled.current = true;
            setEditing(false);
          }}
          onSave={(text) => onEdit(entry.id, text)}
          onSaved={() => setEditing(false)}
        />
      ) : (
        <>
          <div className="user-row">
            <span className="entry-actions">
              <IconButton
                ref={editButton}
                icon="pencil"
                label="Edit"
                size={14}
                onClick={() => setEditing(true)}
              />
            </span>
            <div className="user-bubble">
              <UserText text={entry.text} />
            </div>
          </div>
          <BranchSwitcher versions={entry.versions} disabled={active} onSelect={onSelectBranch} />
        </>
      )}
    </article>
  );
});

function UserText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const isLong = text.length > LONG_TEXT || text.split('\n', MANY_LINES + 1).length > MANY_LINES;
  return (
    <>
      <div
        className={
          isLong && !whole ? 'user-text user-text-folded plain-text' : 'user-text plain-text'
        }
        dir="auto"
      >
        {text}
      </div>
      {isLong && (
        <Button
          look="quiet"
          className="user-more"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : `Show all ${text.length.toLocaleString('en')} characters`}
        </Button>
      )}
    </>
  );
}

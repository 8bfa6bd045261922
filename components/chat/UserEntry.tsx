import { memo, useState, type SyntheticEvent } from 'react';
import type { UserEntryView } from '../../lib/panel/view';
import { Button, IconButton } from '../ui/Button';
import { BranchSwitcher } from './BranchSwitcher';
import './user-entry.css';

interface UserEntryProps {
  entry: UserEntryView;
  /** A run is under way: versions cannot be switched meanwhile. */
  active: boolean;
  onEdit: (turnId: string, text: string) => Promise<unknown>;
  onSelectBranch: (turnId: string) => unknown;
}

export const UserEntry = memo(function UserEntry({
  entry,
  active,
  onEdit,
  onSelectBranch,
}: UserEntryProps) {
  const [editing, setEditing] = useState(false);
  return (
    <article className="user-entry" aria-label="You">
      {editing ? (
        <EditForm
          text={entry.text}
          onCancel={() => setEditing(false)}
          onSave={(text) => {
            setEditing(false);
            void onEdit(entry.id, text);
          }}
        />
      ) : (
        <>
          <div className="user-row">
            <span className="entry-actions">
              <IconButton icon="pencil" label="Edit" size={14} onClick={() => setEditing(true)} />
            </span>
            <div className="user-bubble plain-text">{entry.text}</div>
          </div>
          <BranchSwitcher versions={entry.versions} disabled={active} onSelect={onSelectBranch} />
        </>
      )}
    </article>
  );
});

interface EditFormProps {
  text: string;
  onSave: (text: string) => void;
  onCancel: () => void;
}

function EditForm({ text, onSave, onCancel }: EditFormProps) {
  const [draft, setDraft] = useState(text);
  const empty = draft.trim() === '';

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!empty) onSave(draft);
  }

  return (
    <form className="edit-form" onSubmit={submit}>
      <textarea
        className="edit-text"
        aria-label="Edited text"
        autoFocus
        rows={3}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            submit(event);
          }
        }}
      />
      <div className="edit-buttons">
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button look="primary" type="submit" disabled={empty}>
          Update
        </Button>
      </div>
    </form>
  );
}

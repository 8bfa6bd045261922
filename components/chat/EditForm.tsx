import { useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { Button } from '../ui/Button';
import { isComposing } from './is-composing';
import { useGrowingText } from './use-growing-text';

interface EditFormProps {
  text: string;
  onSave: (text: string) => void;
  onCancel: () => void;
}

export function EditForm({ text, onSave, onCancel }: EditFormProps) {
  const [draft, setDraft] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowingText(field, draft);
  const empty = draft.trim() === '';

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!empty) onSave(draft);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) submit(event);
    if (event.key === 'Escape') onCancel();
  }

  return (
    <form className="edit-form" onSubmit={submit}>
      <textarea
        ref={field}
        className="edit-text"
        aria-label="Edited text"
        dir="auto"
        autoFocus
        rows={3}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
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

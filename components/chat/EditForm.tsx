import { useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import type { Outcome } from '../../lib/panel/panel-actions';
import { Button } from '../ui/Button';
import { isComposing } from './is-composing';
import { useGrowingText } from './use-growing-text';

interface EditFormProps {
  text: string;
  /** The form keeps its words until it is told that they arrived. */
  onSave: (text: string) => Promise<Outcome>;
  onSaved: () => void;
  onCancel: () => void;
}

export function EditForm({ text, onSave, onSaved, onCancel }: EditFormProps) {
  const [draft, setDraft] = useState(text);
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowingText(field, draft);
  const empty = draft.trim() === '';

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!empty && !pending) void save();
  }

  async function save(): Promise<void> {
    setPending(true);
    const outcome = await onSave(draft);
    setPending(false);
    if (outcome.ok) onSaved();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) submit(event);
    if (event.key === 'Escape') onCancel();
  }

  return (
    <form className="edit-form" aria-busy={pending} onSubmit={submit}>
      <textarea
        ref={field}
        className="edit-text"
        aria-label="Edited text"
        dir="auto"
        autoFocus
        rows={3}
        readOnly={pending}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="edit-buttons">
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button look="primary" type="submit" disabled={empty} aria-disabled={pending}>
          Update
        </Button>
      </div>
    </form>
  );
}

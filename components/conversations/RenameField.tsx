import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { LONGEST_TITLE } from '../../lib/messaging/conversation-title';
import type { Outcome } from '../../lib/panel/panel-actions';

interface RenameFieldProps {
  title: string;
  onRename: (title: string) => Promise<Outcome>;
  /** `byKey` when the person is still at the row. */
  onDone: (byKey: boolean) => void;
}

/** Enter keeps the new name, Escape the old one. Leaving keeps what was written. */
export function RenameField({ title, onRename, onDone }: RenameFieldProps) {
  const id = useId();
  const [text, setText] = useState(title);
  const [error, setError] = useState('');
  const finished = useRef(false);

  async function save(byKey: boolean) {
    if (finished.current) return;
    const name = text.trim();
    if (name === title || (name === '' && !byKey)) {
      finish(byKey);
      return;
    }
    finished.current = true;
    const outcome = await onRename(name);
    finished.current = false;
    if (outcome.ok || !byKey) finish(byKey);
    else setError(outcome.error.message);
  }

  function finish(byKey: boolean) {
    finished.current = true;
    onDone(byKey);
  }

  function onKeyDown(event: KeyboardEvent) {
    // Keys of the list, and an Enter that only ends a composed character, are not meant.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') void save(true);
    if (event.key === 'Escape') finish(true);
  }

  return (
    <div className="chat-rename">
      <input
        className="input"
        aria-label="Name of this chat"
        aria-invalid={error !== ''}
        {...(error === '' ? {} : { 'aria-describedby': id })}
        autoFocus
        dir="auto"
        maxLength={LONGEST_TITLE}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setText(event.target.value);
          setError('');
        }}
        onKeyDown={onKeyDown}
        onBlur={() => void save(false)}
      />
      {error !== '' && (
        <p id={id} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

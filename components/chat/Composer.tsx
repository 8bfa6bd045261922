import type { KeyboardEvent, Ref, SyntheticEvent } from 'react';
import { IconButton } from '../ui/Button';
import './composer.css';

interface ComposerProps {
  draft: string;
  placeholder: string;
  /** Which model answers, or an empty text. */
  modelLabel: string;
  canSend: boolean;
  /** There is a run to stop. */
  active: boolean;
  paused: boolean;
  textRef: Ref<HTMLTextAreaElement>;
  onWrite: (draft: string) => void;
  onSend: (text: string) => unknown;
  onStop: () => unknown;
  onPause: () => unknown;
  onResume: () => unknown;
}

export function Composer({
  draft,
  placeholder,
  modelLabel,
  canSend,
  active,
  paused,
  textRef,
  onWrite,
  onSend,
  onStop,
  onPause,
  onResume,
}: ComposerProps) {
  const ready = canSend && draft.trim() !== '';

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (ready) onSend(draft);
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Enter and Escape belong to the input method while it composes a word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) submit(event);
    if (event.key === 'Escape' && active) {
      event.preventDefault();
      onStop();
    }
  }

  return (
    <form className="composer" onSubmit={submit}>
      <textarea
        ref={textRef}
        className="composer-text"
        aria-label="Message"
        autoFocus
        placeholder={placeholder}
        rows={2}
        value={draft}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="composer-bar">
        <span className="composer-model">{modelLabel}</span>
        {active && !paused && <IconButton icon="pause" label="Pause" onClick={() => onPause()} />}
        {paused && <IconButton icon="play" label="Resume" onClick={() => onResume()} />}
        {active && <IconButton icon="stop" label="Stop" look="plain" onClick={() => onStop()} />}
        <IconButton icon="arrow-up" label="Send" look="primary" type="submit" disabled={!ready} />
      </div>
    </form>
  );
}

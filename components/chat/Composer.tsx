import {
  useRef,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import { IconButton } from '../ui/Button';
import { isComposing } from './is-composing';
import { useGrowingText } from './use-growing-text';
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
  textRef: RefObject<HTMLTextAreaElement | null> | null;
  onWrite: (draft: string) => void;
  onSend: (text: string) => unknown;
  onStop: () => unknown;
  onPause: () => unknown;
  onResume: () => unknown;
  /** Somebody wants to send words that cannot be sent now. */
  onRefuse?: (() => void) | undefined;
  /** Somebody pasted files, which cannot be sent. */
  onFiles?: (() => void) | undefined;
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
  onRefuse,
  onFiles,
}: ComposerProps) {
  const ownRef = useRef<HTMLTextAreaElement>(null);
  const field = textRef ?? ownRef;
  useGrowingText(field, draft);
  const isEmpty = draft.trim() === '';
  const ready = canSend && !isEmpty;

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (!canSend && !isEmpty) onRefuse?.();
    if (!ready) return;
    onSend(draft);
    // The button may turn into Stop or be disabled; the words are written here.
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Enter and Escape belong to the input method while it composes a word.
    if (isComposing(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) submit(event);
    if (event.key === 'Escape' && active) {
      event.preventDefault();
      onStop();
    }
  }

  function stop(event: MouseEvent): void {
    // The second half of a double click on Send, which stood here a moment ago.
    if (event.detail > 1) return;
    onStop();
    field.current?.focus();
  }

  function onPaste(event: ClipboardEvent): void {
    const { files, types } = event.clipboardData;
    if (files.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    onFiles?.();
  }

  return (
    <form className="composer" onSubmit={submit}>
      <textarea
        ref={field}
        className="composer-text"
        aria-label="Message"
        // The placeholder runs with the panel, the words in their own direction.
        {...(draft === '' ? {} : { dir: 'auto' })}
        autoFocus
        placeholder={placeholder}
        rows={2}
        value={draft}
        onChange={(event) => onWrite(event.target.value)}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
      />
      <div className="composer-bar">
        <span className="composer-model" title={modelLabel}>
          {modelLabel}
        </span>
        {active && !paused && <IconButton icon="pause" label="Pause" onClick={() => onPause()} />}
        {paused && <IconButton icon="play" label="Resume" onClick={() => onResume()} />}
        {active && (
          <IconButton
            key="stop"
            className="composer-stop"
            icon="stop"
            label="Stop"
            look="plain"
            onClick={stop}
          />
        )}
        {(!active || !isEmpty) && (
          <IconButton
            key="send"
            icon="arrow-up"
            label="Send"
            look="primary"
            type="submit"
            disabled={!ready}
          />
        )}
      </div>
    </form>
  );
}

import { startTransition, useId, useOptimistic, useState, type KeyboardEvent } from 'react';
import { conversationModes, type ConversationMode } from '../../lib/messaging/permission';
import { Icon } from '../ui/Icon';
import './mode-picker.css';

const words: Record<ConversationMode, { name: string; means: string }> = {
  ask: { name: 'Ask before acting', means: 'Each step that changes something asks you first.' },
  plan: { name: 'Plan first', means: 'You approve a plan, and its steps run without asking.' },
  'read-only': { name: 'Read only', means: 'It reads and answers, and changes nothing.' },
};
const last = conversationModes.length - 1;

interface ModePickerProps {
  mode: ConversationMode;
  onChange: (mode: ConversationMode) => Promise<unknown>;
}

/** How much may be done before somebody is asked: a list that opens upwards, with a word on each. */
export function ModePicker({ mode, onChange }: ModePickerProps) {
  const id = useId();
  const [shown, showAtOnce] = useOptimistic(mode);
  // Which one Enter would choose; null while the list is closed.
  const [at, setAt] = useState<number | null>(null);
  const isOpen = at !== null;
  const open = () => setAt(conversationModes.indexOf(shown));

  function choose(index: number): void {
    setAt(null);
    const chosen = conversationModes[index];
    if (chosen === undefined || chosen === shown) return;
    startTransition(async () => {
      showAtOnce(chosen);
      await onChange(chosen);
    });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const next = nextOf(event.key, at);
    if (next !== undefined) setAt(next);
    else if (event.key === 'Escape' && isOpen) setAt(null);
    else if ((event.key === 'Enter' || event.key === ' ') && isOpen) choose(at);
    else if (['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(event.key)) open();
    else return;
    event.preventDefault();
  }

  return (
    <div className="mode-picker">
      <button
        type="button"
        role="combobox"
        className="mode-button"
        aria-label="Mode"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        {...(isOpen ? { 'aria-activedescendant': `${id}-${at}` } : {})}
        onClick={() => (isOpen ? setAt(null) : open())}
        onKeyDown={onKeyDown}
        // Firefox presses a button when Space goes up, whatever became of its way down.
        onKeyUp={(event) => {
          if (event.key === ' ') event.preventDefault();
        }}
        onBlur={() => setAt(null)}
      >
        {words[shown].name}
        <Icon name="chevron-up" size={12} />
      </button>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Mode"
        className="mode-list"
        hidden={!isOpen}
      >
        {conversationModes.map((each, index) => (
          <div
            key={each}
            id={`${id}-${index}`}
            role="option"
            className={index === at ? 'mode-option mode-option-at' : 'mode-option'}
            aria-selected={each === shown}
            aria-describedby={`${id}-${index}-means`}
            aria-labelledby={`${id}-${index}-name`}
            // The focus stays on the button, which closes the list when it loses it.
            onMouseDown={(event) => event.preventDefault()}
            onPointerEnter={() => setAt(index)}
            onClick={() => choose(index)}
          >
            {each === shown && <Icon name="check" size={14} />}
            <span id={`${id}-${index}-name`} className="mode-name">
              {words[each].name}
            </span>
            <span id={`${id}-${index}-means`} className="mode-means">
              {words[each].means}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Where a key leads in an open list. */
function nextOf(key: string, at: number | null): number | undefined {
  if (at === null) return undefined;
  const places: Record<string, number> = {
    ArrowDown: Math.min(at + 1, last),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: last,
  };
  return places[key];
}

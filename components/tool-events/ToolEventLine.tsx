import { useId, useState } from 'react';
import type { ToolUse } from '../../lib/messaging/conversation-state';
import { Icon } from '../ui/Icon';
import { eventIcon, stateWord } from './tool-event-state';

interface Expander {
  open: boolean;
  detailsId: string;
  onToggle: () => void;
}

interface ToolEventLineProps {
  use: ToolUse;
  paused: boolean;
  label: string;
  /** Shown while the pointer or the focus rests here. */
  preview: string;
  /** Absent when there is nothing to open. */
  expander?: Expander;
}

/** One line on the rail: icon, what the tool does, how it went. */
export function ToolEventLine({ use, paused, label, preview, expander }: ToolEventLineProps) {
  const tooltipId = useId();
  const [resting, setResting] = useState(false);
  const word = stateWord(use, paused);
  const tooltipShown = resting && preview !== '' && expander?.open !== true;

  const content = (
    <>
      <Icon name={eventIcon(use)} />
      <span className="tool-label">{label}</span>
      {word !== '' && <span className="tool-state">{word}</span>}
    </>
  );
  if (!expander) return <div className="tool-line">{content}</div>;

  return (
    <div
      className="tool-line-anchor"
      onPointerEnter={() => setResting(true)}
      onPointerLeave={() => setResting(false)}
      onFocus={() => setResting(true)}
      onBlur={() => setResting(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !tooltipShown) return;
        event.stopPropagation();
        setResting(false);
      }}
    >
      <button
        type="button"
        className="tool-line"
        aria-expanded={expander.open}
        {...(expander.open ? { 'aria-controls': expander.detailsId } : {})}
        {...(tooltipShown ? { 'aria-describedby': tooltipId } : {})}
        onClick={expander.onToggle}
      >
        {content}
        <Icon name="chevron-right" size={14} />
      </button>
      {tooltipShown && (
        <div id={tooltipId} role="tooltip" className="tool-tooltip plain-text">
          {preview}
        </div>
      )}
    </div>
  );
}

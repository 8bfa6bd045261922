import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ToolUse } from '../../lib/messaging/conversation-state';
import type { RequestRetry } from '../../lib/panel/panel-state';
import { Icon } from '../ui/Icon';
import './waiting-row.css';

const words = ['Thinking…', 'Working…', 'Brewing…'];
const WORD_MS = 3_000;
/** Every tool has its chip, until there are so many that nobody reads them. */
const CHIPS_SHOWN = 20;

interface WaitingRowProps {
  executing: readonly ToolUse[];
  requestRetry: RequestRetry | null;
}

/** The last row while something goes on: that it does, and which tools are at it. */
export function WaitingRow({ executing, requestRetry }: WaitingRowProps) {
  const hidden = executing.length - CHIPS_SHOWN;
  return (
    <div className="waiting-row">
      <span className="chip">
        <span className="waiting-dot" />
        {requestRetry ? <span>{retryText(requestRetry)}</span> : <WaitingWord />}
      </span>
      {executing.slice(0, CHIPS_SHOWN).map((use) => (
        <span key={use.id} className="chip chip-tool">
          <Icon name="tool" size={13} label="Tool executing" />
          <span className="chip-text">{use.presentation.title || use.call.name}</span>
        </span>
      ))}
      {hidden > 0 && <span className="chip">{`and ${hidden} more`}</span>}
    </div>
  );
}

/** One word fades into the next, and the chip around it grows and shrinks with them. */
function WaitingWord() {
  const [turn, setTurn] = useState(0);
  const [width, setWidth] = useState<number | undefined>(undefined);
  const word = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), WORD_MS);
    return () => clearInterval(timer);
  }, []);
  useLayoutEffect(() => {
    const measured = word.current?.offsetWidth ?? 0;
    if (measured > 0) setWidth(measured);
  }, [turn]);
  return (
    <span
      className="waiting-words"
      {...(width === undefined ? {} : { style: { inlineSize: width } })}
    >
      {turn > 0 && (
        <span
          key={`${turn} leaves`}
          className="waiting-word-leaving"
          data-word={wordAt(turn - 1)}
        />
      )}
      <span key={turn} ref={word} className="waiting-word">
        {wordAt(turn)}
      </span>
    </span>
  );
}

function wordAt(turn: number): string {
  return words[turn % words.length] ?? '';
}

function retryText({ error, delayMs }: RequestRetry): string {
  const seconds = Math.max(1, Math.round(delayMs / 1_000));
  return `${error.message} Trying again in ${seconds} s…`;
}

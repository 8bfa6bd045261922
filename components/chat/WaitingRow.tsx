import { useEffect, useState } from 'react';
import type { ToolUse } from '../../lib/messaging/conversation-state';
import type { RequestRetry } from '../../lib/panel/panel-state';
import { Icon } from '../ui/Icon';
import './waiting-row.css';

const words = ['Thinking…', 'Working…', 'Brewing…'];
const WORD_MS = 3_000;

interface WaitingRowProps {
  executing: readonly ToolUse[];
  requestRetry: RequestRetry | null;
}

/** The last row while something goes on: that it does, and which tools are at it. */
export function WaitingRow({ executing, requestRetry }: WaitingRowProps) {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), WORD_MS);
    return () => clearInterval(timer);
  }, []);
  const word = words[turn % words.length] ?? '';

  return (
    <div className="waiting-row">
      <span className="chip">
        <span className="waiting-dot" />
        <span key={word} className="waiting-word">
          {requestRetry ? retryText(requestRetry) : word}
        </span>
      </span>
      {executing.map((use) => (
        <span key={use.id} className="chip chip-tool">
          <Icon name="tool" size={13} label="Tool executing" />
          <span className="chip-text">{use.presentation.title || use.call.name}</span>
        </span>
      ))}
    </div>
  );
}

function retryText({ error, delayMs }: RequestRetry): string {
  const seconds = Math.max(1, Math.round(delayMs / 1_000));
  return `${error.message} Trying again in ${seconds} s…`;
}

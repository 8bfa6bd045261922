import { Suspense, useId, useState } from 'react';
import { textOf } from '../../lib/messaging/content';
import type { ToolUse } from '../../lib/messaging/conversation-state';
import { ChosenAnswer } from '../approval/ChosenAnswer';
import type { CardActions } from '../approval/InteractionCard';
import { cardOf, drawingOf, type Drawing } from './card-arguments';
import { LazyCard } from './lazy-card';
import { hasDetails, rawTextOf, ToolDetails } from './ToolDetails';
import { TaskSummary } from './TaskSummary';
import { TodoList } from './TodoList';
import { refusalOf } from './tool-event-state';
import { ToolEventLine } from './ToolEventLine';
import './tool-event.css';

interface ToolEventProps {
  use: ToolUse;
  /** Its run goes on or is paused. */
  active: boolean;
  paused?: boolean;
  /** Open until the person closes it; only for what a tool draws itself. */
  startsOpen: boolean;
  actions: CardActions;
}

export function ToolEvent({ use, active, paused = false, startsOpen, actions }: ToolEventProps) {
  const detailsId = useId();
  const [toggled, setToggled] = useState<boolean | null>(null);
  const { presentation, call, state } = use;
  const label = presentation.toolText.trim();
  const card = cardOf(use);
  const drawing = drawingOf(use);
  const awaiting = state === 'awaiting-user' && card !== undefined;
  const refusal = refusalOf(use);
  const hasContent = drawing !== undefined || hasDetails(use);
  if (label === '' && !hasContent && !awaiting) return null;

  const open = label === '' || (toggled ?? (startsOpen && drawing !== undefined));
  const showsLine = label !== '' && !awaiting;
  const showsContent = hasContent && open && !awaiting;

  return (
    <div
      role="group"
      className="tool-event"
      aria-label={label || presentation.title || call.name}
      data-tool-name={call.name}
      data-tool-use-id={use.id}
      data-tool-state={state}
    >
      {awaiting && (
        <Suspense fallback={<div className="tool-card-coming" aria-busy="true" />}>
          <LazyCard use={use} card={card} disabled={!active} actions={actions} />
        </Suspense>
      )}
      {showsLine && (
        <ToolEventLine
          use={use}
          paused={paused}
          label={label}
          preview={rawTextOf(use)}
          {...(hasContent
            ? { expander: { open, detailsId, onToggle: () => setToggled(!open) } }
            : {})}
        />
      )}
      {refusal !== undefined && <p className="tool-refusal plain-text">{refusal}</p>}
      {showsContent && (
        <div id={detailsId} className="tool-details">
          {drawing ? <DrawnContent drawing={drawing} label={label} /> : <ToolDetails use={use} />}
        </div>
      )}
      {card?.kind === 'choice' && state === 'ok' && (
        <div className="tool-answer">
          <ChosenAnswer choice={card.choice} answer={textOf(use.blocks ?? [])} />
        </div>
      )}
    </div>
  );
}

function DrawnContent({ drawing, label }: { drawing: Drawing; label: string }) {
  return drawing.kind === 'todo-list' ? (
    <TodoList list={drawing.list} />
  ) : (
    <TaskSummary summary={drawing.summary} label={label} />
  );
}

import { useId, useState } from 'react';
import { textOf } from '../../lib/messaging/content';
import type { ToolUse } from '../../lib/messaging/conversation-state';
import { ChosenAnswer } from '../approval/ChoiceCard';
import { InteractionCard, type CardActions } from '../approval/InteractionCard';
import { cardOf, drawingOf, type Drawing } from './card-arguments';
import { hasDetails, rawTextOf, ToolDetails } from './ToolDetails';
import { TaskSummary } from './TaskSummary';
import { TodoList } from './TodoList';
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
      {awaiting && <InteractionCard use={use} card={card} disabled={!active} actions={actions} />}
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

import { memo } from 'react';
import type { LiveText } from '../../lib/panel/live-texts';
import { taskOf } from '../../lib/panel/task-view';
import type { AssistantEntryView, TurnNote } from '../../lib/panel/view';
import { DecisionQueueContext } from '../approval/decision-place';
import type { CardActions } from '../approval/InteractionCard';
import { Artifacts } from '../tool-events/Artifacts';
import { waitingCards } from '../tool-events/card-arguments';
import { TaskView, type TaskControls } from '../tool-events/TaskView';
import { todoProgressOf } from '../tool-events/todo-progress';
import { ToolEventList } from '../tool-events/ToolEventList';
import { AnswerActions } from './AnswerActions';
import { AnswerText } from './AnswerText';
import { ErrorRow } from './ErrorRow';
import { partsWithLive, type ShownPart } from './live-parts';
import { Reasoning } from './Reasoning';
import { splitTask } from './split-task';
import './assistant-entry.css';

export interface AnswerCallbacks extends TaskControls {
  regenerate: (turnId: string) => unknown;
  selectBranch: (turnId: string) => unknown;
  retry: () => unknown;
}

interface AssistantEntryProps {
  entry: AssistantEntryView;
  /** What has arrived of the turn that streams. */
  live: LiveText | undefined;
  /** Some run is under way, this entry's or another. */
  runActive: boolean;
  paused: boolean;
  canRetry: boolean;
  cards: CardActions;
  callbacks: AnswerCallbacks;
  onOpenSettings: () => void;
}

const notes: Record<TurnNote, string> = {
  stopped: 'Stopped.',
  length: 'Cut off: the answer reached the length limit of the model.',
  filtered: 'The provider held back part of this answer.',
  limit: 'Many steps were taken, so this is the best answer so far.',
  repeat: 'The same step came again and again, so this is the best answer so far.',
};

export const AssistantEntry = memo(function AssistantEntry(props: AssistantEntryProps) {
  const { entry, live, runActive, paused, callbacks } = props;
  const shown = partsWithLive(entry.parts, entry.streamingTurnId, live);
  if (shown.length === 0) return null;

  const uses = entry.turns.flatMap((turn) => turn.toolUses);
  const artifacts = entry.active ? [] : uses.flatMap((use) => use.artifacts ?? []);
  const task = taskOf(entry, paused);
  const { steps, result } = task ? splitTask(shown) : { steps: [], result: shown };
  const draw = (parts: readonly ShownPart[]) =>
    parts.map((part) => <Part key={part.key} part={part} {...props} />);

  return (
    <article className="assistant-entry" aria-label="Assistant" aria-busy={entry.active}>
      <DecisionQueueContext value={entry.active ? waitingCards(uses) : []}>
        {task && (
          <TaskView task={task} progress={todoProgressOf(uses)} controls={callbacks}>
            {draw(steps)}
          </TaskView>
        )}
        {draw(result)}
      </DecisionQueueContext>
      <Artifacts artifacts={artifacts} />
      {!entry.active && !props.canRetry && (
        <AnswerActions
          text={entry.text}
          versions={entry.versions}
          disabled={runActive}
          onRegenerate={() => callbacks.regenerate(entry.id)}
          onSelectBranch={callbacks.selectBranch}
        />
      )}
    </article>
  );
});

function Part({
  part,
  entry,
  paused,
  canRetry,
  cards,
  callbacks,
  onOpenSettings,
}: AssistantEntryProps & { part: ShownPart }) {
  switch (part.kind) {
    case 'reasoning':
      return <Reasoning text={part.text} />;
    case 'text':
      return <AnswerText text={part.text} streaming={part.streaming ?? false} />;
    case 'note':
      return <p className="answer-note">{notes[part.note]}</p>;
    case 'error':
      return (
        <ErrorRow
          error={part.error}
          onRetry={canRetry ? callbacks.retry : undefined}
          onOpenSettings={onOpenSettings}
        />
      );
    case 'tool-events':
      return (
        <ToolEventList uses={part.toolUses} active={entry.active} paused={paused} actions={cards} />
      );
  }
}

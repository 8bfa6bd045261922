import { memo } from 'react';
import type { LiveText } from '../../lib/panel/live-texts';
import type { AssistantEntryView, TurnNote } from '../../lib/panel/view';
import type { CardActions } from '../approval/InteractionCard';
import { Artifacts } from '../tool-events/Artifacts';
import { ToolEvent } from '../tool-events/ToolEvent';
import { AnswerActions } from './AnswerActions';
import { AnswerText } from './AnswerText';
import { ErrorRow } from './ErrorRow';
import { partsWithLive, type ShownPart } from './live-parts';
import { Reasoning } from './Reasoning';
import './assistant-entry.css';

export interface AnswerCallbacks {
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
  canRetry: boolean;
  cards: CardActions;
  callbacks: AnswerCallbacks;
}

const notes: Record<TurnNote, string> = {
  stopped: 'Stopped.',
  length: 'Cut off: the answer reached the length limit of the model.',
  filtered: 'The provider held back part of this answer.',
  limit: 'Many steps were taken, so this is the best answer so far.',
  repeat: 'The same step came again and again, so this is the best answer so far.',
};

export const AssistantEntry = memo(function AssistantEntry(props: AssistantEntryProps) {
  const { entry, live, runActive, callbacks } = props;
  const parts = partsWithLive(entry.parts, entry.streamingTurnId, live);
  if (parts.length === 0) return null;

  const uses = entry.turns.flatMap((turn) => turn.toolUses);
  const artifacts = entry.active ? [] : uses.flatMap((use) => use.artifacts ?? []);
  return (
    <article className="assistant-entry" aria-label="Assistant" aria-busy={entry.active}>
      {parts.map((part) => (
        <Part key={part.key} part={part} {...props} />
      ))}
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
  canRetry,
  cards,
  callbacks,
}: AssistantEntryProps & { part: ShownPart }) {
  switch (part.kind) {
    case 'reasoning':
      return <Reasoning text={part.text} />;
    case 'text':
      return <AnswerText text={part.text} streaming={part.streaming ?? false} />;
    case 'note':
      return <p className="answer-note">{notes[part.note]}</p>;
    case 'error':
      return <ErrorRow error={part.error} onRetry={canRetry ? callbacks.retry : undefined} />;
    case 'tool-events': {
      const lastDrawn = part.toolUses.findLast((use) => use.presentation.expanded !== undefined);
      return (
        <div className="tool-events">
          {part.toolUses.map((use) => (
            <ToolEvent
              key={use.id}
              use={use}
              active={entry.active}
              startsOpen={use === lastDrawn}
              actions={cards}
            />
          ))}
        </div>
      );
    }
  }
}

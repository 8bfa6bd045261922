import { useId, useState } from 'react';
import type { InteractionRequest } from '../../lib/messaging/permission';
import { visibleLine } from '../../lib/shared/visible-text';
import { Button } from '../ui/Button';
import { durations, type AnswerOptions, type ArgumentEdit } from './answer-options';
import { ArgumentForm } from './ArgumentForm';
import { hasArguments } from './ArgumentList';
import { capabilityWords } from './capability-words';
import '../ui/field.css';
import './card-options.css';

interface CardOptionsProps {
  argumentsJson: string;
  request: InteractionRequest;
  options: AnswerOptions;
  disabled: boolean;
  onChange: (options: AnswerOptions) => void;
  onEdit: (edit: ArgumentEdit) => void;
}

const WORD_LENGTH = 2_000;

/** What most people never need: other arguments, an end, a wider permission, a word with a refusal. */
export function CardOptions({
  argumentsJson,
  request,
  options,
  disabled,
  onChange,
  onEdit,
}: CardOptionsProps) {
  const id = useId();
  const [editing, setEditing] = useState(false);
  const { alike = [], capability = 'none' } = request;

  return (
    <div className="card-options">
      {hasArguments(argumentsJson) && (
        <div>
          <Button
            disabled={disabled}
            aria-expanded={editing}
            aria-controls={`${id}-form`}
            onClick={() => setEditing(!editing)}
          >
            Edit arguments
          </Button>
          <div id={`${id}-form`} hidden={!editing}>
            <ArgumentForm argumentsJson={argumentsJson} disabled={disabled} onEdit={onEdit} />
          </div>
        </div>
      )}
      <div className="field">
        <label htmlFor={`${id}-duration`}>How long</label>
        <select
          id={`${id}-duration`}
          className="input"
          disabled={disabled}
          aria-describedby={`${id}-duration-hint`}
          value={options.duration}
          onChange={(event) => onChange({ ...options, duration: Number(event.target.value) })}
        >
          {durations.map(({ label }, index) => (
            <option key={label} value={index}>
              {label}
            </option>
          ))}
        </select>
        <p id={`${id}-duration-hint`} className="field-hint">
          When you allow it for this chat or always.
        </p>
      </div>
      {alike.length > 1 && (
        <div className="field">
          <label htmlFor={`${id}-breadth`}>For</label>
          <select
            id={`${id}-breadth`}
            className="input"
            disabled={disabled}
            aria-describedby={`${id}-breadth-hint`}
            value={options.breadth}
            onChange={(event) =>
              onChange({
                ...options,
                breadth: event.target.value === 'capability' ? 'capability' : 'tool',
              })
            }
          >
            <option value="tool">Only this tool</option>
            <option value="capability">
              {`Everything of Tandem’s that ${capabilityWords[capability]}`}
            </option>
          </select>
          <p id={`${id}-breadth-hint`} className="field-hint">
            {`Everything means: ${alike.map((name) => visibleLine(name, 60)).join(', ')}.`}
          </p>
        </div>
      )}
      <div className="field">
        <label htmlFor={`${id}-word`}>Word to the assistant</label>
        <textarea
          id={`${id}-word`}
          className="input"
          rows={2}
          maxLength={WORD_LENGTH}
          disabled={disabled}
          dir="auto"
          aria-describedby={`${id}-word-hint`}
          value={options.word}
          onChange={(event) => onChange({ ...options, word: event.target.value })}
        />
        <p id={`${id}-word-hint`} className="field-hint">
          Goes along when you deny it.
        </p>
      </div>
    </div>
  );
}

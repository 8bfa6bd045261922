import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Mark } from '../ui/Mark';
import './empty-state.css';

interface EmptyStateProps {
  /** No model is connected: the built-in assistant answers. */
  builtIn: boolean;
  temporary: boolean;
  onConnect: () => void;
  /** One of the suggestions was chosen. */
  onSuggest: (text: string) => unknown;
}

const suggestions = [
  { icon: 'clock', text: 'What time is it in Tokyo?' },
  { icon: 'question', text: 'Help me choose between tea, coffee and water' },
  { icon: 'summary', text: 'What can you do?' },
] as const;

export function EmptyState({ builtIn, temporary, onConnect, onSuggest }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Mark />
      <h2>{temporary ? 'Between the two of us' : 'What are we doing today?'}</h2>
      <p>
        {temporary
          ? 'This chat stays in memory, leaves no trace on the disk, and is gone when you close the browser.'
          : 'Ask a question, or hand over a task. You decide about every step that matters.'}
      </p>
      <ul className="suggestions" aria-label="Suggestions">
        {suggestions.map(({ icon, text }) => (
          <li key={text}>
            <Button className="suggestion" onClick={() => onSuggest(text)}>
              <Icon name={icon} />
              <span>{text}</span>
            </Button>
          </li>
        ))}
      </ul>
      {builtIn && (
        <p className="built-in-note">
          The built-in assistant answers: fixed rules, no AI, nothing leaves this computer.{' '}
          <Button look="link" onClick={onConnect}>
            Connect a model
          </Button>{' '}
          for everything else.
        </p>
      )}
    </div>
  );
}

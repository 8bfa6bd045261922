import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Mark } from '../ui/Mark';
import './empty-state.css';

interface EmptyStateProps {
  connected: boolean;
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

export function EmptyState({ connected, temporary, onConnect, onSuggest }: EmptyStateProps) {
  if (!connected) {
    return (
      <div className="empty-state">
        <Mark />
        <h2>Good to have you here</h2>
        <p>
          Tandem works with a model of your choice: one on this computer, or one of a provider you
          trust. It takes a minute to set up.
        </p>
        <Button look="primary" onClick={onConnect}>
          Connect a model
        </Button>
      </div>
    );
  }
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
    </div>
  );
}

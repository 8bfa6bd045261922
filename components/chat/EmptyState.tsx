import { Button } from '../ui/Button';
import { Mark } from '../ui/Mark';
import './empty-state.css';

interface EmptyStateProps {
  connected: boolean;
  onConnect: () => void;
}

export function EmptyState({ connected, onConnect }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <Mark />
      {connected ? (
        <>
          <h2>What are we doing today?</h2>
          <p>Ask a question, or hand over a task. You decide about every step that matters.</p>
        </>
      ) : (
        <>
          <h2>Good to have you here</h2>
          <p>
            Tandem works with a model of your choice: one on this computer, or one of a provider you
            trust. It takes a minute to set up.
          </p>
          <Button look="primary" onClick={onConnect}>
            Connect a model
          </Button>
        </>
      )}
    </div>
  );
}

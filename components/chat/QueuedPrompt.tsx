import { Button } from '../ui/Button';
import './queued-prompt.css';

interface QueuedPromptProps {
  text: string;
  onDiscard: () => unknown;
}

export function QueuedPrompt({ text, onDiscard }: QueuedPromptProps) {
  return (
    <div className="queued-prompt">
      <span className="queued-text">Waiting to send: {text}</span>
      <Button look="quiet" onClick={() => onDiscard()}>
        Discard
      </Button>
    </div>
  );
}

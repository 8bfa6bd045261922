import { textBlock, type ContentBlock } from '../../lib/messaging/content';
import type { UserChoice } from '../../lib/messaging/tool-cards';
import type { Outcome } from '../../lib/panel/panel-actions';
import { Button } from '../ui/Button';
import { useCardAnswer } from './use-card-answer';
import './choice-card.css';

interface ChoiceCardProps {
  choice: UserChoice;
  disabled: boolean;
  onAnswer: (blocks: ContentBlock[]) => Promise<Outcome>;
  onSkip: () => Promise<Outcome>;
}

export function ChoiceCard({ choice, disabled, onAnswer, onSkip }: ChoiceCardProps) {
  const { pending, answer } = useCardAnswer();
  return (
    <div className="choice-card" aria-busy={pending}>
      <p className="plain-text">{choice.question}</p>
      <ol className="choice-list">
        {choice.choices.map((text, index) => (
          <li key={text}>
            <ChoiceButton
              number={index + 1}
              text={text}
              disabled={disabled}
              pending={pending}
              onClick={() => answer(() => onAnswer([textBlock(text)]))}
            />
          </li>
        ))}
      </ol>
      <Button
        look="quiet"
        className="choice-skip"
        disabled={disabled}
        aria-disabled={pending}
        onClick={() => answer(onSkip)}
      >
        Skip
      </Button>
    </div>
  );
}

/** After the answer: the choice that was made, and no other. */
export function ChosenAnswer({ choice, answer }: { choice: UserChoice; answer: string }) {
  const index = choice.choices.indexOf(answer);
  if (index < 0) return null;
  return <ChoiceButton number={index + 1} text={answer} disabled chosen />;
}

interface ChoiceButtonProps {
  number: number;
  text: string;
  disabled: boolean;
  pending?: boolean;
  chosen?: boolean;
  onClick?: () => Promise<void>;
}

function ChoiceButton({
  number,
  text,
  disabled,
  pending = false,
  chosen = false,
  onClick,
}: ChoiceButtonProps) {
  return (
    <Button
      className={chosen ? 'choice-button choice-button-chosen' : 'choice-button'}
      disabled={disabled}
      aria-disabled={pending}
      onClick={onClick}
    >
      <span className="choice-number">{number}</span> <span className="plain-text">{text}</span>
    </Button>
  );
}

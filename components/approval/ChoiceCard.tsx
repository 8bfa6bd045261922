import { textBlock, type ContentBlock } from '../../lib/messaging/content';
import type { UserChoice } from '../../lib/messaging/tool-cards';
import type { Outcome } from '../../lib/panel/panel-actions';
import { Button } from '../ui/Button';
import { CardProblem } from './CardProblem';
import { ChoiceText } from './ChosenAnswer';
import { useCardAnswer } from './use-card-answer';
import './choice-card.css';

interface ChoiceCardProps {
  choice: UserChoice;
  disabled: boolean;
  onAnswer: (blocks: ContentBlock[]) => Promise<Outcome>;
  onSkip: () => Promise<Outcome>;
}

export function ChoiceCard({ choice, disabled, onAnswer, onSkip }: ChoiceCardProps) {
  const { pending, problem, answer } = useCardAnswer();
  return (
    <div className="choice-card" aria-busy={pending}>
      <p className="plain-text">{choice.question}</p>
      <ol className="choice-list">
        {choice.choices.map((text, index) => (
          <li key={text}>
            <Button
              className="choice-button"
              disabled={disabled}
              aria-disabled={pending}
              onClick={() => answer(() => onAnswer([textBlock(text)]))}
            >
              <ChoiceText number={index + 1} text={text} />
            </Button>
          </li>
        ))}
      </ol>
      <CardProblem text={problem} />
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

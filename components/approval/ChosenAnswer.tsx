import type { UserChoice } from '../../lib/messaging/tool-cards';
import { Button } from '../ui/Button';
import './choice-card.css';

/** After the answer: the choice that was made, and no other. */
export function ChosenAnswer({ choice, answer }: { choice: UserChoice; answer: string }) {
  const index = choice.choices.indexOf(answer);
  if (index < 0) return null;
  return (
    <Button className="choice-button choice-button-chosen" disabled>
      <ChoiceText number={index + 1} text={answer} />
    </Button>
  );
}

export function ChoiceText({ number, text }: { number: number; text: string }) {
  return (
    <>
      <span className="choice-number">{number}</span> <span className="plain-text">{text}</span>
    </>
  );
}

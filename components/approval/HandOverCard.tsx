import { useId } from 'react';
import { textBlock, type ContentBlock } from '../../lib/messaging/content';
import type { InteractionRequest } from '../../lib/messaging/permission';
import type { Outcome } from '../../lib/panel/panel-actions';
import { visibleText } from '../../lib/shared/visible-text';
import { Icon } from '../ui/Icon';
import { CardProblem } from './CardProblem';
import { DecisionButton } from './DecisionButton';
import { Place } from './Place';
import { useCardAnswer } from './use-card-answer';
import './card.css';

interface HandOverCardProps {
  /** What to do, in the words of the assistant; absent when a tool came upon something of its own. */
  what: string | undefined;
  request: InteractionRequest;
  disabled: boolean;
  onDone: (blocks: ContentBlock[]) => Promise<Outcome>;
  onDeny: () => Promise<Outcome>;
}

const tasks: Record<NonNullable<InteractionRequest['handOver']>, string> = {
  password: 'Please type your password yourself.',
  'one-time-code': 'Please type the code yourself.',
  card: 'Please type your card details yourself.',
  captcha: 'Please solve the CAPTCHA yourself.',
  'own-confirmation': 'Please decide this yourself, on the page.',
};

/** What only the person can do, and the assistant waits for. */
export function HandOverCard({ what, request, disabled, onDone, onDeny }: HandOverCardProps) {
  const headingId = useId();
  const { pending, problem, answer } = useCardAnswer();
  const { handOver, target, reason } = request;
  const task = what ?? (handOver && tasks[handOver]);
  return (
    <div role="group" className="card card-ask" aria-labelledby={headingId} aria-busy={pending}>
      <h2 id={headingId} className="card-heading">
        <Icon name="cursor" />
        <span>Your turn</span>
      </h2>
      {task !== undefined && (
        <p className="plain-text" dir="auto">
          {visibleText(task)}
        </p>
      )}
      {target && (
        <p>
          On <Place origin={target.origin} />
        </p>
      )}
      {reason !== '' && (
        <p className="card-reason plain-text" dir="auto">
          {reason}
        </p>
      )}
      <p className="card-reason">What you type there stays out of this chat.</p>
      <CardProblem text={problem} />
      <div className="card-buttons">
        <DecisionButton
          look="primary"
          disabled={disabled}
          pending={pending}
          onDecide={() => answer(() => onDone([textBlock('The user did this themselves.')]))}
        >
          Done
        </DecisionButton>
        <DecisionButton
          look="danger"
          disabled={disabled}
          pending={pending}
          onDecide={() => answer(onDeny)}
        >
          Deny
        </DecisionButton>
      </div>
    </div>
  );
}

import { useId } from 'react';
import type { InteractionRequest } from '../../lib/messaging/run-record';
import type { Outcome, PermissionDecision } from '../../lib/panel/panel-actions';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { ArgumentList } from './ArgumentList';
import { useCardAnswer, type RequestBrowserPermissions } from './use-card-answer';
import './card.css';

interface PermissionCardProps {
  /** What the tool is about to do, in its own words. */
  label: string;
  argumentsJson: string;
  request: InteractionRequest;
  disabled: boolean;
  onAnswer: (decision: PermissionDecision) => Promise<Outcome>;
  requestBrowserPermissions: RequestBrowserPermissions;
}

export function PermissionCard({
  label,
  argumentsJson,
  request,
  disabled,
  onAnswer,
  requestBrowserPermissions,
}: PermissionCardProps) {
  const headingId = useId();
  const { pending, problem, answer, answerWith } = useCardAnswer();
  const state = { disabled, 'aria-disabled': pending };
  const allow = (decision: PermissionDecision) => () =>
    answerWith(request.browserPermissions, requestBrowserPermissions, () => onAnswer(decision));

  return (
    <div role="group" className="card card-ask" aria-labelledby={headingId} aria-busy={pending}>
      <h2 id={headingId} className="card-heading">
        <Icon name="shield" />
        <span className="plain-text">{`Allow “${label}”?`}</span>
      </h2>
      <ArgumentList argumentsJson={argumentsJson} />
      {request.reason !== '' && (
        <p className="card-reason plain-text" dir="auto">
          {request.reason}
        </p>
      )}
      {request.browserPermissions.length > 0 && (
        <p className="card-reason" dir="auto">
          Your browser will ask you as well.
        </p>
      )}
      {problem !== null && (
        <p className="card-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="card-buttons">
        <Button look="primary" {...state} onClick={allow('once')}>
          Allow once
        </Button>
        <Button {...state} onClick={allow('chat')}>
          Allow for this chat
        </Button>
        {request.alwaysLabel !== undefined && (
          <Button {...state} onClick={allow('always')}>
            {alwaysText(request.alwaysLabel)}
          </Button>
        )}
        <Button look="danger" {...state} onClick={() => answer(() => onAnswer('deny'))}>
          Deny
        </Button>
      </div>
    </div>
  );
}

function alwaysText(label: string): string {
  return /^always allow\b/i.test(label) ? label : `Always allow ${label}`;
}

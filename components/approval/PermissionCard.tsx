import { useId, useState } from 'react';
import type { InteractionRequest } from '../../lib/messaging/permission';
import type { Outcome, PermissionDecision, PermissionDetails } from '../../lib/panel/panel-actions';
import { hostOf, placeName } from '../../lib/shared/origin';
import { visibleText } from '../../lib/shared/visible-text';
import { Icon } from '../ui/Icon';
import { detailsOf, plainAnswer, type ArgumentEdit } from './answer-options';
import { CardOptions } from './CardOptions';
import { CardProblem } from './CardProblem';
import { DecisionButton } from './DecisionButton';
import { Disclosure } from './Disclosure';
import { PermissionFacts } from './PermissionFacts';
import { Place } from './Place';
import { useCardAnswer, type RequestBrowserPermissions } from './use-card-answer';
import './card.css';

interface PermissionCardProps {
  /** What the tool is about to do, in its own words. */
  label: string;
  argumentsJson: string;
  request: InteractionRequest;
  disabled: boolean;
  onAnswer: (decision: PermissionDecision, details: PermissionDetails) => Promise<Outcome>;
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
  const [options, setOptions] = useState(plainAnswer);
  const [edit, setEdit] = useState<ArgumentEdit>({});
  const { pending, problem, answer, answerWith, complain } = useCardAnswer();
  const state = { disabled, pending };
  const send = (decision: PermissionDecision) => () =>
    onAnswer(decision, detailsOf(decision, options, edit));
  const allow = (decision: PermissionDecision) => () =>
    edit.problem === undefined
      ? answerWith(request.browserPermissions, requestBrowserPermissions, send(decision))
      : complain(edit.problem);

  return (
    <div role="group" className="card card-ask" aria-labelledby={headingId} aria-busy={pending}>
      <h2 id={headingId} className="card-heading">
        <Icon name="shield" />
        <span className="plain-text">
          {`Allow “${visibleText(label)}”`}
          {!namesTarget(label, request) && <Destination request={request} />}?
        </span>
      </h2>
      <PermissionFacts
        argumentsJson={argumentsJson}
        editedJson={edit.argumentsJson}
        request={request}
      />
      <CardProblem text={problem} />
      <div className="card-buttons">
        <DecisionButton look="primary" {...state} onDecide={allow('once')}>
          Allow once
        </DecisionButton>
        <DecisionButton {...state} onDecide={allow('chat')}>
          Allow for this chat
        </DecisionButton>
        {request.alwaysLabel !== undefined && (
          <DecisionButton {...state} onDecide={allow('always')}>
            {alwaysText(request.alwaysLabel)}
          </DecisionButton>
        )}
        <DecisionButton look="danger" {...state} onDecide={() => answer(send('deny'))}>
          Deny
        </DecisionButton>
      </div>
      {request.chatExactly === true && (
        <p className="card-reason">For this chat means exactly this, and nothing else.</p>
      )}
      <Disclosure label="More options">
        <CardOptions
          argumentsJson={argumentsJson}
          request={request}
          options={options}
          disabled={disabled}
          onChange={setOptions}
          onEdit={setEdit}
        />
      </Disclosure>
    </div>
  );
}

/** The tool's own words say where, and there is nothing more to say of it. */
function namesTarget(label: string, { target }: InteractionRequest): boolean {
  const host = target && hostOf(target.origin);
  return (
    host !== undefined &&
    target?.frameOf === undefined &&
    label.includes(placeName(target?.origin ?? ''))
  );
}

function Destination({ request: { target, capability } }: { request: InteractionRequest }) {
  if (!target) return null;
  return (
    <>
      {capability === 'send-out' ? ' to ' : ' on '}
      <Place origin={target.origin} />
      {target.frameOf !== undefined && (
        <>
          {' inside '}
          <Place origin={target.frameOf} />
        </>
      )}
    </>
  );
}

function alwaysText(label: string): string {
  return /^always allow\b/i.test(label) ? label : `Always allow ${label}`;
}

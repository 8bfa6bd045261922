import { useId, useState } from 'react';
import type { InteractionRequest } from '../../lib/messaging/permission';
import type { Plan, PlanApproval } from '../../lib/messaging/tool-cards';
import type { Outcome } from '../../lib/panel/panel-actions';
import { visibleText } from '../../lib/shared/visible-text';
import { Icon } from '../ui/Icon';
import { CardProblem } from './CardProblem';
import { DecisionButton } from './DecisionButton';
import { approvedSteps, draftsOf, planProblem } from './plan-drafts';
import { PlanStepView } from './PlanStepView';
import { useCardAnswer, type RequestBrowserPermissions } from './use-card-answer';
import './card.css';
import './plan-card.css';

interface PlanCardProps {
  plan: Plan;
  request: InteractionRequest;
  disabled: boolean;
  onApprove: (approval: PlanApproval) => Promise<Outcome>;
  onDeny: () => Promise<Outcome>;
  requestBrowserPermissions: RequestBrowserPermissions;
}

/** What the assistant means to do, to be agreed to as a whole. */
export function PlanCard({
  plan,
  request,
  disabled,
  onApprove,
  onDeny,
  requestBrowserPermissions,
}: PlanCardProps) {
  const headingId = useId();
  const [drafts, setDrafts] = useState(() => draftsOf(plan));
  const { pending, problem, answer, answerWith, complain } = useCardAnswer();

  function approve(): unknown {
    const wrong = planProblem(drafts);
    if (wrong !== undefined) return complain(wrong);
    return answerWith(request.browserPermissions, requestBrowserPermissions, () =>
      onApprove({ steps: approvedSteps(plan, drafts) }),
    );
  }

  return (
    <div role="group" className="card card-ask" aria-labelledby={headingId} aria-busy={pending}>
      <h2 id={headingId} className="card-heading">
        <Icon name="form" />
        <span>Approve this plan?</span>
      </h2>
      <p className="plain-text">{visibleText(plan.goal)}</p>
      <ol className="plan-steps">
        {plan.steps.map((step, index) => {
          const draft = drafts[index];
          return (
            draft && (
              <PlanStepView
                key={index}
                number={index + 1}
                step={step}
                toolTitle={request.toolTitles?.[step.tool]}
                draft={draft}
                disabled={disabled || pending}
                onChange={(change) => setDrafts(drafts.with(index, { ...draft, ...change }))}
              />
            )
          );
        })}
      </ol>
      <p className="card-reason">
        Steps on the plan run without asking again. Anything else still asks.
      </p>
      <CardProblem text={problem} />
      <div className="card-buttons">
        <DecisionButton look="primary" disabled={disabled} pending={pending} onDecide={approve}>
          Approve plan
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

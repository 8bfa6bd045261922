import { useContext } from 'react';
import type { ContentBlock } from '../../lib/messaging/content';
import type { ToolUse } from '../../lib/messaging/conversation-state';
import type { TabSummary } from '../../lib/messaging/panel-protocol';
import type { Outcome, PermissionDecision, PermissionDetails } from '../../lib/panel/panel-actions';
import type { Card } from '../tool-events/card-arguments';
import { ChoiceCard } from './ChoiceCard';
import { DecisionQueueContext } from './decision-place';
import { HandOverCard } from './HandOverCard';
import { PermissionCard } from './PermissionCard';
import { PlanCard } from './PlanCard';
import { QuestionCard } from './QuestionCard';
import { TabSelectionCard } from './TabSelectionCard';
import type { RequestBrowserPermissions } from './use-card-answer';

/** How a card tells what the person decided. */
export interface CardActions {
  answerPermission: (
    toolUseId: string,
    decision: PermissionDecision,
    details?: PermissionDetails,
  ) => Promise<Outcome>;
  answerTool: (toolUseId: string, blocks: ContentBlock[]) => Promise<Outcome>;
  useTool: (toolUseId: string, userInput?: unknown) => Promise<Outcome>;
  listTabs: () => Promise<Outcome<TabSummary[]>>;
  requestBrowserPermissions: RequestBrowserPermissions;
}

interface InteractionCardProps {
  use: ToolUse;
  card: Card;
  /** The run is over or another prompt was sent: nothing can be decided any more. */
  disabled: boolean;
  actions: CardActions;
}

export function InteractionCard(props: InteractionCardProps) {
  const queue = useContext(DecisionQueueContext);
  const place = queue.indexOf(props.use.id) + 1;
  return (
    <>
      {place > 0 && queue.length > 1 && (
        <p className="card-queue">{`Decision ${place} of ${queue.length}`}</p>
      )}
      <CardOfKind {...props} />
    </>
  );
}

function CardOfKind({ use, card, disabled, actions }: InteractionCardProps) {
  const { request } = use;
  if (!request) return null;
  const deny = () => actions.answerPermission(use.id, 'deny');
  const { requestBrowserPermissions } = actions;
  switch (card.kind) {
    case 'permission':
      return (
        <PermissionCard
          label={use.presentation.toolText || use.presentation.title}
          argumentsJson={use.call.argumentsJson}
          request={request}
          disabled={disabled}
          onAnswer={(decision, details) => actions.answerPermission(use.id, decision, details)}
          requestBrowserPermissions={requestBrowserPermissions}
        />
      );
    case 'choice':
      return (
        <ChoiceCard
          choice={card.choice}
          disabled={disabled}
          onAnswer={(blocks) => actions.answerTool(use.id, blocks)}
          onSkip={deny}
        />
      );
    case 'form':
      return (
        <QuestionCard
          form={card.form}
          disabled={disabled}
          onAnswer={(blocks) => actions.answerTool(use.id, blocks)}
          onSkip={deny}
        />
      );
    case 'tab-selection':
      return (
        <TabSelectionCard
          suggestion={card.suggestion}
          request={request}
          disabled={disabled}
          listTabs={actions.listTabs}
          onSelect={(selection) => actions.useTool(use.id, selection)}
          onDeny={deny}
          requestBrowserPermissions={requestBrowserPermissions}
        />
      );
    case 'plan':
      return (
        <PlanCard
          plan={card.plan}
          request={request}
          disabled={disabled}
          onApprove={(approval) => actions.useTool(use.id, approval)}
          onDeny={deny}
          requestBrowserPermissions={requestBrowserPermissions}
        />
      );
    case 'hand-over':
      return (
        <HandOverCard
          what={card.what}
          request={request}
          disabled={disabled}
          onDone={(blocks) => actions.answerTool(use.id, blocks)}
          onDeny={deny}
        />
      );
  }
}

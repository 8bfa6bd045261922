import type { GrantView } from '../../lib/messaging/kept-data';
import type { Outcome } from '../../lib/panel/panel-actions';
import type { ErrorReport } from '../../lib/shared/app-error';
import { RemovableList } from './RemovableList';
import { Waiting } from './Waiting';
import { dateText } from './wording';

interface GrantListProps {
  /** Null until the worker has told them. */
  grants: readonly GrantView[] | null;
  trouble: ErrorReport | null;
  onRevoke: (grant: GrantView) => Promise<Outcome>;
  onRetry: () => unknown;
}

const remarks = {
  holds: undefined,
  changed: 'The tool has changed since, so it asks again.',
  gone: 'The tool is no longer there.',
} as const;

/** Every tool that may act without asking. */
export function GrantList({ grants, trouble, onRevoke, onRetry }: GrantListProps) {
  if (grants === null || trouble !== null) return <Waiting trouble={trouble} onRetry={onRetry} />;
  const keyOf = ({ id, conversationId = '' }: GrantView) => `${conversationId} ${id}`;
  return (
    <RemovableList
      label="Tools that need not ask"
      items={grants.map((grant) => ({
        key: keyOf(grant),
        title: grant.toolTitle,
        details: (
          <>
            <Place grant={grant} />, since {dateText(grant.givenAt)}
          </>
        ),
        remark: remarks[grant.standing],
      }))}
      action="Revoke"
      onRemove={async (key) => {
        const grant = grants.find((candidate) => keyOf(candidate) === key);
        return grant ? await onRevoke(grant) : { ok: true, value: null };
      }}
      removedText={(title) => `Revoked. ${title} asks again from now on.`}
      emptyText="Nothing is allowed in advance: every tool that changes something asks first. When you choose Allow for this chat or Always allow, it is listed here."
    />
  );
}

function Place({ grant }: { grant: GrantView }) {
  if (grant.scope === 'always') return 'In every chat';
  if (!grant.chatTitle) return 'In a chat that is gone';
  return (
    <>
      In the chat “<bdi>{grant.chatTitle}</bdi>”
    </>
  );
}

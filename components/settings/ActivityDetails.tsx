import type { ReactNode } from 'react';
import type { ActivityEntry } from '../../lib/messaging/activity';
import { placeName } from '../../lib/shared/origin';
import { argumentsText } from './activity-words';
import { exactTimeText } from './wording';

export interface GrantLink {
  /** The element it leads to; null when there is none any more. */
  anchor: string | null;
  onFollow: (anchor: string) => void;
}

interface ActivityDetailsProps {
  entry: ActivityEntry;
  /** Absent when no permission let it through, or when nobody knows yet. */
  grant?: GrantLink | undefined;
}

/** Everything that is kept of one call. */
export function ActivityDetails({ entry, grant }: ActivityDetailsProps) {
  const { reason, origin, frameOf, outcome, chatTitle, at, settledAt, effect, edited } = entry;
  return (
    <dl className="activity-facts">
      {reason !== '' && <Fact name="Why">{reason}</Fact>}
      {grant && (
        <Fact name="Permission">
          {grant.anchor === null ? (
            'It is no longer there.'
          ) : (
            <ShowGrant {...grant} anchor={grant.anchor} />
          )}
        </Fact>
      )}
      {origin !== undefined && (
        <Fact name="Site">
          {origin}
          {frameOf !== undefined && `, inside ${placeName(frameOf)}`}
        </Fact>
      )}
      <Fact name="Tool">
        {entry.toolTitle === '' ? entry.toolName : `${entry.toolTitle} (${entry.toolName})`}
        {effect === 'read' ? ', only reads' : ', can change something'}
      </Fact>
      <div className="activity-fact-wide">
        <dt>Arguments</dt>
        <dd>
          {edited === true && <p>Edited by you before it ran.</p>}
          {entry.argumentsCut === true && <p>Cut: they are longer than this list keeps.</p>}
          <pre role="group" aria-label="Arguments" tabIndex={0}>
            {argumentsText(entry.argumentsJson)}
          </pre>
        </dd>
      </div>
      {outcome !== undefined && outcome !== '' && <Fact name="The model was told">{outcome}</Fact>}
      <Fact name="Chat">{chatTitle === '' ? 'A chat without a name' : chatTitle}</Fact>
      <Fact name="Called">{exactTimeText(at)}</Fact>
      {settledAt !== undefined && <Fact name="Over">{exactTimeText(settledAt)}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="plain-text">{children}</dd>
    </div>
  );
}

function ShowGrant({ anchor, onFollow }: { anchor: string; onFollow: (anchor: string) => void }) {
  return (
    <a href={`#${encodeURI(anchor)}`} onClick={() => onFollow(anchor)}>
      Show it in the list
    </a>
  );
}

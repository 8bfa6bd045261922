import { memo, useId, useState } from 'react';
import type { ActivityEntry } from '../../lib/messaging/activity';
import { placeName } from '../../lib/shared/origin';
import { Icon } from '../ui/Icon';
import { callText, stateText, verdictText } from './activity-words';
import { ActivityDetails } from './ActivityDetails';
import { dateText } from './wording';

interface ActivityRowProps {
  entry: ActivityEntry;
  /** Where the permission that let it through stands; null when it is gone. */
  grantAnchor: string | null | undefined;
  onShowGrant: (anchor: string) => void;
}

/** One call: a line that opens. */
export const ActivityRow = memo(function ActivityRow({
  entry,
  grantAnchor,
  onShowGrant,
}: ActivityRowProps) {
  const detailsId = useId();
  const [open, setOpen] = useState(false);
  const { at, origin, state, toolName } = entry;
  const parts = [
    dateText(at),
    ...(origin === undefined ? [] : [placeName(origin)]),
    verdictText(entry),
  ].filter((part) => part !== '');
  return (
    <li className="activity-row" data-tool-name={toolName} data-tool-state={state}>
      <button
        type="button"
        className="activity-line"
        data-focus-kind="row"
        aria-expanded={open}
        {...(open ? { 'aria-controls': detailsId } : {})}
        onClick={() => setOpen(!open)}
      >
        <span className="activity-text">
          <span className="activity-call">
            <bdi>{callText(entry)}</bdi>
          </span>{' '}
          <span className="activity-about">
            {parts.map((part, index) => (
              <span key={index}>
                {index > 0 && ' · '}
                <bdi>{part}</bdi>
              </span>
            ))}
          </span>
        </span>{' '}
        <span className="activity-state">{stateText(entry)}</span>
        <Icon name="chevron-right" size={14} />
      </button>
      {open && (
        <div id={detailsId} className="activity-details">
          <ActivityDetails
            entry={entry}
            grant={
              grantAnchor === undefined ? undefined : { anchor: grantAnchor, onFollow: onShowGrant }
            }
          />
        </div>
      )}
    </li>
  );
});

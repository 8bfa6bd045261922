import { useId, type ReactNode } from 'react';
import { Button } from '../ui/Button';

export interface RemovableItem {
  key: string;
  title: string;
  details: ReactNode;
  /** Something about it deserves a second look. */
  remark?: string | undefined;
  /** Where links to it lead. */
  anchor?: string | undefined;
}

interface RemovableRowProps {
  item: RemovableItem;
  action: string;
  busy: boolean;
  /** Says more of what the button removes than the title does. */
  describedBy?: string | undefined;
  onRemove: () => unknown;
}

export function RemovableRow({ item, action, busy, describedBy, onRemove }: RemovableRowProps) {
  const titleId = useId();
  const { title, details, remark, anchor } = item;
  return (
    <li className="removable-row" {...(anchor === undefined ? {} : { id: anchor, tabIndex: -1 })}>
      <div className="removable-text">
        <p id={titleId} className="removable-title">
          <bdi>{title}</bdi>
        </p>
        <p className="removable-details">{details}</p>
        {remark !== undefined && <p className="removable-remark">{remark}</p>}
      </div>
      <Button
        data-focus-kind="row"
        aria-describedby={describedBy === undefined ? titleId : `${describedBy} ${titleId}`}
        aria-disabled={busy}
        onClick={onRemove}
      >
        {action}
      </Button>
    </li>
  );
}

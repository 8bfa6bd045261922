import { useId, useState } from 'react';
import type { Outcome } from '../../lib/panel/panel-actions';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import { RemovableRow, type RemovableItem } from './RemovableRow';
import { Results } from './Results';
import './removable-list.css';

/** As many as a person reads; the rest is a click away. */
const FIRST_SHOWN = 50;

export interface RemovableGroup {
  key: string;
  /** Absent when there is only the one. */
  heading?: {
    name: string;
    /** More about the name, beside it. */
    note?: string | undefined;
    removeAll: string;
  };
  items: readonly RemovableItem[];
}

interface RemovableGroupsProps {
  groups: readonly RemovableGroup[];
  /** The name of the button in every row. */
  action: string;
  onRemove: (key: string) => Promise<Outcome>;
  onRemoveGroup?: (key: string) => Promise<Outcome>;
  /** Said when one is gone. */
  removedText: (title: string) => string;
  groupRemovedText?: (name: string) => string;
  /** Also those that are further down than what is shown at first. */
  showsAll?: boolean;
}

/** Rows that can be taken away one by one, or a group at a time. `KeptFocus` belongs around it. */
export function RemovableGroups({
  groups,
  action,
  onRemove,
  onRemoveGroup,
  removedText,
  groupRemovedText,
  showsAll = false,
}: RemovableGroupsProps) {
  const id = useId();
  const [busy, setBusy] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [wantsAll, setWantsAll] = useState(false);

  async function carryOut(mark: string, work: () => Promise<Outcome>, done: string): Promise<void> {
    if (busy === mark) return;
    setBusy(mark);
    setProblem(null);
    setSaid('');
    const outcome = await work();
    setBusy(null);
    if (outcome.ok) setSaid(done);
    else setProblem(outcome.error.message);
  }

  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const shown = showsAll || wantsAll ? groups : firstOf(groups, FIRST_SHOWN);
  const isCut = count > FIRST_SHOWN && shown !== groups;
  return (
    <>
      {shown.map(({ key: groupKey, heading, items }, index) => {
        const headingId = `${id}-${index}`;
        const rows = (
          <ul className="removable-list">
            {items.map((item) => (
              <RemovableRow
                key={item.key}
                item={item}
                action={action}
                busy={busy === `row ${item.key}`}
                describedBy={heading && headingId}
                onRemove={() =>
                  carryOut(`row ${item.key}`, () => onRemove(item.key), removedText(item.title))
                }
              />
            ))}
          </ul>
        );
        if (!heading) return <div key={groupKey}>{rows}</div>;
        const { name, note, removeAll } = heading;
        const described = note === undefined ? {} : { 'aria-describedby': `${headingId}-note` };
        return (
          <div
            key={groupKey}
            role="group"
            className="removable-group"
            aria-labelledby={headingId}
            {...described}
          >
            <div className="removable-heading">
              <h4>
                <bdi id={headingId}>{name}</bdi>
                {note !== undefined && (
                  <span id={`${headingId}-note`} className="removable-note">
                    {note}
                  </span>
                )}
              </h4>
              {onRemoveGroup && (
                <Button
                  look="quiet"
                  data-focus-kind="group"
                  {...described}
                  aria-disabled={busy === `group ${groupKey}`}
                  onClick={() =>
                    carryOut(
                      `group ${groupKey}`,
                      () => onRemoveGroup(groupKey),
                      groupRemovedText?.(name) ?? '',
                    )
                  }
                >
                  {removeAll}
                </Button>
              )}
            </div>
            {rows}
          </div>
        );
      })}
      {isCut && (
        <div className="settings-buttons">
          {/* After as many rows as are shown: its place is taken by the first of the others. */}
          <Button look="quiet" data-focus-kind="row" onClick={() => setWantsAll(true)}>
            {`Show all ${count.toLocaleString()}`}
          </Button>
        </div>
      )}
      <Results>
        {problem !== null && <Notice tone="bad">{problem}</Notice>}
        {said !== '' && <p className="visually-hidden">{said}</p>}
      </Results>
    </>
  );
}

function firstOf(groups: readonly RemovableGroup[], limit: number): readonly RemovableGroup[] {
  let left = limit;
  const first: RemovableGroup[] = [];
  for (const group of groups) {
    if (left <= 0) return first;
    first.push({ ...group, items: group.items.slice(0, left) });
    left -= group.items.length;
  }
  return first;
}

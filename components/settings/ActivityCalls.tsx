import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ActivityEntry } from '../../lib/messaging/activity';
import type { GrantView } from '../../lib/messaging/kept-data';
import type { ActivityState } from '../../lib/panel/activity';
import type { Outcome } from '../../lib/panel/panel-actions';
import { Button } from '../ui/Button';
import { Notice } from '../ui/Notice';
import { ActivityRow } from './ActivityRow';
import { grantKey } from './grant-groups';
import { Results } from './Results';
import './activity-calls.css';

interface ActivityCallsProps {
  activity: Pick<ActivityState, 'next' | 'loading'>;
  entries: readonly ActivityEntry[];
  /** Null until the worker has told them. */
  grants: readonly GrantView[] | null;
  onShowGrant: (key: string) => void;
  onMore: () => Promise<Outcome>;
}

/** The calls that were read, and the way to the next ones. */
export function ActivityCalls({
  activity,
  entries,
  grants,
  onShowGrant,
  onMore,
}: ActivityCallsProps) {
  const list = useRef<HTMLUListElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const anchors = useMemo(() => grants && new Set(grants.map(grantKey)), [grants]);
  const [problem, setProblem] = useState<string | null>(null);
  const [focusAt, setFocusAt] = useState<{ index: number } | null>(null);

  useLayoutEffect(() => {
    if (focusAt === null) return;
    list.current?.querySelectorAll<HTMLElement>('.activity-line')[focusAt.index]?.focus();
  }, [focusAt]);

  async function showMore(): Promise<void> {
    setProblem(null);
    const outcome = await onMore();
    if (!outcome.ok) setProblem(outcome.error.message);
    else if (document.activeElement === more.current) setFocusAt({ index: entries.length });
  }

  return (
    <>
      {entries.length > 0 && (
        <ul
          ref={list}
          className="activity-list"
          aria-label="Calls"
          aria-busy={activity.loading === 'first'}
        >
          {entries.map((entry) => (
            <ActivityRow
              key={`${entry.conversationId} ${entry.toolUseId}`}
              entry={entry}
              grantAnchor={anchorOf(entry, anchors)}
              onShowGrant={onShowGrant}
            />
          ))}
        </ul>
      )}
      {activity.next !== null && (
        <div className="settings-buttons">
          {/* After the last page it is gone, and the first row that is new stands in its place. */}
          <Button
            ref={more}
            data-focus-kind="row"
            aria-disabled={activity.loading !== null}
            onClick={showMore}
          >
            Show more
          </Button>
          {activity.loading === 'more' && <span className="settings-hint">Loading…</span>}
        </div>
      )}
      <Results>{problem !== null && <Notice tone="bad">{problem}</Notice>}</Results>
    </>
  );
}

/** Of its chat, or one that holds in every chat; null when it is gone. */
function anchorOf(
  { grantId, conversationId }: ActivityEntry,
  anchors: ReadonlySet<string> | null,
): string | null | undefined {
  if (grantId === undefined || anchors === null) return undefined;
  const places = [grantKey({ id: grantId, conversationId }), grantKey({ id: grantId })];
  return places.find((anchor) => anchors.has(anchor)) ?? null;
}

import { useRef } from 'react';
import type { GrantView } from '../../lib/messaging/kept-data';
import type { ActivityState } from '../../lib/panel/activity';
import type { DataStore } from '../../lib/panel/data-store';
import { Button } from '../ui/Button';
import { ActivityCalls } from './ActivityCalls';
import { ActivityToolbar } from './ActivityToolbar';
import { KeptFocus } from './KeptFocus';
import { SearchField } from './SearchField';
import { Waiting } from './Waiting';
import { countText, nothingFoundText } from './wording';

interface ActivityLogProps {
  activity: ActivityState;
  actions: Pick<
    DataStore,
    'readActivity' | 'searchActivity' | 'readMoreActivity' | 'clearActivity' | 'exportActivity'
  >;
  /** Null until the worker has told them. */
  grants: readonly GrantView[] | null;
  onShowGrant: (key: string) => void;
  now?: () => number;
}

/** Every call of a tool, in all chats. */
export function ActivityLog({
  activity,
  actions,
  grants,
  onShowGrant,
  now = Date.now,
}: ActivityLogProps) {
  const { entries, query, foundWith, loading, trouble } = activity;
  const search = useRef<HTMLInputElement>(null);
  const isSearched = query.trim() !== '';
  if (entries === null) {
    return (
      <KeptFocus label="Activity">
        <Waiting trouble={loading === 'first' ? null : trouble} onRetry={actions.readActivity} />
      </KeptFocus>
    );
  }
  const isLoading = loading === 'first';
  // What was found with another query would pass for an answer to this one.
  const isStale = !isLoading && query.trim() !== foundWith;
  const isEmpty = entries.length === 0 && !isSearched && foundWith === '';
  return (
    <KeptFocus label="Activity">
      <p className="settings-hint">
        Every call of a tool, in all chats. What goes with a chat that you delete goes here too.
      </p>
      {!isEmpty && (
        <SearchField
          ref={search}
          label="Search activity"
          value={query}
          onChange={actions.searchActivity}
          onSubmit={actions.readActivity}
        />
      )}
      <ActivityToolbar
        isEmpty={isEmpty}
        isSearched={isSearched}
        onRefresh={actions.readActivity}
        onClear={actions.clearActivity}
        exportActivity={actions.exportActivity}
        now={now}
      />
      <p className="settings-hint" role="status">
        {isLoading ? 'Loading…' : trouble === null ? summaryText(activity) : ''}
      </p>
      {isLoading && <Waiting trouble={null} onRetry={actions.readActivity} hint="" />}
      {!isLoading && trouble !== null && (
        <Waiting trouble={trouble} onRetry={actions.readActivity} />
      )}
      {entries.length === 0 && isSearched && !isLoading && trouble === null && (
        <div className="settings-buttons">
          <Button
            onClick={() => {
              actions.searchActivity('');
              search.current?.focus();
            }}
          >
            Clear search
          </Button>
        </div>
      )}
      {!isStale && (
        <ActivityCalls
          activity={activity}
          entries={entries}
          grants={grants}
          onShowGrant={onShowGrant}
          onMore={actions.readMoreActivity}
        />
      )}
    </KeptFocus>
  );
}

function summaryText({ entries, next, query }: ActivityState): string {
  const count = entries?.length ?? 0;
  if (count === 0) {
    return query.trim() === '' ? 'Nothing has been called yet.' : nothingFoundText(query);
  }
  if (next !== null) return `The newest ${count.toLocaleString()} are shown.`;
  return countText(count, 'call', 'calls');
}

import { memo, useEffect, useRef, useState } from 'react';
import type { GrantView } from '../../lib/messaging/kept-data';
import type { Outcome } from '../../lib/panel/panel-actions';
import type { ErrorReport } from '../../lib/shared/error-report';
import { Button } from '../ui/Button';
import { AskedFirst } from './AskedFirst';
import { findGrants, grantKey, groupGrants, rowTitle, type Arrangement } from './grant-groups';
import { standingText } from './grant-words';
import { GrantDetails } from './GrantDetails';
import { KeptFocus } from './KeptFocus';
import { RemovableGroups } from './RemovableGroups';
import { SearchField } from './SearchField';
import { Segments } from './Segments';
import { Waiting } from './Waiting';
import { countText, nothingFoundText } from './wording';

/** More than a person takes in at a glance. */
const MANY = 12;

const arrangements = [
  { value: 'site', label: 'By site' },
  { value: 'tool', label: 'By tool' },
] as const;

interface GrantListProps {
  /** Null until the worker has told them. */
  grants: readonly GrantView[] | null;
  trouble: ErrorReport | null;
  onRevoke: (grant: GrantView) => Promise<Outcome>;
  onRevokeAll: (grants: readonly GrantView[]) => Promise<Outcome>;
  onRetry: () => unknown;
  /** The one that somebody asked to be shown, anew with every time they ask. */
  wanted?: { readonly key: string } | null;
}

/** What need not ask, by site or by tool, and how to take it back. */
export const GrantList = memo(function GrantList({
  grants,
  trouble,
  onRevoke,
  onRevokeAll,
  onRetry,
  wanted = null,
}: GrantListProps) {
  const [arrangement, setArrangement] = useState<Arrangement>('site');
  const [query, setQuery] = useState('');
  const [shownWanted, setShownWanted] = useState(wanted);
  const search = useRef<HTMLInputElement>(null);
  if (wanted !== shownWanted) {
    setShownWanted(wanted);
    setQuery('');
  }
  useEffect(() => {
    if (wanted) document.getElementById(wanted.key)?.focus();
  }, [wanted]);

  if (grants === null) {
    return (
      <KeptFocus label="Tools that need not ask">
        <Waiting trouble={trouble} onRetry={onRetry} />
      </KeptFocus>
    );
  }
  const groups = groupGrants(grants, arrangement);
  const found = new Set(findGrants(grants, query));
  const shown = groups
    .map((group) => ({ ...group, grants: group.grants.filter((grant) => found.has(grant)) }))
    .filter((group) => group.grants.length > 0);
  const isEmpty = grants.length === 0;
  return (
    <KeptFocus label="Tools that need not ask">
      {trouble !== null && <Waiting trouble={trouble} onRetry={onRetry} />}
      {isEmpty && (
        <p className="settings-hint">
          Nothing is allowed in advance: every tool that changes something asks first. When you
          choose Allow for this chat or Always allow, it is listed here.
        </p>
      )}
      {!isEmpty && (
        <Segments
          label="Arrange permissions"
          options={arrangements}
          value={arrangement}
          onChange={setArrangement}
        />
      )}
      {(grants.length > MANY || query !== '') && (
        <>
          <SearchField ref={search} label="Search permissions" value={query} onChange={setQuery} />
          <p className="settings-hint" role="status">
            {found.size === 0
              ? nothingFoundText(query)
              : countText(found.size, 'permission', 'permissions')}
          </p>
        </>
      )}
      {!isEmpty && found.size === 0 && (
        <div className="settings-buttons">
          <Button
            onClick={() => {
              setQuery('');
              search.current?.focus();
            }}
          >
            Clear search
          </Button>
        </div>
      )}
      <RemovableGroups
        groups={shown.map(({ key, name, note, revokeAll, grants: members }) => ({
          key,
          heading: { name, note, removeAll: revokeAll },
          items: members.map((grant) => ({
            key: grantKey(grant),
            anchor: grantKey(grant),
            title: rowTitle(grant, arrangement),
            details: <GrantDetails grant={grant} />,
            remark: standingText(grant),
          })),
        }))}
        action="Revoke"
        onRemove={async (key) => {
          const grant = grants.find((candidate) => grantKey(candidate) === key);
          return grant ? await onRevoke(grant) : { ok: true, value: null };
        }}
        // All of them, also those that are not found or not shown.
        onRemoveGroup={(key) =>
          onRevokeAll(groups.find((group) => group.key === key)?.grants ?? [])
        }
        removedText={(title) => `Revoked: ${title}. It asks again from now on.`}
        groupRemovedText={(name) => `Revoked: everything for ${name}. It asks again from now on.`}
        showsAll={wanted !== null}
      />
      <AskedFirst
        offer="Revoke everything"
        question={`${countText(grants.length, 'permission', 'permissions')} will be taken back, in every chat. Tools ask again from then on.`}
        confirm="Revoke all permissions"
        keep="Keep permissions"
        doneText="Everything was revoked. Tools ask again from now on."
        available={!isEmpty}
        onConfirm={() => onRevokeAll(grants)}
      />
    </KeptFocus>
  );
});

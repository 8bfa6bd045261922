import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/shared/app-error';
import type { BrowserAccess, OptionalPermissions } from './browser-access';
import { RemovableList } from './RemovableList';
import type { RemovableItem } from './RemovableRow';
import { Waiting } from './Waiting';

type BrowserPermissionListProps = Pick<
  BrowserAccess,
  'optionalPermissions' | 'removeOptionalPermissions' | 'onOptionalPermissionsChanged'
>;

const known = new Map([
  ['tabs', { title: 'Your tabs', details: 'See the titles and addresses of open tabs.' }],
  ['tabGroups', { title: 'Tab groups', details: 'Name and colour groups of tabs.' }],
]);

/** What the browser lets Tandem do beyond what it got when it was installed. */
export function BrowserPermissionList({
  optionalPermissions,
  removeOptionalPermissions,
  onOptionalPermissionsChanged,
}: BrowserPermissionListProps) {
  const [granted, setGranted] = useState<OptionalPermissions | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const [tries, setTries] = useState(0);

  useEffect(() => {
    const read = () => {
      optionalPermissions().then(setGranted, (error: unknown) => setProblem(messageOf(error)));
    };
    read();
    return onOptionalPermissionsChanged(read);
  }, [tries, optionalPermissions, onOptionalPermissionsChanged]);

  if (granted === null) {
    const trouble =
      problem === null ? null : { code: 'browser', message: problem, retryable: true };
    return <Waiting trouble={trouble} onRetry={() => setTries(tries + 1)} />;
  }
  const items = [...granted.permissions.map(permissionItem), ...granted.origins.map(originItem)];
  return (
    <RemovableList
      label="What the browser allows"
      items={items}
      action="Remove"
      onRemove={async (key) => {
        try {
          const only = (names: string[], prefix: string) =>
            names.filter((name) => prefix + name === key);
          const removed = await removeOptionalPermissions({
            permissions: only(granted.permissions, 'permission '),
            origins: only(granted.origins, 'origin '),
          });
          setGranted(await optionalPermissions());
          return removed ? { ok: true, value: null } : refused('Your browser keeps this one.');
        } catch (error) {
          return refused(messageOf(error));
        }
      }}
      removedText={(title) => `Removed: ${title}.`}
      emptyText="Nothing beyond what Tandem got when it was installed. Tools that need more ask when they need it."
    />
  );
}

function refused(message: string) {
  return { ok: false, error: { code: 'browser', message, retryable: true } } as const;
}

function permissionItem(name: string): RemovableItem {
  const { title, details } = known.get(name) ?? {
    title: name,
    details: 'A permission of the browser.',
  };
  return { key: `permission ${name}`, title, details };
}

function originItem(pattern: string): RemovableItem {
  const [, scheme = '', host = pattern] = /^([^:]+):\/\/([^/]*)\//.exec(pattern) ?? [];
  const every = host === '*' || pattern === '<all_urls>';
  return {
    key: `origin ${pattern}`,
    title: every ? 'Every site' : host,
    details: `Reach ${every ? 'any address' : 'this address'}${scheme === '' || scheme === '*' ? '' : ` over ${scheme}`}, for a model or a tool.`,
  };
}

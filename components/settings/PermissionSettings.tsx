import { useCallback, useState } from 'react';
import type { DataState, DataStore } from '../../lib/panel/data-store';
import { ActivityLog } from './ActivityLog';
import { BlockedSites } from './BlockedSites';
import type { BrowserAccess } from './browser-access';
import { BrowserPermissionList } from './BrowserPermissionList';
import { GrantList } from './GrantList';
import { Subsection } from './Section';

interface PermissionSettingsProps {
  blockedSites: readonly string[];
  kept: DataState;
  data: Omit<DataStore, 'store'>;
  browser: BrowserAccess;
}

/** What is allowed, what is not, and what came of it. */
export function PermissionSettings({ blockedSites, kept, data, browser }: PermissionSettingsProps) {
  const [wanted, setWanted] = useState<{ key: string } | null>(null);
  const showGrant = useCallback((key: string) => setWanted({ key }), []);
  return (
    <>
      <Subsection title="Tools that need not ask">
        <GrantList
          grants={kept.grants}
          trouble={kept.grantsTrouble}
          onRevoke={data.revokeGrant}
          onRevokeAll={data.revokeGrants}
          onRetry={data.readGrants}
          wanted={wanted}
        />
      </Subsection>
      <Subsection title="Blocked sites">
        <BlockedSites sites={blockedSites} onBlock={data.blockSite} onUnblock={data.unblockSite} />
      </Subsection>
      <Subsection title="What the browser allows">
        <BrowserPermissionList
          optionalPermissions={browser.optionalPermissions}
          removeOptionalPermissions={browser.removeOptionalPermissions}
          onOptionalPermissionsChanged={browser.onOptionalPermissionsChanged}
        />
      </Subsection>
      <Subsection title="Activity">
        <ActivityLog
          activity={kept.activity}
          actions={data}
          grants={kept.grants}
          onShowGrant={showGrant}
        />
      </Subsection>
    </>
  );
}

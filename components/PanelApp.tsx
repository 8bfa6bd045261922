import { useState } from 'react';
import type { PanelStore } from '../lib/panel/panel-store';
import { usePanel } from '../lib/panel/use-panel';
import type { RequestBrowserPermissions } from './approval/use-card-answer';
import { ChatScreen } from './chat/ChatScreen';
import type { RequestHostPermission } from './settings/ConnectionForm';
import { SettingsScreen } from './settings/SettingsScreen';

interface PanelAppProps {
  panel: PanelStore;
  requestBrowserPermissions: RequestBrowserPermissions;
  requestHostPermission: RequestHostPermission;
  onOpenAllSettings: () => unknown;
}

export function PanelApp({
  panel,
  requestBrowserPermissions,
  requestHostPermission,
  onOpenAllSettings,
}: PanelAppProps) {
  const state = usePanel(panel, (current) => current);
  const [settingsOpen, setSettingsOpen] = useState(false);
  if (settingsOpen) {
    return (
      <SettingsScreen
        settings={state.settings}
        trouble={state.trouble}
        actions={panel.actions}
        requestHostPermission={requestHostPermission}
        onBack={() => setSettingsOpen(false)}
        onOpenAllSettings={onOpenAllSettings}
      />
    );
  }
  return (
    <ChatScreen
      state={state}
      actions={panel.actions}
      requestBrowserPermissions={requestBrowserPermissions}
      onOpenSettings={() => setSettingsOpen(true)}
    />
  );
}

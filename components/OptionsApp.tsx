import type { PanelStore } from '../lib/panel/panel-store';
import { usePanel } from '../lib/panel/use-panel';
import type { RequestHostPermission } from './settings/ConnectionForm';
import { SettingsScreen } from './settings/SettingsScreen';

interface OptionsAppProps {
  panel: PanelStore;
  requestHostPermission: RequestHostPermission;
}

export function OptionsApp({ panel, requestHostPermission }: OptionsAppProps) {
  const settings = usePanel(panel, (state) => state.settings);
  const trouble = usePanel(panel, (state) => state.trouble);
  return (
    <SettingsScreen
      settings={settings}
      trouble={trouble}
      actions={panel.actions}
      requestHostPermission={requestHostPermission}
    />
  );
}

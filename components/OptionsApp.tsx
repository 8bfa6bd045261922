import type { DataStore } from '../lib/panel/data-store';
import type { PanelStore } from '../lib/panel/panel-store';
import { useData } from '../lib/panel/use-data';
import { usePanel } from '../lib/panel/use-panel';
import type { BrowserAccess } from './settings/browser-access';
import { OptionsScreen } from './settings/OptionsScreen';

interface OptionsAppProps {
  panel: PanelStore;
  data: DataStore;
  browser: BrowserAccess;
}

export function OptionsApp({ panel, data, browser }: OptionsAppProps) {
  const settings = usePanel(panel, (state) => state.settings);
  const trouble = usePanel(panel, (state) => state.trouble);
  const kept = useData(data);
  return (
    <OptionsScreen
      settings={settings}
      trouble={trouble}
      actions={panel.actions}
      kept={kept}
      data={data}
      browser={browser}
      onRetry={browser.reload}
    />
  );
}

import '../../components/ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { OptionsApp } from '../../components/OptionsApp';
import type { BrowserAccess } from '../../components/settings/browser-access';
import { ErrorBoundary } from '../../components/ui/ErrorBoundary';
import { aboutExtension, storageUsage } from '../../lib/browser/about';
import {
  onOptionalPermissionsChanged,
  optionalPermissions,
  removeOptionalPermissions,
} from '../../lib/browser/optional-permissions';
import { connectPanelPort } from '../../lib/browser/panel-port';
import { hasHostPermission, requestHostPermission } from '../../lib/browser/permissions';
import { createDataStore } from '../../lib/panel/data-store';
import { createPanelStore } from '../../lib/panel/panel-store';
import { createPortClient } from '../../lib/panel/port-client';

const client = createPortClient({ connect: connectPanelPort });
const panel = createPanelStore({ client });
const data = createDataStore(client);
void panel.readSettings();
void data.readGrants();
void data.readSummary();
void data.readActivity();

const browser: BrowserAccess = {
  about: aboutExtension(),
  requestHostPermission,
  hasHostPermission,
  optionalPermissions,
  removeOptionalPermissions,
  onOptionalPermissionsChanged,
  storageUsage,
  reload: () => location.reload(),
};

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary onReload={browser.reload}>
        <OptionsApp panel={panel} data={data} browser={browser} />
      </ErrorBoundary>
    </StrictMode>,
  );
}

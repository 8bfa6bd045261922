import '../../components/ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { OptionsApp } from '../../components/OptionsApp';
import { ErrorBoundary } from '../../components/ui/ErrorBoundary';
import { connectPanelPort } from '../../lib/browser/panel-port';
import { requestHostPermission } from '../../lib/browser/permissions';
import { createPanelStore } from '../../lib/panel/panel-store';
import { createPortClient } from '../../lib/panel/port-client';

const panel = createPanelStore({ client: createPortClient({ connect: connectPanelPort }) });
void panel.readSettings();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary onReload={() => location.reload()}>
        <OptionsApp panel={panel} requestHostPermission={requestHostPermission} />
      </ErrorBoundary>
    </StrictMode>,
  );
}

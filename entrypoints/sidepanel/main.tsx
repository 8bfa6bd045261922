import '../../components/ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { PanelApp } from '../../components/PanelApp';
import { ErrorBoundary } from '../../components/ui/ErrorBoundary';
import { SessionDraftStore } from '../../lib/browser/draft-store';
import { openOptions } from '../../lib/browser/open-options';
import { connectPanelPort } from '../../lib/browser/panel-port';
import { requestBrowserPermissions, requestHostPermission } from '../../lib/browser/permissions';
import { createPanelStore } from '../../lib/panel/panel-store';
import { createPortClient } from '../../lib/panel/port-client';

const panel = createPanelStore({
  client: createPortClient({ connect: connectPanelPort }),
  drafts: new SessionDraftStore(),
});
addEventListener('pagehide', () => panel.keepDraft());
const conversationId = new URLSearchParams(location.search).get('conversation');
void panel.openConversation(conversationId ?? undefined);
void panel.readSettings();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary onReload={() => location.reload()}>
        <PanelApp
          panel={panel}
          requestBrowserPermissions={requestBrowserPermissions}
          requestHostPermission={requestHostPermission}
          onOpenAllSettings={openOptions}
        />
      </ErrorBoundary>
    </StrictMode>,
  );
}

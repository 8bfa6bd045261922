import '../../components/ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { TabList } from '../../components/attachments/TabList';
import { PanelApp } from '../../components/PanelApp';
import { ErrorBoundary } from '../../components/ui/ErrorBoundary';
import { SessionDraftStore } from '../../lib/browser/draft-store';
import { openOptions } from '../../lib/browser/open-options';
import { createTabFollower } from '../../lib/browser/panel-tab';
import { connectPanelPort } from '../../lib/browser/panel-port';
import { requestBrowserPermissions, requestHostPermission } from '../../lib/browser/permissions';
import { createAttachedTabs } from '../../lib/panel/attached-tabs';
import { createPanelStore } from '../../lib/panel/panel-store';
import { createPortClient } from '../../lib/panel/port-client';

const client = createPortClient({ connect: connectPanelPort });
const panel = createPanelStore({
  client,
  drafts: new SessionDraftStore(),
});
addEventListener('pagehide', () => panel.keepDraft());
const query = new URLSearchParams(location.search);
const tabId = Number.parseInt(query.get('tabId') ?? '', 10);
const tabs = createAttachedTabs({
  client,
  panel: panel.store,
  follow: createTabFollower(Number.isNaN(tabId) ? undefined : tabId),
});
const conversationId = query.get('conversation');
void panel.openConversation(conversationId ?? undefined);
void panel.readSettings();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary onReload={() => location.reload()}>
        <PanelApp
          panel={panel}
          attached={<TabList tabs={tabs} requestHostPermission={requestHostPermission} />}
          requestBrowserPermissions={requestBrowserPermissions}
          requestHostPermission={requestHostPermission}
          onOpenAllSettings={openOptions}
        />
      </ErrorBoundary>
    </StrictMode>,
  );
}

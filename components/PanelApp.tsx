import { useEffect, useRef, useState } from 'react';
import type { PanelStore } from '../lib/panel/panel-store';
import { usePanel } from '../lib/panel/use-panel';
import type { RequestBrowserPermissions } from './approval/use-card-answer';
import { ChatScreen } from './chat/ChatScreen';
import { ConversationsScreen } from './conversations/ConversationsScreen';
import { UndoNotice } from './conversations/UndoNotice';
import type { RequestHostPermission } from './settings/ConnectionForm';
import { SettingsScreen } from './settings/SettingsScreen';

interface PanelAppProps {
  panel: PanelStore;
  requestBrowserPermissions: RequestBrowserPermissions;
  requestHostPermission: RequestHostPermission;
  onOpenAllSettings: () => unknown;
}

const places = { menu: 'button[aria-label="Chats"]', composer: 'textarea[aria-label="Message"]' };

export function PanelApp({
  panel,
  requestBrowserPermissions,
  requestHostPermission,
  onOpenAllSettings,
}: PanelAppProps) {
  const state = usePanel(panel, (current) => current);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const [chatsOpen, setChatsOpen] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const returnTo = useRef<keyof typeof places>(null);
  const focus = (place: keyof typeof places) =>
    page.current?.querySelector<HTMLElement>(places[place])?.focus();
  useEffect(() => {
    if (chatsOpen || returnTo.current === null) return;
    focus(returnTo.current);
    returnTo.current = null;
  }, [chatsOpen]);

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
    <>
      {/* Hidden and not gone: what is half written on a card, and the place in the log, stay. */}
      <div
        ref={page}
        style={{ display: 'contents', visibility: chatsOpen ? 'hidden' : 'visible' }}
        inert={chatsOpen}
      >
        <ChatScreen
          state={state}
          actions={panel.actions}
          requestBrowserPermissions={requestBrowserPermissions}
          onOpenSettings={() => setSettingsOpen(true)}
          onOpenChats={() => {
            setChatsOpen(true);
            if (state.listStatus !== 'ready') void panel.chats.read();
          }}
          notice={
            !chatsOpen && (
              <UndoNotice
                deleted={state.deleted}
                chats={panel.chats}
                onClosed={() => focus('composer')}
              />
            )
          }
        />
      </div>
      {chatsOpen && (
        <ConversationsScreen
          state={state}
          chats={panel.chats}
          onNewChat={panel.actions.newChat}
          onDismissTrouble={panel.actions.dismissTrouble}
          onClose={(place) => {
            returnTo.current = place;
            setChatsOpen(false);
          }}
        />
      )}
    </>
  );
}

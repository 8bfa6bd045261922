import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { modeOf } from '../lib/panel/panel-state';
import type { PanelStore } from '../lib/panel/panel-store';
import { usePanel } from '../lib/panel/use-panel';
import { CoveredContext } from './approval/decision-place';
import type { RequestBrowserPermissions } from './approval/use-card-answer';
import { ChatScreen } from './chat/ChatScreen';
import { UndoNotice } from './conversations/UndoNotice';
import type { RequestHostPermission } from './settings/ConnectionForm';

// Nobody waits for these to write the first word.
const ConversationsScreen = lazy(async () => ({
  default: (await import('./conversations/ConversationsScreen')).ConversationsScreen,
}));
const SettingsScreen = lazy(async () => ({
  default: (await import('./settings/SettingsScreen')).SettingsScreen,
}));

interface PanelAppProps {
  panel: PanelStore;
  /** The tabs that the chat may look into. */
  attached?: ReactNode;
  requestBrowserPermissions: RequestBrowserPermissions;
  requestHostPermission: RequestHostPermission;
  onOpenAllSettings: () => unknown;
}

const places = {
  menu: 'button[aria-label="Chats"]',
  settings: 'button[aria-label="Settings"]',
  composer: 'textarea[aria-label="Message"]',
};
type Place = keyof typeof places;

export function PanelApp({
  panel,
  attached,
  requestBrowserPermissions,
  requestHostPermission,
  onOpenAllSettings,
}: PanelAppProps) {
  const state = usePanel(panel, (current) => current);
  const [over, setOver] = useState<'chats' | 'settings' | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const returnTo = useRef<Place>(null);
  const focus = (place: Place) => page.current?.querySelector<HTMLElement>(places[place])?.focus();
  useEffect(() => {
    if (over !== null || returnTo.current === null) return;
    focus(returnTo.current);
    returnTo.current = null;
  }, [over]);
  const close = (place: Place) => {
    returnTo.current = place;
    setOver(null);
  };

  return (
    <>
      {/* Hidden and not gone: what is half written on a card, and the place in the log, stay. */}
      <div
        ref={page}
        style={{ display: 'contents', visibility: over === null ? 'visible' : 'hidden' }}
        inert={over !== null}
      >
        <CoveredContext value={over !== null}>
          <ChatScreen
            state={state}
            mode={modeOf(state)}
            actions={panel.actions}
            requestBrowserPermissions={requestBrowserPermissions}
            attached={attached}
            onOpenSettings={() => setOver('settings')}
            onOpenChats={() => {
              setOver('chats');
              if (state.listStatus !== 'ready') void panel.chats.read();
            }}
            notice={
              over !== 'chats' && (
                <UndoNotice
                  deleted={state.deleted}
                  chats={panel.chats}
                  onClosed={() => focus('composer')}
                />
              )
            }
          />
        </CoveredContext>
      </div>
      <Suspense fallback={<div aria-busy="true" />}>
        {over === 'chats' && (
          <ConversationsScreen
            state={state}
            chats={panel.chats}
            onNewChat={panel.actions.newChat}
            onDismissTrouble={panel.actions.dismissTrouble}
            onClose={close}
          />
        )}
        {over === 'settings' && (
          <SettingsScreen
            settings={state.settings}
            trouble={state.trouble}
            actions={panel.actions}
            requestHostPermission={requestHostPermission}
            onBack={() => close('settings')}
            onOpenAllSettings={onOpenAllSettings}
          />
        )}
      </Suspense>
    </>
  );
}

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PanelTab, TabFollower } from '../browser/panel-tab';
import type { Attachment } from '../messaging/content-protocol';
import { reportOf } from '../shared/app-error';
import type { PanelState } from './panel-state';

import type { PortClient } from './port-client';

export interface AttachedTabsState {
  readonly tab: PanelTab | null;
  readonly attachments: readonly Attachment[];
  /** Being attached or detached just now. */
  readonly busyTabId: number | null;
}

export interface AttachedTabs {
  readonly store: StoreApi<AttachedTabsState>;
  attach(tabId: number): Promise<void>;
  detach(tabId: number): Promise<void>;
  close(): void;
}

interface AttachedTabsOptions {
  client: PortClient;
  panel: StoreApi<PanelState>;
  follow: TabFollower;
}

/** The tab beside the panel, and the tabs that the chat which is shown may look into. */
export function createAttachedTabs({ client, panel, follow }: AttachedTabsOptions): AttachedTabs {
  const store = createStore<AttachedTabsState>(() => ({
    tab: null,
    attachments: [],
    busyTabId: null,
  }));
  let shown: string | null = null;

  /** What was asked for one chat must not be shown for another. */
  async function show(
    work: (conversationId: string) => Promise<{ attachments: Attachment[] }>,
  ): Promise<void> {
    const conversationId = shown;
    if (conversationId === null) return;
    const { attachments } = await work(conversationId);
    if (conversationId === shown) store.setState({ attachments });
  }

  const refresh = () => {
    // What cannot be read now is read again with the next change.
    show((conversationId) => client.request({ type: 'attachments-list', conversationId })).catch(
      () => undefined,
    );
  };

  async function change(type: 'tab-attach' | 'tab-detach', tabId: number): Promise<void> {
    store.setState({ busyTabId: tabId });
    panel.setState({ trouble: null });
    try {
      await show((conversationId) => client.request({ type, conversationId, tabId }));
    } catch (error) {
      panel.setState({ trouble: reportOf(error) });
    } finally {
      store.setState({ busyTabId: null });
    }
  }

  const stopFollowing = follow(
    (tab) => store.setState({ tab }),
    () => {
      if (store.getState().attachments.length > 0) refresh();
    },
  );
  const stopWatching = panel.subscribe(({ conversationId }) => {
    if (conversationId === shown) return;
    shown = conversationId;
    store.setState({ attachments: [] });
    refresh();
  });
  const unsubscribe = client.subscribe({
    notified(notification) {
      if (notification.type === 'attachments-changed' && notification.conversationId === shown) {
        refresh();
      }
    },
    dropped: () => undefined,
    reconnected: refresh,
    troubled: () => undefined,
  });

  return {
    store,
    attach: (tabId) => change('tab-attach', tabId),
    detach: (tabId) => change('tab-detach', tabId),
    close() {
      stopFollowing();
      stopWatching();
      unsubscribe();
    },
  };
}

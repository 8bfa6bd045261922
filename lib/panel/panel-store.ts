import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError, reportOf } from '../shared/app-error';
import { systemClock, type Clock } from '../shared/clock';
import { createConversationList, type ConversationList } from './conversation-list';
import { ConversationMirror } from './conversation-mirror';
import { DraftKeeper, type DraftStore } from './draft-keeper';
import { scheduleFrame as nextFrame, type ScheduleFrame } from './frame-scheduler';
import { createPanelActions, type PanelActions } from './panel-actions';
import { initialPanelState, type PanelState } from './panel-state';
import type { PortClient } from './port-client';

export interface PanelStoreOptions {
  client: PortClient;
  scheduleFrame?: ScheduleFrame;
  /** Without it, what is unsent goes with the page. */
  drafts?: DraftStore;
  clock?: Clock;
}

export interface PanelStore {
  readonly store: StoreApi<PanelState>;
  readonly actions: PanelActions;
  readonly chats: ConversationList;
  /** Shows the conversation with this id, or the newest one. */
  openConversation(conversationId?: string): Promise<void>;
  readSettings(): Promise<void>;
  /** Writes the draft down now: the page is about to go. */
  keepDraft(): void;
  close(): void;
}

/** The view of an extension page on the worker: it mirrors what the worker says and adds nothing. */
export function createPanelStore({
  client,
  scheduleFrame = nextFrame,
  drafts,
  clock = systemClock,
}: PanelStoreOptions): PanelStore {
  const store = createStore<PanelState>(initialPanelState);
  // Whoever can refuse is there, so a refusal ends the waiting for a connection too.
  const report = (error: unknown) => store.setState({ trouble: reportOf(error), status: 'ready' });
  const keeper = drafts && new DraftKeeper({ store, drafts });
  const mirror = new ConversationMirror({
    client,
    store,
    scheduleFrame,
    onFailure(error) {
      // Deleted while nobody could tell this panel.
      if (error instanceof AppError && error.code === 'conversation-deleted')
        void actions.newChat();
      else report(error);
    },
  });

  async function readSettings(): Promise<void> {
    const settings = await client.request({ type: 'settings-read' });
    store.setState(({ status }) => ({
      settings,
      // A page that shows no conversation is ready with its settings.
      status: status === 'connecting' ? 'ready' : status,
    }));
  }

  const switchTo = (find: () => Promise<string>) => mirror.switchTo(find);
  const openConversation = (conversationId: string) =>
    switchTo(() => Promise.resolve(conversationId));
  const actions = createPanelActions({
    client,
    store,
    switchTo,
    readSettings,
    drafts: keeper,
  });
  const chats = createConversationList({
    client,
    store,
    clock,
    openConversation,
    beginConversation: () => actions.newChat(),
  });

  const unsubscribe = client.subscribe({
    notified(notification) {
      switch (notification.type) {
        case 'records-appended':
        case 'live-event':
          mirror.receive(notification);
          return;
        case 'conversations-changed':
          chats.receive(notification);
          return;
        case 'settings-changed':
          store.setState({ settings: notification.settings });
          return;
        case 'trouble-reported':
          store.setState({ trouble: notification.error });
          return;
        case 'attachments-changed':
        case 'grants-changed':
          // For those that list them; what a chat does with them is in its records.
          return;
        case 'data-deleted':
          // A page that shows no conversation has none to replace.
          if (store.getState().conversationId !== null) mirror.open().catch(report);
          store.setState({ draft: '', conversations: new Map() });
          chats.dismissUndo();
          chats.reset();
          readSettings().catch(report);
          return;
      }
    },
    dropped() {
      store.setState({ status: 'reconnecting' });
    },
    reconnected() {
      if (store.getState().conversationId === null) store.setState({ status: 'connecting' });
      mirror.catchUp();
      chats.reset();
      readSettings().catch(report);
    },
    troubled(error) {
      store.setState({ trouble: error });
    },
  });

  return {
    store,
    actions,
    chats,
    async openConversation(conversationId) {
      try {
        await mirror.open(conversationId);
      } catch (error) {
        report(error);
        // A link to a chat that is gone still leads to a panel that works.
        if (conversationId !== undefined) await mirror.open().catch(report);
      }
      // Whoever left in the middle of a first message comes back to it.
      if (conversationId === undefined && (await keeper?.waitsInNewChat()) === true) {
        await actions.newChat();
      }
    },
    readSettings: () => readSettings().catch(report),
    keepDraft: () => keeper?.flush(),
    close() {
      keeper?.close();
      chats.dismissUndo();
      unsubscribe();
      client.close();
    },
  };
}

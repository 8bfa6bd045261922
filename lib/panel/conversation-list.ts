import type { StoreApi } from 'zustand/vanilla';
import { isTemporary } from '../messaging/conversation-id';
import type { ConversationSummary } from '../messaging/conversation-summary';
import { reportOf } from '../shared/app-error';
import type { Clock } from '../shared/clock';
import { toldIn, type Outcome } from './panel-actions';
import type { DeletedConversation, PanelState } from './panel-state';
import type { PanelNotification, PortClient } from './port-client';
import { UndoTimer } from './undo-timer';

type Changes = Extract<PanelNotification, { type: 'conversations-changed' }>;

export interface ConversationListOptions {
  client: PortClient;
  store: StoreApi<PanelState>;
  clock: Clock;
  openConversation: (conversationId: string) => Promise<void>;
  beginConversation: () => Promise<unknown>;
}

export interface ConversationList {
  /** Asks for all of them; until then only the one that is shown is known. */
  read(): Promise<void>;
  receive(changes: Changes): void;
  /** The worker is another one, or everything is gone: what was read may be wrong. */
  reset(): void;
  open(conversationId: string): Promise<Outcome>;
  rename(conversationId: string, title: string): Promise<Outcome>;
  remove(conversationId: string): Promise<Outcome>;
  /** Brings back what the notice is about, all of it. */
  undo(): Promise<Outcome>;
  /** Somebody is at the notice: it waits for them. */
  hold(held: boolean): void;
  dismissUndo(): void;
}

/** What a panel knows of all conversations, and what a person can do to them as a whole. */
export function createConversationList(options: ConversationListOptions): ConversationList {
  const { client, store, clock, openConversation, beginConversation } = options;
  /** What changed while the list was read. */
  let early: Changes[] | undefined;
  const timer = new UndoTimer({
    clock,
    onOver: dismissUndo,
    onRenew: () => {
      for (const { id, final } of store.getState().deleted) {
        if (final) continue;
        client.request({ type: 'conversation-delete', conversationId: id }).catch(() => undefined);
      }
    },
  });

  function dismissUndo(): void {
    timer.stop();
    store.setState({ deleted: [] });
  }

  const told = (work: () => Promise<unknown>) => toldIn(store, work);

  function apply({ changed, removed }: Changes): void {
    store.setState((state) => {
      const conversations = new Map(state.conversations);
      for (const id of removed) conversations.delete(id);
      for (const summary of changed) conversations.set(summary.id, summary);
      return { conversations };
    });
  }

  async function read(): Promise<void> {
    store.setState(({ listStatus }) => ({
      // Read again, it stays as it is until the answer is there.
      listStatus: listStatus === 'ready' ? 'ready' : 'reading',
      listError: null,
    }));
    early ??= [];
    try {
      const answer = await client.request({ type: 'conversations-list' });
      store.setState({ listStatus: 'ready', conversations: byId(answer.conversations) });
      const changes = early;
      early = undefined;
      for (const change of changes) apply(change);
    } catch (error) {
      early = undefined;
      store.setState({ listStatus: 'failed', listError: reportOf(error) });
    }
  }

  return {
    dismissUndo,
    read,
    receive(changes) {
      early?.push(changes);
      apply(changes);
      // A prompt that is written meanwhile must not end up in a chat that nobody chose.
      const { conversationId } = store.getState();
      if (conversationId !== null && changes.removed.includes(conversationId)) {
        void beginConversation();
      }
    },
    reset() {
      const { listStatus } = store.getState();
      if (listStatus !== 'unread') void read();
    },
    open: (conversationId) =>
      told(async () => {
        if (store.getState().conversationId === conversationId) return;
        await openConversation(conversationId);
        store.setState({ trouble: null });
      }),
    async rename(conversationId, title) {
      try {
        await client.request({ type: 'conversation-rename', conversationId, title });
        return { ok: true, value: null };
      } catch (error) {
        return { ok: false, error: reportOf(error) };
      }
    },
    remove: (conversationId) =>
      told(async () => {
        const { conversations, conversationId: shown } = store.getState();
        const title = conversations.get(conversationId)?.title ?? '';
        const gone: DeletedConversation = {
          id: conversationId,
          title,
          wasShown: shown === conversationId,
          final: isTemporary(conversationId),
        };
        await client.request({ type: 'conversation-delete', conversationId });
        // What was deleted a moment before can still be undone, with this one.
        store.setState(({ deleted }) => ({
          deleted: gone.final ? [gone] : [...deleted.filter(({ final }) => !final), gone],
        }));
        timer.start();
      }),
    undo: () =>
      told(async () => {
        const { deleted } = store.getState();
        dismissUndo();
        for (const { id } of deleted) {
          await client.request({ type: 'conversation-restore', conversationId: id });
        }
        const shown = deleted.findLast(({ wasShown }) => wasShown);
        if (shown && store.getState().chat.entries.length === 0) await openConversation(shown.id);
      }),
    hold: (held) => {
      timer.hold(held);
    },
  };
}

function byId(conversations: readonly ConversationSummary[]): Map<string, ConversationSummary> {
  return new Map(conversations.map((summary) => [summary.id, summary]));
}

import type { StoreApi } from 'zustand/vanilla';
import { textOf } from '../messaging/content';
import { emptyConversation, type ConversationState } from '../messaging/conversation-state';
import { applyRecord } from '../messaging/fold-records';
import type { RunRecord } from '../messaging/run-record';
import { chatViewOf } from './chat-view';
import type { ScheduleFrame } from './frame-scheduler';
import { LiveTextBuffer } from './live-texts';
import type { PanelState } from './panel-state';
import type { PanelNotification, PortClient } from './port-client';

export type ConversationNotification = Extract<
  PanelNotification,
  { type: 'records-appended' } | { type: 'live-event' }
>;

export interface ConversationMirrorOptions {
  client: PortClient;
  store: StoreApi<PanelState>;
  scheduleFrame: ScheduleFrame;
  /** A re-opening that nobody awaits has failed. */
  onFailure: (error: unknown) => void;
}

/** Keeps the store's conversation equal to the worker's log. */
export class ConversationMirror {
  readonly #client: PortClient;
  readonly #store: StoreApi<PanelState>;
  readonly #live: LiveTextBuffer;
  readonly #onFailure: (error: unknown) => void;
  /** What arrived while the conversation is being opened, to be applied after its past. */
  #early: ConversationNotification[] | undefined;
  #openings = 0;

  constructor({ client, store, scheduleFrame, onFailure }: ConversationMirrorOptions) {
    this.#client = client;
    this.#store = store;
    this.#onFailure = onFailure;
    this.#live = new LiveTextBuffer(scheduleFrame, (merge) => {
      store.setState((state) => ({ live: merge(state.live), requestRetry: null }));
    });
  }

  /** Shows a conversation from its beginning: the one with this id, or the newest. */
  open(conversationId?: string): Promise<void> {
    return this.#open(conversationId, 0);
  }

  /**
   * Leaves the conversation that is shown at once: what is written from now on is for the coming
   * one, however long it takes to come. When it does not, the one that was left is shown again.
   */
  async switchTo(find: () => Promise<string>): Promise<void> {
    const { conversationId: left } = this.#store.getState();
    this.#leave();
    try {
      await this.open(await find());
    } catch (error) {
      if (left !== null && this.#store.getState().conversationId === null) await this.open(left);
      throw error;
    }
  }

  #leave(): void {
    // An answer that is on its way belongs to what was asked for before.
    this.#openings += 1;
    this.#live.forgetAll();
    this.#store.setState((state) => {
      const conversation = emptyConversation();
      return {
        conversationId: null,
        conversation,
        chat: chatViewOf(conversation, state.chat),
        live: new Map(),
        requestRetry: null,
      };
    });
  }

  /** Asks for what was missed of the conversation that is shown. */
  catchUp(): void {
    const { conversationId, conversation } = this.#store.getState();
    if (conversationId === null) return;
    this.#open(conversationId, conversation.seq).catch(this.#onFailure);
  }

  receive(notification: ConversationNotification): void {
    if (this.#early) {
      this.#early.push(notification);
      return;
    }
    const { conversationId, conversation } = this.#store.getState();
    if (notification.conversationId !== conversationId) return;
    if (notification.type === 'records-appended' && hasGap(conversation, notification.records)) {
      this.catchUp();
      return;
    }
    this.#apply(notification);
  }

  async #open(conversationId: string | undefined, afterSeq: number): Promise<void> {
    this.#openings += 1;
    const opening = this.#openings;
    this.#early ??= [];
    try {
      const answer = await this.#client.request({
        type: 'conversation-open',
        ...(conversationId === undefined ? {} : { conversationId }),
        afterSeq,
      });
      // Another conversation was chosen meanwhile; its own answer is on the way.
      if (opening !== this.#openings) return;
      const early = this.#early;
      this.#early = undefined;
      this.#live.forgetAll();
      this.#store.setState((state) => {
        const conversation = afterSeq > 0 ? state.conversation : emptyConversation();
        return {
          status: 'ready',
          conversationId: answer.conversationId,
          conversation,
          chat: chatViewOf(conversation, state.chat),
          live: new Map(),
          requestRetry: null,
          ...(answer.summary
            ? { conversations: new Map(state.conversations).set(answer.summary.id, answer.summary) }
            : {}),
        };
      });
      this.#applyRecords(answer.records, afterSeq > 0);
      for (const notification of early) {
        if (notification.conversationId === answer.conversationId) this.#apply(notification);
      }
    } catch (error) {
      if (opening === this.#openings) this.#early = undefined;
      throw error;
    }
  }

  #apply(notification: ConversationNotification): void {
    if (notification.type === 'records-appended') {
      this.#applyRecords(notification.records, true);
      return;
    }
    const { event } = notification;
    const turn = this.#store.getState().conversation.turns.get(event.turnId);
    if (turn?.role === 'assistant' && turn.status !== 'streaming') return;
    if (event.type === 'request-retried') this.#store.setState({ requestRetry: event });
    else this.#live.add(event);
  }

  #applyRecords(records: readonly RunRecord[], areNews: boolean): void {
    const { conversation, live: liveBefore } = this.#store.getState();
    const returned: string[] = [];
    const finished: string[] = [];
    let changed = false;
    for (const record of records) {
      if (record.seq <= conversation.seq) continue;
      returned.push(...returnedText(conversation, record));
      applyRecord(conversation, record);
      changed = true;
      if (record.type === 'assistant-turn-completed' || record.type === 'assistant-turn-failed') {
        finished.push(record.turnId);
      }
    }
    if (!changed) return;
    for (const turnId of finished) this.#live.forget(turnId);
    const live = finished.some((turnId) => liveBefore.has(turnId))
      ? new Map([...liveBefore].filter(([turnId]) => !finished.includes(turnId)))
      : liveBefore;
    this.#store.setState((state) => ({
      chat: chatViewOf(conversation, state.chat),
      live,
      ...(finished.length > 0 || conversation.run?.status === 'ended'
        ? { requestRetry: null }
        : {}),
      ...(areNews && returned.length > 0 && state.draft.trim() === ''
        ? { draft: returned.join('\n\n') }
        : {}),
    }));
  }
}

function hasGap(conversation: ConversationState, records: readonly RunRecord[]): boolean {
  const next = records.find((record) => record.seq > conversation.seq);
  return next !== undefined && next.seq > conversation.seq + 1;
}

/** Text that was sent and comes back to the composer with this record. */
function returnedText(conversation: ConversationState, record: RunRecord): string[] {
  if (record.type === 'user-turn-retracted') {
    const turn = conversation.turns.get(record.turnId);
    return turn?.role === 'user' ? [textOf(turn.blocks)] : [];
  }
  if (record.type === 'prompt-dequeued' && record.returned === true && conversation.queued) {
    return [textOf(conversation.queued.blocks)];
  }
  return [];
}

import type { StoreApi } from 'zustand/vanilla';
import type { ConversationState } from '../messaging/conversation-state';
import { systemClock, type Clock } from '../shared/clock';
import type { PanelState } from './panel-state';

/** A prompt on its way: whether it arrived shows in the log, by the id of its turn. */
export interface SendingPrompt {
  readonly turnId: string;
  readonly text: string;
}

export interface StoredDraft {
  readonly text: string;
  readonly sending: readonly SendingPrompt[];
}

/** Where unsent words outlive the panel: in memory, as the words of temporary chats may be among them. */
export interface DraftStore {
  read(conversationId: string): Promise<StoredDraft>;
  write(conversationId: string, draft: StoredDraft): Promise<void>;
}

interface DraftKeeperOptions {
  store: StoreApi<PanelState>;
  drafts: DraftStore;
  clock?: Clock;
}

const PAUSE_MS = 250;

/** Keeps what stands in the composer for each conversation, and a prompt until it is stored. */
export class DraftKeeper {
  readonly #store: StoreApi<PanelState>;
  readonly #drafts: DraftStore;
  readonly #clock: Clock;
  readonly #sending = new Map<string, SendingPrompt[]>();
  readonly #closing = new AbortController();
  readonly #unsubscribe: () => void;
  /** The conversation whose stored draft stands in the composer; others must not be overwritten. */
  #shown: string | null = null;
  #changed = false;
  #pausing = false;

  constructor({ store, drafts, clock = systemClock }: DraftKeeperOptions) {
    this.#store = store;
    this.#drafts = drafts;
    this.#clock = clock;
    this.#unsubscribe = store.subscribe((state, before) => {
      if (state.conversationId !== before.conversationId) this.#switch(state, before);
      else if (state.draft !== before.draft) this.#keepSoon();
    });
  }

  /** The prompt is about to go; until `settled`, the next panel would find it in the composer. */
  sending(conversationId: string, prompt: SendingPrompt): void {
    this.#sending.set(conversationId, [...(this.#sending.get(conversationId) ?? []), prompt]);
  }

  /** It is stored, or stands in the composer again. */
  settled(conversationId: string, turnId: string): void {
    this.#noLongerUnderWay(conversationId, turnId);
    if (conversationId === this.#shown) this.flush();
    else void this.#forgetPrompt(conversationId, turnId);
  }

  /** It was not taken, and its conversation is not shown: it waits in that one's composer. */
  returned(conversationId: string, turnId: string): void {
    this.#noLongerUnderWay(conversationId, turnId);
  }

  /** Writes what is not written yet; the page may be gone in a moment. */
  flush(): void {
    this.#changed = false;
    if (this.#shown !== null) void this.#write(this.#shown, this.#store.getState().draft);
  }

  close(): void {
    if (this.#changed) this.flush();
    this.#closing.abort();
    this.#unsubscribe();
  }

  #noLongerUnderWay(conversationId: string, turnId: string): void {
    const left = (this.#sending.get(conversationId) ?? []).filter((one) => one.turnId !== turnId);
    if (left.length > 0) this.#sending.set(conversationId, left);
    else this.#sending.delete(conversationId);
  }

  #switch(state: PanelState, before: PanelState): void {
    if (this.#shown !== null) void this.#write(this.#shown, before.draft);
    this.#shown = null;
    this.#changed = false;
    const { conversationId } = state;
    if (conversationId === null) return;
    // What was written before there was a conversation belongs to the first one.
    const isFirst = before.conversationId === null;
    if (!isFirst && state.draft === before.draft) this.#store.setState({ draft: '' });
    void this.#show(conversationId);
  }

  async #show(conversationId: string): Promise<void> {
    const stored = await this.#drafts.read(conversationId).catch(() => emptyDraft);
    const { conversationId: shown, conversation, draft } = this.#store.getState();
    if (shown !== conversationId || this.#shown === conversationId) return;
    this.#shown = conversationId;
    const underWay = this.#sending.get(conversationId) ?? [];
    const lost = stored.sending.filter(
      ({ turnId }) =>
        !isStored(conversation, turnId) && !underWay.some((prompt) => prompt.turnId === turnId),
    );
    const pieces = [...lost.map(({ text }) => text), stored.text, draft];
    const whole = pieces.filter((piece) => piece.trim() !== '').join('\n\n');
    if (whole !== draft) this.#store.setState({ draft: whole });
    if (lost.length > 0 || draft !== '') this.flush();
  }

  #keepSoon(): void {
    this.#changed = true;
    if (this.#pausing || this.#shown === null) return;
    // The first stroke is written at once and the next ones together.
    this.flush();
    this.#pausing = true;
    this.#clock.delay(PAUSE_MS, this.#closing.signal).then(
      () => {
        this.#pausing = false;
        if (this.#changed) this.#keepSoon();
      },
      () => undefined,
    );
  }

  async #forgetPrompt(conversationId: string, turnId: string): Promise<void> {
    const stored = await this.#drafts.read(conversationId).catch(() => emptyDraft);
    const sending = stored.sending.filter((prompt) => prompt.turnId !== turnId);
    if (sending.length === stored.sending.length) return;
    await this.#drafts.write(conversationId, { ...stored, sending }).catch(() => undefined);
  }

  /** A draft that cannot be kept is no reason to trouble the person who is writing it. */
  async #write(conversationId: string, text: string): Promise<void> {
    const sending = this.#sending.get(conversationId) ?? [];
    await this.#drafts.write(conversationId, { text, sending }).catch(() => undefined);
  }
}

const emptyDraft: StoredDraft = { text: '', sending: [] };

function isStored(conversation: ConversationState, turnId: string): boolean {
  return conversation.turns.has(turnId) || conversation.queued?.turnId === turnId;
}

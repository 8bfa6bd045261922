import type { StoreApi } from 'zustand/vanilla';
import { isTemporary } from '../messaging/conversation-id';
import type { ConversationState } from '../messaging/conversation-state';
import { systemClock, type Clock } from '../shared/clock';
import type { PanelState } from './panel-state';

/** A prompt on its way: whether it arrived shows in the log, by the id of its turn. */
export interface SendingPrompt {
  readonly conversationId: string;
  readonly turnId: string;
  readonly text: string;
}

export interface StoredDraft {
  readonly text: string;
  readonly sending: readonly SendingPrompt[];
}

/** Where unsent words outlive the panel: in memory, as those of temporary chats are among them. */
export interface DraftStore {
  read(key: string): Promise<StoredDraft>;
  write(key: string, draft: StoredDraft): Promise<void>;
}

interface DraftKeeperOptions {
  store: StoreApi<PanelState>;
  drafts: DraftStore;
  clock?: Clock;
}

/** A chat that was never begun is in no log, and the next panel gives it another id. */
const UNBEGUN = 'unbegun';
const PAUSE_MS = 250;

/** Keeps what stands in the composer for each conversation, and a prompt until it is stored. */
export class DraftKeeper {
  readonly #store: StoreApi<PanelState>;
  readonly #drafts: DraftStore;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  readonly #unsubscribe: () => void;
  #sending: readonly SendingPrompt[] = [];
  /** Whose stored draft stands in the composer; before it does, nothing may be overwritten. */
  #shown: string | null = null;
  #showing: Promise<void> = Promise.resolve();
  #changed = false;
  #pausing = false;

  constructor({ store, drafts, clock = systemClock }: DraftKeeperOptions) {
    this.#store = store;
    this.#drafts = drafts;
    this.#clock = clock;
    this.#unsubscribe = store.subscribe((state, before) => {
      if (state.conversationId !== before.conversationId) this.#switch(state, before);
      else if (this.#shown !== null && this.#shown !== keyOf(state)) this.#move(keyOf(state));
      else if (state.draft !== before.draft) this.#keepSoon();
    });
  }

  /** The prompt is about to go; until `settled`, the next panel would find it in the composer. */
  sending(prompt: SendingPrompt): void {
    this.#sending = [...this.#sending, prompt];
  }

  /** It is stored, or stands in the composer again. */
  settled(prompt: SendingPrompt): void {
    this.#sending = this.#sending.filter(({ turnId }) => turnId !== prompt.turnId);
    if (this.#store.getState().conversationId === prompt.conversationId) this.flush();
    else void this.#forget(prompt);
  }

  /** It was not taken, and its conversation is not shown: it waits in that one's composer. */
  returned(prompt: SendingPrompt): void {
    this.#sending = this.#sending.filter(({ turnId }) => turnId !== prompt.turnId);
  }

  /** Words wait in a chat that was never begun, and not in the one that is shown. */
  async waitsInNewChat(): Promise<boolean> {
    await this.#showing;
    if (this.#shown === null || this.#shown === UNBEGUN) return false;
    const { text, sending } = await this.#read(UNBEGUN);
    return text.trim() !== '' || sending.length > 0;
  }

  /** Writes what is not written yet; the page may be gone in a moment. */
  flush(): void {
    this.#changed = false;
    const { conversationId, draft } = this.#store.getState();
    if (this.#shown !== null) this.#write(this.#shown, conversationId, draft);
  }

  close(): void {
    if (this.#changed) this.flush();
    this.#closing.abort();
    this.#unsubscribe();
  }

  #switch(state: PanelState, before: PanelState): void {
    if (this.#shown !== null) this.#write(this.#shown, before.conversationId, before.draft);
    this.#shown = null;
    this.#changed = false;
    const { conversationId } = state;
    // What was written while there was no conversation belongs to the one that came.
    const isFirst = before.conversationId === null;
    if (!isFirst && state.draft === before.draft) this.#store.setState({ draft: '' });
    if (conversationId === null) return;
    this.#showing = this.#show(conversationId);
  }

  /** The chat has begun, or its only prompt was taken back: its words are kept elsewhere now. */
  #move(key: string): void {
    if (this.#shown !== null) this.#write(this.#shown, null, '');
    this.#shown = key;
    this.flush();
  }

  async #show(conversationId: string): Promise<void> {
    // The records of the conversation are applied before this goes on.
    await Promise.resolve();
    const key = keyOf(this.#store.getState());
    const [stored, unbegun] = await Promise.all([this.#read(key), this.#read(UNBEGUN)]);
    const state = this.#store.getState();
    if (state.conversationId !== conversationId || this.#shown !== null) return;
    this.#shown = keyOf(state);
    const ours = unbegun.sending.filter((prompt) => prompt.conversationId === conversationId);
    const lost = [...new Set([...stored.sending, ...(key === UNBEGUN ? [] : ours)])].filter(
      ({ turnId }) =>
        !isStored(state.conversation, turnId) && !this.#sending.some((it) => it.turnId === turnId),
    );
    // Whoever was quick to write the same again meant it once.
    const pieces = [...lost.map(({ text }) => text), stored.text, state.draft].filter(
      (piece, index, all) =>
        piece.trim() !== '' && !all.slice(index + 1).some((later) => later.trim() === piece.trim()),
    );
    const whole = pieces.join('\n\n');
    if (whole !== state.draft) this.#store.setState({ draft: whole });
    if (stored.sending.length > 0 || ours.length > 0 || state.draft !== '') this.flush();
    if (ours.length > 0 && this.#shown !== UNBEGUN) {
      const sending = unbegun.sending.filter((prompt) => !ours.includes(prompt));
      await this.#put(UNBEGUN, { ...unbegun, sending });
    }
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

  async #forget({ conversationId, turnId }: SendingPrompt): Promise<void> {
    for (const key of [conversationId, UNBEGUN]) {
      const stored = await this.#read(key);
      const sending = stored.sending.filter((prompt) => prompt.turnId !== turnId);
      if (sending.length < stored.sending.length) await this.#put(key, { ...stored, sending });
    }
  }

  #write(key: string, conversationId: string | null, text: string): void {
    const sending = this.#sending.filter((prompt) => prompt.conversationId === conversationId);
    void this.#put(key, { text, sending });
  }

  async #put(key: string, draft: StoredDraft): Promise<void> {
    // A draft that cannot be kept is no reason to trouble the person who is writing it.
    await this.#drafts.write(key, draft).catch(() => undefined);
  }

  #read(key: string): Promise<StoredDraft> {
    return this.#drafts.read(key).catch(() => ({ text: '', sending: [] }));
  }
}

function keyOf({ conversationId, chat }: PanelState): string {
  if (conversationId === null) return UNBEGUN;
  return chat.entries.length > 0 || isTemporary(conversationId) ? conversationId : UNBEGUN;
}

function isStored(conversation: ConversationState, turnId: string): boolean {
  return conversation.turns.has(turnId) || conversation.queued?.turnId === turnId;
}

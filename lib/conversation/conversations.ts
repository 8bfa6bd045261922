import { isTemporary, temporaryId } from '../messaging/conversation-id';
import type { LiveEvent } from '../messaging/panel-protocol';
import type { RunRecord } from '../messaging/run-record';
import type { CreateId } from '../shared/ids';
import { ConversationHandler } from './conversation-handler';
import type { ConversationOptions } from './conversation-options';

export interface ConversationsOptions {
  /** What every conversation shares. */
  shared: Omit<
    ConversationOptions,
    'conversationId' | 'temporary' | 'onRecords' | 'onLive' | 'onBusy'
  >;
  createId: CreateId;
  newestConversationId: () => Promise<string | undefined>;
  /** Conversations whose run has not ended, as the log knows them. */
  activeConversationIds: () => Promise<string[]>;
  /** True while anything is in flight in any conversation. */
  onBusy: (busy: boolean) => void;
}

export interface ConversationWatcher {
  recordsAppended(conversationId: string, records: readonly RunRecord[]): void;
  liveEvent(conversationId: string, event: LiveEvent): void;
}

/** The conversations that are awake in this worker, each with exactly one handler. */
export class Conversations {
  readonly #options: ConversationsOptions;
  readonly #handlers = new Map<string, Promise<ConversationHandler>>();
  readonly #watchers = new Set<ConversationWatcher>();
  readonly #busy = new Set<string>();

  constructor(options: ConversationsOptions) {
    this.#options = options;
  }

  watch(watcher: ConversationWatcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  create({ temporary = false } = {}): Promise<ConversationHandler> {
    const id = this.#options.createId();
    return this.get(temporary ? temporaryId(id) : id);
  }

  /** Drops everything that is under way, unwritten: what it belongs to is about to be deleted. */
  async abandonAll(): Promise<void> {
    const handlers = await Promise.allSettled(this.#handlers.values());
    this.#handlers.clear();
    for (const handler of handlers) {
      if (handler.status === 'fulfilled') handler.value.abandon();
    }
  }

  /** In every conversation that is awake: those with a run under way all are. */
  async revokeGrant(grantId: string): Promise<void> {
    const handlers = await Promise.allSettled(this.#handlers.values());
    for (const handler of handlers) {
      if (handler.status === 'fulfilled') await handler.value.revokeGrant(grantId);
    }
  }

  async newest(): Promise<ConversationHandler> {
    const id = await this.#options.newestConversationId();
    return id === undefined ? await this.create() : await this.get(id);
  }

  /** Wakes every conversation that was under way; each goes on by itself. */
  async recover(): Promise<void> {
    const ids = await this.#options.activeConversationIds();
    await Promise.allSettled(ids.map((id) => this.get(id)));
    // Said even when there was nothing to go on with: the last worker may have died busy.
    this.#options.onBusy(this.#busy.size > 0);
  }

  get(conversationId: string): Promise<ConversationHandler> {
    const known = this.#handlers.get(conversationId);
    if (known) return known;
    const woken = this.#wake(conversationId);
    this.#handlers.set(conversationId, woken);
    // One that could not be read is tried again by the next who asks.
    woken.catch(() => this.#handlers.delete(conversationId));
    return woken;
  }

  async #wake(conversationId: string): Promise<ConversationHandler> {
    const handler = new ConversationHandler({
      ...this.#options.shared,
      conversationId,
      temporary: isTemporary(conversationId),
      onRecords: (records) => {
        for (const watcher of this.#watchers) watcher.recordsAppended(conversationId, records);
      },
      onBusy: (busy) => {
        if (busy) this.#busy.add(conversationId);
        else this.#busy.delete(conversationId);
        this.#options.onBusy(this.#busy.size > 0);
      },
      onLive: (event) => {
        for (const watcher of this.#watchers) watcher.liveEvent(conversationId, event);
      },
    });
    await handler.load();
    await handler.recover();
    return handler;
  }
}

import { isTemporary, temporaryId } from '../messaging/conversation-id';
import type { LiveEvent } from '../messaging/panel-protocol';
import type { RunRecord } from '../messaging/run-record';
import type { CreateId } from '../shared/ids';
import { ConversationHandler } from './conversation-handler';
import { conversationDeleted } from './conversation-index';
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
  /** Whether it is hidden and about to be gone; nobody is asked unless given. */
  isDeleted?: (conversationId: string) => Promise<boolean>;
  /** True while anything is in flight in any conversation. */
  onBusy: (busy: boolean) => void;
}

export interface ConversationWatcher {
  recordsAppended(conversationId: string, records: readonly RunRecord[]): void;
  liveEvent(conversationId: string, event: LiveEvent): void;
}

/** So many stay awake although nothing happens in them; more are read again when they are asked for. */
const KEPT_AWAKE = 8;

/** The conversations that are awake in this worker, each with exactly one handler. */
export class Conversations {
  readonly #options: ConversationsOptions;
  /** In the order in which they were asked for, the last one last. */
  readonly #handlers = new Map<string, Promise<ConversationHandler>>();
  readonly #awake = new Map<string, ConversationHandler>();
  /** Deleted while this worker lives: whoever still shows one must not bring it back by a prompt. */
  readonly #dismissed = new Set<string>();
  /** The chat that was begun because there was none; whoever else finds none shares it. */
  #first: string | undefined;
  #recovery: Promise<unknown> | undefined;
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
    this.#awake.clear();
    this.#first = undefined;
    const abandoned = handlers.map(async (handler) => {
      if (handler.status === 'fulfilled') await handler.value.abandon();
    });
    await Promise.all(abandoned);
  }

  /** It is deleted: what is under way in it ends unwritten, and nobody gets it any more. */
  async dismiss(conversationId: string): Promise<void> {
    this.#dismissed.add(conversationId);
    if (this.#first === conversationId) this.#first = undefined;
    const woken = this.#handlers.get(conversationId);
    this.#forget(conversationId);
    const handler = await woken?.catch(() => undefined);
    this.#forget(conversationId);
    await handler?.abandon();
  }

  /** Its deletion was undone: it goes on where it was. */
  async readmit(conversationId: string): Promise<void> {
    this.#dismissed.delete(conversationId);
    await this.get(conversationId);
  }

  isDismissed(conversationId: string): boolean {
    return this.#dismissed.has(conversationId);
  }

  /** The handler, if it is awake. */
  awake(conversationId: string): ConversationHandler | undefined {
    return this.#awake.get(conversationId);
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
    if (id !== undefined) return await this.get(id);
    const first = this.#first === undefined ? undefined : this.#awake.get(this.#first);
    if (this.#first === undefined || (first && first.state.seq > 0)) {
      this.#first = this.#options.createId();
    }
    return await this.get(this.#first);
  }

  /** Wakes every conversation that was under way; each goes on by itself. */
  async recover(): Promise<void> {
    this.#recovery = this.#recoverAll();
    await this.#recovery;
  }

  /** Resolves when everything that was under way is awake, or could not be read. */
  async whenRecovered(): Promise<void> {
    await this.#recovery?.catch(() => undefined);
  }

  async #recoverAll(): Promise<void> {
    const ids = await this.#options.activeConversationIds();
    await Promise.allSettled(ids.map((id) => this.get(id)));
    // Said even when there was nothing to go on with: the last worker may have died busy.
    this.#options.onBusy(this.#busy.size > 0);
  }

  get(conversationId: string): Promise<ConversationHandler> {
    if (this.#dismissed.has(conversationId)) return Promise.reject(conversationDeleted());
    const known = this.#handlers.get(conversationId);
    if (known) {
      this.#handlers.delete(conversationId);
      this.#handlers.set(conversationId, known);
      return known;
    }
    const woken = this.#wake(conversationId);
    this.#handlers.set(conversationId, woken);
    woken.then(
      (handler) => {
        if (this.#handlers.get(conversationId) !== woken) return;
        this.#awake.set(conversationId, handler);
        this.#letIdleOnesGo();
      },
      // One that could not be read is tried again by the next who asks.
      () => {
        if (this.#handlers.get(conversationId) === woken) this.#forget(conversationId);
      },
    );
    return woken;
  }

  /** Those that were asked for longest ago; one in which anything happens stays, however old. */
  #letIdleOnesGo(): void {
    for (const id of [...this.#handlers.keys()]) {
      if (this.#handlers.size <= KEPT_AWAKE) return;
      if (this.#awake.get(id)?.idle === true) this.#forget(id);
    }
  }

  #forget(conversationId: string): void {
    this.#handlers.delete(conversationId);
    this.#awake.delete(conversationId);
  }

  async #wake(conversationId: string): Promise<ConversationHandler> {
    if (await this.#options.isDeleted?.(conversationId)) throw conversationDeleted();
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

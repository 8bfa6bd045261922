import { isTemporary } from '../messaging/conversation-id';
import { UNDO_MS, type ConversationSummary } from '../messaging/conversation-summary';
import { LONGEST_TITLE } from '../messaging/conversation-title';
import type { RunRecord } from '../messaging/run-record';
import { AppError } from '../shared/app-error';
import type { Clock } from '../shared/clock';
import { visibleLine } from '../shared/visible-text';
import type { ConversationEntry, ConversationIndex } from './conversation-index';
import type { Conversations } from './conversations';
import type { ScheduleFlush } from './live-event-buffer';
import { runStateOf } from './run-state';

export interface ConversationChanges {
  changed: ConversationSummary[];
  removed: string[];
}

export interface ConversationDeskOptions {
  conversations: Conversations;
  index: ConversationIndex;
  clock: Clock;
  /** A deletion waits to become final; the worker should be woken for it should it die. */
  onDeletionPending?: () => void;
  onTrouble?: (error: unknown) => void;
  /** When changes are told; a few times a second unless given. */
  scheduleFlush?: ScheduleFlush;
}

/** A click on Undo in the last moment needs its time to arrive. */
const KEPT_MS = UNDO_MS + 2_000;
const COALESCED_MS = 100;

/** Records after which a list may look different. */
const telling: ReadonlySet<RunRecord['type']> = new Set([
  'user-turn-added',
  'run-started',
  'run-paused',
  'run-resumed',
  'run-ended',
  'tool-use-parked',
  'tool-use-approved',
  'tool-use-settled',
]);

/** Which conversations there are: what a person can do to them as a whole. */
export class ConversationDesk {
  readonly #options: ConversationDeskOptions;
  readonly #listeners = new Set<(changes: ConversationChanges) => void>();
  readonly #dirty = new Set<string>();
  #scheduled = false;
  /** One deletion, undoing or purge after another, so that the last click counts. */
  #queue: Promise<unknown> = Promise.resolve();
  #purgeScheduled = false;

  constructor(options: ConversationDeskOptions) {
    this.#options = options;
    options.conversations.watch({
      recordsAppended: (conversationId, records) => {
        if (records.some(({ type }) => telling.has(type))) this.#mark(conversationId);
      },
      liveEvent: () => undefined,
    });
  }

  watch(listener: (changes: ConversationChanges) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async list(): Promise<ConversationSummary[]> {
    const { conversations, index } = this.#options;
    await conversations.whenRecovered();
    const entries = await index.list();
    return entries.flatMap((entry) =>
      conversations.isDismissed(entry.id) ? [] : [this.#summary(entry)],
    );
  }

  /** Undefined as long as nothing was said in it, and once it is deleted. */
  async summary(conversationId: string): Promise<ConversationSummary | undefined> {
    const entry = await this.#options.index.get(conversationId);
    return entry && entry.deletedAt === undefined ? this.#summary(entry) : undefined;
  }

  async rename(conversationId: string, title: string): Promise<void> {
    const visible = visibleLine(title, Number.MAX_SAFE_INTEGER);
    if (visible === '') throw new AppError('title-empty', 'A chat needs a name.');
    if (visible.length > LONGEST_TITLE) {
      const limit = String(LONGEST_TITLE);
      throw new AppError('title-long', `A name can have ${limit} characters at most.`);
    }
    if (!(await this.#options.index.rename(conversationId, visible))) throw unknown();
    this.#mark(conversationId);
    await this.#flush();
  }

  /** Hides it at once and stops what runs in it. A temporary one is gone; others can be restored. */
  delete(conversationId: string): Promise<void> {
    const { conversations, index, clock, onDeletionPending } = this.#options;
    return this.#inTurn(async () => {
      if (isTemporary(conversationId)) {
        await conversations.dismiss(conversationId);
        await index.purge(conversationId);
      } else {
        if (!(await index.markDeleted(conversationId, clock.now()))) throw unknown();
        await conversations.dismiss(conversationId);
        onDeletionPending?.();
        this.#purgeAfter(KEPT_MS);
      }
      this.#tell({ changed: [], removed: [conversationId] });
    });
  }

  /** As it was: a run that was under way goes on, and what waited for an answer waits again. */
  restore(conversationId: string): Promise<void> {
    const { conversations, index } = this.#options;
    return this.#inTurn(async () => {
      if (!(await index.restore(conversationId))) {
        throw new AppError('conversation-gone', 'This chat is gone for good.');
      }
      // One that cannot be read now is restored all the same.
      await conversations.readmit(conversationId).catch(this.#options.onTrouble);
      this.#mark(conversationId);
      await this.#flush();
    });
  }

  /** Makes final what can no longer be undone. Also for what the last worker left. */
  async purge(): Promise<void> {
    const { index, clock } = this.#options;
    await this.#inTurn(async () => {
      const now = clock.now();
      let next = Number.POSITIVE_INFINITY;
      for (const { id, deletedAt = now } of await index.listDeleted()) {
        const left = deletedAt + KEPT_MS - now;
        // More than all of it is left when the clock was set back since.
        if (left > 0 && left <= 2 * KEPT_MS) next = Math.min(next, left);
        else await index.purge(id);
      }
      if (next < Number.POSITIVE_INFINITY) this.#purgeAfter(next);
    });
  }

  #purgeAfter(ms: number): void {
    // The earliest is enough: a purge looks after the ones that still have time.
    if (this.#purgeScheduled) return;
    this.#purgeScheduled = true;
    const purge = async () => {
      await this.#options.clock.delay(ms);
      this.#purgeScheduled = false;
      await this.purge();
    };
    purge().catch((error: unknown) => this.#options.onTrouble?.(error));
  }

  #summary({ id, title, updatedAt }: ConversationEntry): ConversationSummary {
    const handler = this.#options.conversations.awake(id);
    const state = handler ? runStateOf(handler) : 'idle';
    return { id, title, updatedAt, state, temporary: isTemporary(id) };
  }

  #mark(conversationId: string): void {
    this.#dirty.add(conversationId);
    if (this.#scheduled) return;
    this.#scheduled = true;
    (this.#options.scheduleFlush ?? afterAWhile)(() => {
      this.#scheduled = false;
      this.#flush().catch((error: unknown) => this.#options.onTrouble?.(error));
    });
  }

  async #flush(): Promise<void> {
    const ids = [...this.#dirty];
    this.#dirty.clear();
    const summaries = await Promise.all(ids.map((id) => this.summary(id)));
    // One that was deleted meanwhile has been told of already.
    const changed = summaries.flatMap((summary) =>
      summary && !this.#options.conversations.isDismissed(summary.id) ? [summary] : [],
    );
    if (changed.length > 0) this.#tell({ changed, removed: [] });
  }

  #tell(changes: ConversationChanges): void {
    for (const listener of this.#listeners) listener(changes);
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}

const afterAWhile: ScheduleFlush = (flush) => {
  setTimeout(flush, COALESCED_MS);
};

function unknown(): AppError {
  return new AppError('conversation-unknown', 'There is no such chat any more.');
}

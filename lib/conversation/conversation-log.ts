import { emptyConversation, type ConversationState } from '../messaging/conversation-state';
import { applyRecord, foldRecords } from '../messaging/fold-records';
import type { RunRecord, RunRecordDraft } from '../messaging/run-record';
import { AppError } from '../shared/app-error';
import type { Clock } from '../shared/clock';
import { conversationDeleted } from './conversation-index';
import { LogWriter } from './log-writer';
import type { RunLog } from './run-log';

/** How long records that nothing waits for may look for company. */
const LONGEST_WAIT_MS = 20;

export interface ConversationLogOptions {
  log: RunLog;
  conversationId: string;
  clock: Clock;
  onRecords: (records: readonly RunRecord[]) => void;
}

/**
 * The records of one conversation and the state they fold to. A record counts for every decision as
 * soon as it is made, so that two clicks cannot both win; its effects and its viewers wait until it
 * is durable.
 */
export class ConversationLog {
  state: ConversationState = emptyConversation();
  /** The last write failed: nothing goes on by itself until one succeeds. */
  broken = false;
  #closed = false;
  /** Commits that are not stored yet. */
  #underWay = 0;
  readonly #options: ConversationLogOptions;
  #writer: LogWriter;
  #fallingBack: Promise<void> | undefined;

  constructor(options: ConversationLogOptions) {
    this.#options = options;
    this.#writer = this.#newWriter();
  }

  async load(): Promise<void> {
    this.state = await this.#readState();
  }

  /** Nothing more is written, nor may anything go on: the conversation is deleted. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Everything that was said is stored. */
  get settled(): boolean {
    return this.#underWay === 0;
  }

  /** Resolves when the write under way, if any, is done. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#writer.close(conversationDeleted());
  }

  /**
   * Resolves once the drafts are stored. Lazily: with the records that follow them, unless these
   * take too long. That saves a write wherever one record all but always follows another.
   */
  async commit(drafts: readonly RunRecordDraft[], { lazily = false } = {}): Promise<void> {
    if (drafts.length === 0) return;
    if (this.#closed) throw conversationDeleted();
    const at = this.#options.clock.now();
    const records = drafts.map((draft, index) => ({
      ...draft,
      seq: this.state.seq + 1 + index,
      at,
    }));
    for (const record of records) applyRecord(this.state, record);
    const writer = this.#writer;
    this.#underWay += 1;
    try {
      await (lazily ? this.#appendLazily(writer, records) : writer.append(records));
      this.broken = false;
    } catch (cause) {
      this.broken = true;
      if (!this.#closed) await this.#fallBack(writer);
      throw storageError(cause);
    } finally {
      this.#underWay -= 1;
    }
  }

  async #appendLazily(writer: LogWriter, records: readonly RunRecord[]): Promise<void> {
    const written = new AbortController();
    const limit = this.#options.clock.delay(LONGEST_WAIT_MS, written.signal).catch(() => undefined);
    await writer.appendLazily(records, limit).finally(() => {
      written.abort();
    });
  }

  /** What could not be stored did not happen: the state goes back to what the log holds. */
  async #fallBack(failed: LogWriter): Promise<void> {
    if (this.#writer !== failed) return;
    this.#fallingBack ??= this.#restore().finally(() => (this.#fallingBack = undefined));
    await this.#fallingBack;
  }

  /**
   * The writer that failed refuses everything and stays until the state is right again: a record
   * made meanwhile counts from one that is not stored.
   */
  async #restore(): Promise<void> {
    try {
      this.state = await this.#readState();
      this.#writer = this.#newWriter();
    } catch {
      // Nothing can be read either; the error of the write is the one that is reported.
    }
  }

  async #readState(): Promise<ConversationState> {
    const { log, conversationId } = this.#options;
    const state = foldRecords(await log.read(conversationId));
    // A record that cannot be read keeps its place, or nothing could ever be written after it.
    state.seq = Math.max(state.seq, (await log.lastSeq?.(conversationId)) ?? 0);
    return state;
  }

  #newWriter(): LogWriter {
    const { log, conversationId, onRecords } = this.#options;
    return new LogWriter(log, conversationId, onRecords);
  }
}

/** One sentence for the person; what the storage says of itself is better than a guess. */
function storageError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const full = cause instanceof Error && cause.name === 'QuotaExceededError';
  return full
    ? new AppError('storage-full', 'There is no room left to save this chat.', {
        cause,
        retryable: true,
        advice: 'Free some space on this computer or delete old chats, then try again.',
      })
    : new AppError('storage-failed', 'This chat could not be saved.', {
        cause,
        retryable: true,
        advice: 'Check that the disk is not full, then try again.',
      });
}

import {
  isSettled,
  type AssistantTurn,
  type ConversationState,
  type ToolUse,
} from '../messaging/conversation-state';
import type { LiveEvent } from '../messaging/panel-protocol';
import type { RunRecordDraft, ToolUseOutcome } from '../messaging/run-record';
import { AppError, reportOf } from '../shared/app-error';
import { Admissions } from './admissions';
import { isConversationDeleted } from './conversation-index';
import type { ConversationOptions } from './conversation-options';
import { ModelAsker, type Asking } from './model-asker';
import { nextStep } from './next-step';
import { promptFields } from './prompt';
import type { TurnLoopParts } from './turn-loop-parts';

/**
 * Carries out what the records call for. It keeps nothing that a record does not say, except what is
 * in flight: the request under way and the tools that run.
 */
export class TurnLoop {
  readonly #parts: TurnLoopParts;
  readonly #options: ConversationOptions;
  readonly #asker: ModelAsker;
  readonly #work = new Set<Promise<void>>();
  readonly #admissions: Admissions;
  #asking: Asking | undefined;

  constructor(parts: TurnLoopParts, options: ConversationOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#admissions = new Admissions(parts, options);
    this.#asker = new ModelAsker(parts, options, (drafts) => {
      this.#commit(drafts);
    });
  }

  get asking(): boolean {
    return this.#asking !== undefined;
  }

  /** Nothing is in flight and nothing can start without the user. */
  get parked(): boolean {
    return !this.asking && this.#parts.runner.count === 0 && nextStep(this.#state).kind === 'rest';
  }

  /** What was streamed of the turn under way, for a panel that opens in the middle. */
  get streamed(): LiveEvent | undefined {
    const { turnId, receiver } = this.#asking ?? {};
    if (turnId === undefined || !receiver || (receiver.text === '' && receiver.reasoning === '')) {
      return undefined;
    }
    return { type: 'text-replaced', turnId, text: receiver.text, reasoning: receiver.reasoning };
  }

  /** What the last worker received of the answer that is asked for again. */
  get abandoned(): AssistantTurn | undefined {
    const { turns, leafId, run } = this.#state;
    const leaf = turns.get(leafId ?? '');
    if (!leaf || run?.status === 'ended') return undefined;
    const isStreaming = leaf.role === 'assistant' && leaf.status === 'streaming';
    const found = isStreaming
      ? this.#abandoned(leaf.parentId, leaf.id)
      : this.#abandoned(leaf.id, '');
    return found?.runId === run?.id && found?.text !== '' ? found : undefined;
  }

  get quiet(): boolean {
    return this.#work.size === 0;
  }

  async whenQuiet(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }

  runStarted(): void {
    for (const source of this.#options.toolSources) source.runStarted?.(this.#parts.conversationId);
  }

  runEnded(): void {
    for (const source of this.#options.toolSources) source.runEnded?.(this.#parts.conversationId);
  }

  /** Does whatever can be done now. Safe to call at any time, any number of times. */
  drive(): void {
    while (!this.#asking && !this.#parts.log.broken && !this.#parts.log.closed) {
      const step = nextStep(this.#state);
      switch (step.kind) {
        case 'rest':
          return;
        case 'ask':
          this.#track(this.#ask(step));
          return;
        case 'execute': {
          const { ready, stale } = this.#admissions.take(step.uses);
          if (stale.length > 0) this.#track(this.#judgeAgain(stale));
          if (ready.length === 0) return;
          for (const work of this.#parts.runner.start(ready, () => {
            this.drive();
          })) {
            this.#track(work);
          }
          break;
        }
        case 'refuse-repeat':
          this.#commit(step.uses.map((use) => settled(use, 'cancelled')));
          break;
        case 'take-queued':
          this.#track(this.#takeQueued());
          break;
        case 'end':
          this.#commit([{ type: 'run-ended', reason: step.reason }]);
          this.runEnded();
          return;
      }
    }
  }

  /** Unanswered tool uses go, whatever they were doing; a new run starts from the given records. */
  async restart(records: readonly RunRecordDraft[]): Promise<void> {
    const { run, queued } = this.#state;
    const drafts = this.interrupt('pruned');
    if (run && run.status !== 'ended') {
      drafts.push({ type: 'run-ended', reason: 'replaced' });
      this.runEnded();
    }
    if (queued) drafts.push({ type: 'prompt-dequeued' });
    drafts.push(...records, { type: 'run-started', runId: this.#parts.createId() });
    const durable = this.#parts.log.commit(drafts);
    this.runStarted();
    this.drive();
    await durable;
    this.drive();
  }

  /** Cuts off what is under way; returns the records that say so. */
  interrupt(outcome: 'cancelled' | 'pruned'): RunRecordDraft[] {
    const drafts: RunRecordDraft[] = [];
    const leaf = this.#state.turns.get(this.#state.leafId ?? '');
    const { abandoned } = this;
    const isStreaming = leaf?.role === 'assistant' && leaf.status === 'streaming';
    const cut = isStreaming ? leaf : outcome === 'cancelled' ? abandoned : undefined;
    if (cut) {
      if (!isStreaming) drafts.push({ type: 'leaf-moved', turnId: cut.id });
      const { receiver } = this.#asking ?? {};
      const partial = receiver?.text ? receiver : abandoned;
      drafts.push({
        type: 'assistant-turn-completed',
        turnId: cut.id,
        text: partial?.text ?? '',
        reasoning: partial?.reasoning ?? receiver?.reasoning ?? '',
        toolCalls: [],
        cut: 'stopped',
      });
    }
    this.#asking?.controller.abort(new AppError('stopped', 'Stopped.'));
    this.#asking = undefined;
    for (const use of leaf?.role === 'assistant' ? leaf.toolUses : []) {
      if (isSettled(use)) continue;
      drafts.push(settled(use, outcome));
      this.#parts.runner.abort(use.id);
    }
    return drafts;
  }

  get #state(): ConversationState {
    return this.#parts.log.state;
  }

  #judgeAgain(uses: readonly ToolUse[]): Promise<void> {
    return this.#admissions.judgeAgain(
      uses,
      (drafts) => {
        this.#commit(drafts);
      },
      () => {
        this.drive();
      },
    );
  }

  async #takeQueued(): Promise<void> {
    const { queued, leafId } = this.#state;
    if (!queued) return;
    const turnId = queued.turnId ?? this.#parts.createId();
    await this.restart([
      { type: 'user-turn-added', turnId, parentId: leafId, ...promptFields(queued) },
    ]);
  }

  async #ask(step: Asking['step']): Promise<void> {
    const asking: Asking = {
      step,
      runId: this.#state.run?.id ?? '',
      turnId: this.#parts.createId(),
      controller: new AbortController(),
    };
    this.#asking = asking;
    const { signal } = asking.controller;
    try {
      const records = await this.#asker.answer(asking);
      signal.throwIfAborted();
      this.#asking = undefined;
      this.#admissions.proposed(records);
      const durable = this.#parts.log.commit(records);
      this.drive();
      this.#admissions.expire();
      await durable;
    } catch (error) {
      // Stop and a new prompt have written their own records.
      if (!signal.aborted) await this.#fail(asking, error);
    } finally {
      if (this.#asking === asking) this.#asking = undefined;
      this.drive();
    }
  }

  async #fail({ turnId, step, runId, receiver }: Asking, error: unknown): Promise<void> {
    const drafts: RunRecordDraft[] = [];
    if (!this.#state.turns.has(turnId)) {
      const { parentId } = step;
      drafts.push({ type: 'assistant-turn-started', turnId, parentId, runId, modelId: '' });
    }
    // An answer that was cut off by the end of the last worker is better than none.
    const partial = receiver?.text ? receiver : this.#abandoned(step.parentId, turnId);
    drafts.push({
      type: 'assistant-turn-failed',
      turnId,
      text: partial?.text ?? '',
      reasoning: partial?.reasoning ?? '',
      error: reportOf(error),
    });
    // A prompt that waited for this answer is sent all the same; the run goes on with it.
    if (!this.#state.queued) {
      drafts.push({ type: 'run-ended', reason: 'failed' });
      this.runEnded();
    }
    await this.#parts.log.commit(drafts);
  }

  #abandoned(parentId: string, turnId: string): AssistantTurn | undefined {
    return (this.#state.children.get(parentId) ?? [])
      .flatMap((id) => {
        const turn = this.#state.turns.get(id);
        return turn?.role === 'assistant' && turn.id !== turnId ? [turn] : [];
      })
      .findLast((turn) => turn.status === 'streaming');
  }

  #commit(drafts: readonly RunRecordDraft[]): void {
    this.#track(this.#parts.log.commit(drafts));
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => {
        // Whoever deleted the conversation knows that it could not be saved any more.
        if (!isConversationDeleted(error)) this.#options.onTrouble?.(error);
      })
      .finally(() => {
        this.#work.delete(tracked);
        if (this.#work.size === 0) this.#options.onBusy?.(false);
      });
    this.#work.add(tracked);
    if (this.#work.size === 1) this.#options.onBusy?.(true);
  }
}

function settled(use: ToolUse, outcome: ToolUseOutcome): RunRecordDraft {
  const inDoubt = use.state === 'running' && use.effect === 'write';
  return {
    type: 'tool-use-settled',
    toolUseId: use.id,
    outcome,
    ...(inDoubt ? { inDoubt: true } : {}),
  };
}

import {
  findToolUse,
  isSettled,
  type AssistantTurn,
  type ConversationState,
  type ToolUse,
} from '../messaging/conversation-state';
import type { LiveEvent } from '../messaging/panel-protocol';
import type { RunRecordDraft, ToolUseOutcome } from '../messaging/run-record';
import { AppError, reportOf } from '../shared/app-error';
import { errorToResult } from '../tools/convert-result';
import { prepareCall } from '../tools/executor';
import { isConversationDeleted } from './conversation-index';
import type { ConversationOptions } from './conversation-options';
import { ModelAsker, type Asking } from './model-asker';
import { nextStep } from './next-step';
import { promptFields } from './prompt';
import { placeCall } from './propose-calls';
import type { TurnLoopParts } from './turn-loop-parts';

/** The grant that lets a call start, if it takes one. */
interface Admission {
  readonly grantId?: string | undefined;
  readonly grantExpiresAt?: number | undefined;
}

/**
 * Carries out what the records call for. It keeps nothing that a record does not say, except what is
 * in flight: the request under way and the tools that run.
 */
export class TurnLoop {
  readonly #parts: TurnLoopParts;
  readonly #options: ConversationOptions;
  readonly #asker: ModelAsker;
  readonly #work = new Set<Promise<void>>();
  /** Calls that the gate let through a moment ago; whatever waits longer is put before it again. */
  readonly #admitted = new Map<string, Admission>();
  readonly #judged = new Set<string>();
  #asking: Asking | undefined;

  constructor(parts: TurnLoopParts, options: ConversationOptions) {
    this.#parts = parts;
    this.#options = options;
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
          const uses = step.uses.filter(({ id }) => !this.#judged.has(id));
          const ready = uses.flatMap((use) => {
            const admission = this.#takeAdmission(use);
            return admission ? [{ use, grantId: admission.grantId }] : [];
          });
          const stale = uses.filter(({ id }) => !ready.some(({ use }) => use.id === id));
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

  /** Let through a moment ago, and by a grant that still stands. */
  #takeAdmission({ id }: ToolUse): Admission | undefined {
    const admission = this.#admitted.get(id);
    this.#admitted.delete(id);
    if (!admission) return undefined;
    const { grantId, grantExpiresAt = Infinity } = admission;
    const isRevoked = grantId !== undefined && this.#state.revokedGrants.has(grantId);
    return isRevoked || this.#options.clock.now() >= grantExpiresAt ? undefined : admission;
  }

  /**
   * A call that waited, for the person, for another call or for a new worker, starts only if the gate
   * would still let it through: meanwhile a permission may have been taken back, a site blocked, a
   * tool switched off or the mode changed.
   */
  async #judgeAgain(uses: readonly ToolUse[]): Promise<void> {
    for (const { id } of uses) this.#judged.add(id);
    const spent = new Map<string, number>();
    for (const use of uses) {
      const admitted = await this.#admission(use, spent);
      this.#judged.delete(use.id);
      if (isSettled(findToolUse(this.#state, use.id) ?? use)) continue;
      if (Array.isArray(admitted)) this.#commit(admitted);
      else this.#admitted.set(use.id, admitted);
    }
    this.drive();
    // What could not start just now, because of a pause perhaps, has to be judged once more.
    for (const { id } of uses) this.#admitted.delete(id);
  }

  /** What lets the call start, or the records that say why it does not. */
  async #admission(
    use: ToolUse,
    spent: Map<string, number>,
  ): Promise<Admission | RunRecordDraft[]> {
    const { gate, offers, conversationId } = this.#parts;
    try {
      const offer = await offers.refresh(await offers.model());
      const offered = offer.byId.get(use.toolId ?? '');
      const argumentsJson = use.editedJson ?? use.call.argumentsJson;
      const prepared = offered && prepareCall(offered.tool, { ...use.call, argumentsJson });
      // The runner answers calls whose tool is gone, has changed or does not take this any more.
      if (offered?.hash !== use.toolHash || !offered || !prepared?.ok) return {};
      const { input } = prepared;
      // The call has counted against its own grant already.
      const own = use.grantId ?? '';
      const taken = new Map(spent).set(own, (spent.get(own) ?? 0) - 1);
      const judgement = await gate.judge(offered, input, taken);
      // What the person said yes to needs no grant; only a refusal stands above their word.
      if (use.state === 'approved' && judgement.decision.verdict !== 'deny') return {};
      const records = await placeCall(
        use.id,
        { offered, input, judgement },
        {
          conversationId,
          offer,
          state: () => this.#state,
          clock: this.#options.clock,
          missingPermissions: this.#options.missingPermissions ?? nothingMissing,
        },
      );
      if (records.length > 0) return records.map((record) => this.#askedAfterAll(record, use));
      const grant = judgement.grants.find(({ id }) => id === judgement.decision.grantId);
      if (!grant) return {};
      if (grant.id !== use.grantId) spent.set(grant.id, (spent.get(grant.id) ?? 0) + 1);
      return { grantId: grant.id, grantExpiresAt: grant.expiresAt };
    } catch (error) {
      // What cannot be judged does not run; judged again and again, it would never end.
      const { blocks } = errorToResult(error);
      return [{ type: 'tool-use-settled', toolUseId: use.id, outcome: 'error', blocks }];
    }
  }

  #askedAfterAll(record: RunRecordDraft, { grantId }: ToolUse): RunRecordDraft {
    const isRevoked = grantId !== undefined && this.#state.revokedGrants.has(grantId);
    if (record.type !== 'tool-use-parked' || !isRevoked) return record;
    const reason = 'Asked because you took back the permission that it relied on.';
    return { ...record, request: { ...record.request, reason } };
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
      for (const record of records) {
        if (record.type === 'tool-use-proposed') this.#admitted.set(record.toolUseId, record);
      }
      const durable = this.#parts.log.commit(records);
      this.drive();
      // What had to wait for another call has waited.
      this.#admitted.clear();
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

const nothingMissing = () => Promise.resolve([]);

function settled(use: ToolUse, outcome: ToolUseOutcome): RunRecordDraft {
  const inDoubt = use.state === 'running' && use.effect === 'write';
  return {
    type: 'tool-use-settled',
    toolUseId: use.id,
    outcome,
    ...(inDoubt ? { inDoubt: true } : {}),
  };
}

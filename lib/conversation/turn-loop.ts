import type { ToolCall } from '../messaging/content';
import { isSettled, type ConversationState, type ToolUse } from '../messaging/conversation-state';
import type { LiveEvent } from '../messaging/panel-protocol';
import type { RunRecordDraft, ToolUseOutcome } from '../messaging/run-record';
import { AppError, reportOf } from '../shared/app-error';
import type { CreateId } from '../shared/ids';
import { AnswerReceiver, type Answer } from './answer-receiver';
import { buildMessages } from './build-request';
import type { ConversationLog } from './conversation-log';
import type { ConversationOptions } from './conversation-options';
import type { Model, ModelRequest } from './model';
import { nextStep, type Step } from './next-step';
import type { Offers } from './offers';
import { promptFields } from './prompt';
import { proposeCalls } from './propose-calls';
import { withRetries } from './retry';
import type { ToolRunner } from './tool-runner';

type AskStep = Extract<Step, { kind: 'ask' }>;

/** The request under way. */
interface Asking {
  readonly step: AskStep;
  readonly runId: string;
  readonly turnId: string;
  readonly controller: AbortController;
  receiver?: AnswerReceiver;
}

export interface TurnLoopParts {
  log: ConversationLog;
  offers: Offers;
  runner: ToolRunner;
  conversationId: string;
  createId: CreateId;
}

/**
 * Carries out what the records call for. It keeps nothing that a record does not say, except what is
 * in flight: the request under way and the tools that run.
 */
export class TurnLoop {
  readonly #parts: TurnLoopParts;
  readonly #options: ConversationOptions;
  readonly #work = new Set<Promise<void>>();
  #asking: Asking | undefined;

  constructor(parts: TurnLoopParts, options: ConversationOptions) {
    this.#parts = parts;
    this.#options = options;
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
    while (!this.#asking && !this.#parts.log.broken) {
      const step = nextStep(this.#state);
      switch (step.kind) {
        case 'rest':
          return;
        case 'ask':
          this.#track(this.#ask(step));
          return;
        case 'execute':
          for (const work of this.#parts.runner.start(step.uses, () => {
            this.drive();
          })) {
            this.#track(work);
          }
          break;
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
    if (leaf?.role === 'assistant' && leaf.status === 'streaming') {
      drafts.push({
        type: 'assistant-turn-completed',
        turnId: leaf.id,
        text: this.#asking?.receiver?.text ?? '',
        reasoning: this.#asking?.receiver?.reasoning ?? '',
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

  async #takeQueued(): Promise<void> {
    const { queued, leafId } = this.#state;
    if (!queued) return;
    const turnId = this.#parts.createId();
    await this.restart([
      { type: 'user-turn-added', turnId, parentId: leafId, ...promptFields(queued) },
    ]);
  }

  async #ask(step: AskStep): Promise<void> {
    const asking: Asking = {
      step,
      runId: this.#state.run?.id ?? '',
      turnId: this.#parts.createId(),
      controller: new AbortController(),
    };
    this.#asking = asking;
    const { signal } = asking.controller;
    try {
      const records = await this.#answer(asking, signal);
      signal.throwIfAborted();
      this.#asking = undefined;
      const durable = this.#parts.log.commit(records);
      this.drive();
      await durable;
    } catch (error) {
      // Stop and a new prompt have written their own records.
      if (!signal.aborted) await this.#fail(asking, error);
    } finally {
      if (this.#asking === asking) this.#asking = undefined;
      this.drive();
    }
  }

  /** Asks the model and returns the records of its answer. */
  async #answer(asking: Asking, signal: AbortSignal): Promise<RunRecordDraft[]> {
    const { offers, conversationId } = this.#parts;
    const { turnId, step, runId } = asking;
    const model = await offers.model();
    const offer = await offers.refresh(model);
    const tools = step.guard === undefined ? offer.declarations : [];
    const toolChoice = tools.length === 0 ? undefined : offers.toolChoice(offer);
    const systemText = (await this.#options.systemText?.()) ?? '';
    signal.throwIfAborted();
    const messages = buildMessages(this.#state, {
      systemText,
      declarations: tools,
      contextTokens: model.contextTokens,
      guard: step.guard,
    });
    await this.#parts.log.commit([
      {
        type: 'assistant-turn-started',
        turnId,
        parentId: step.parentId,
        runId,
        modelId: model.id,
        ...(step.guard === undefined ? {} : { guard: step.guard }),
      },
    ]);
    signal.throwIfAborted();
    const request = { messages, tools, ...(toolChoice ? { toolChoice } : {}) };
    const { toolCalls: announced, ...answer } = await this.#receive(asking, model, request);
    const toolCalls =
      step.guard === undefined ? announced.map((call) => this.#withFreshId(call)) : [];
    if (answer.text.trim() === '' && toolCalls.length === 0) throw emptyAnswer();
    const lasting = (await this.#options.grants?.list()) ?? [];
    const proposals = await proposeCalls(toolCalls, {
      conversationId,
      turnId,
      offer,
      policy: this.#options.policy,
      grants: [...this.#state.grants, ...lasting],
      serial: toolChoice?.disableParallel === true,
      missingPermissions: this.#options.missingPermissions ?? (() => Promise.resolve([])),
    });
    return [{ type: 'assistant-turn-completed', turnId, ...answer, toolCalls }, ...proposals];
  }

  async #receive(asking: Asking, model: Model, request: ModelRequest): Promise<Answer> {
    const { turnId, step, controller } = asking;
    const { signal } = controller;
    const live = (event: LiveEvent) => this.#options.onLive?.(event);
    const receiver = new AnswerReceiver(request.tools, this.#parts.createId, (text, reasoning) =>
      live({ type: 'text-streamed', turnId, text, reasoning }),
    );
    asking.receiver = receiver;
    let received = false;
    const isFirst = this.#state.turns.get(step.parentId)?.role === 'user';
    await withRetries(
      async () => {
        for await (const event of model.stream(request, signal)) {
          signal.throwIfAborted();
          received = true;
          receiver.push(event);
        }
        signal.throwIfAborted();
      },
      {
        clock: this.#options.clock,
        signal,
        // After tool results a repeat could act twice on the other side: that is the user's click.
        mayRetry: () => !received && isFirst,
        onRetry: (attempt, delayMs, error) =>
          live({ type: 'request-retried', turnId, attempt, delayMs, error: reportOf(error) }),
      },
    );
    return receiver.finish();
  }

  async #fail({ turnId, step, runId, receiver }: Asking, error: unknown): Promise<void> {
    const drafts: RunRecordDraft[] = [];
    if (!this.#state.turns.has(turnId)) {
      const { parentId } = step;
      drafts.push({ type: 'assistant-turn-started', turnId, parentId, runId, modelId: '' });
    }
    drafts.push({
      type: 'assistant-turn-failed',
      turnId,
      text: receiver?.text ?? '',
      reasoning: receiver?.reasoning ?? '',
      error: reportOf(error),
    });
    // A prompt that waited for this answer is sent all the same; the run goes on with it.
    if (!this.#state.queued) {
      drafts.push({ type: 'run-ended', reason: 'failed' });
      this.runEnded();
    }
    await this.#parts.log.commit(drafts);
  }

  /** Some servers count their calls anew in every answer; ids must be unique in a conversation. */
  #withFreshId(call: ToolCall): ToolCall {
    if (!this.#state.toolUseTurns.has(call.id)) return call;
    return { ...call, id: `call_${this.#parts.createId()}` };
  }

  #commit(drafts: readonly RunRecordDraft[]): void {
    this.#track(this.#parts.log.commit(drafts));
  }

  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) => this.#options.onTrouble?.(error))
      .finally(() => this.#work.delete(tracked));
    this.#work.add(tracked);
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

function emptyAnswer(): AppError {
  return new AppError('model-empty', 'The model answered with nothing.', {
    advice: 'Try again, or rephrase your message.',
  });
}

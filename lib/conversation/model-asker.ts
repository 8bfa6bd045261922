import type { ToolCall } from '../messaging/content';
import type { ConversationState } from '../messaging/conversation-state';
import type { LiveEvent } from '../messaging/panel-protocol';
import type { RunRecordDraft } from '../messaging/run-record';
import { AppError, reportOf } from '../shared/app-error';
import { AnswerReceiver, type Answer } from './answer-receiver';
import { buildMessages } from './build-request';
import type { ConversationOptions } from './conversation-options';
import type { Model, ModelRequest } from './model';
import type { Step } from './next-step';
import { placementOf, proposeCalls } from './propose-calls';
import { withRetries } from './retry';
import type { TurnLoopParts } from './turn-loop-parts';

const CHECKPOINT_LENGTH = 4_000;
const CHECKPOINT_MS = 2_000;
/** A fast answer is written four times a second at most, however long its pieces are. */
const CHECKPOINT_PAUSE_MS = 250;

/** The request under way. */
export interface Asking {
  readonly step: Extract<Step, { kind: 'ask' }>;
  readonly runId: string;
  readonly turnId: string;
  readonly controller: AbortController;
  receiver?: AnswerReceiver;
}

/** Asks the model: one request, from the records before it to the records of its answer. */
export class ModelAsker {
  readonly #parts: TurnLoopParts;
  readonly #options: ConversationOptions;
  readonly #commit: (drafts: readonly RunRecordDraft[]) => void;

  /** `commit` writes without being waited for. */
  constructor(
    parts: TurnLoopParts,
    options: ConversationOptions,
    commit: (drafts: readonly RunRecordDraft[]) => void,
  ) {
    this.#parts = parts;
    this.#options = options;
    this.#commit = commit;
  }

  /** Asks the model and returns the records of its answer. */
  async answer(asking: Asking): Promise<RunRecordDraft[]> {
    const { offers } = this.#parts;
    const { turnId, step, runId } = asking;
    const { signal } = asking.controller;
    const offered = async () => {
      const model = await offers.model();
      return { model, offer: await offers.refresh(model) };
    };
    const [{ model, offer }, system] = await Promise.all([
      offered(),
      this.#options.systemText?.(this.#state.mode, this.#parts.conversationId) ?? '',
    ]);
    const { text: systemText, origins = [] } =
      typeof system === 'string' ? { text: system } : system;
    const tools = step.guard === undefined ? offer.declarations : [];
    const toolChoice = tools.length === 0 ? undefined : offers.toolChoice(offer);
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
        ...(origins.length === 0 ? {} : { origins: [...origins] }),
      },
    ]);
    signal.throwIfAborted();
    const request = { messages, tools, ...(toolChoice ? { toolChoice } : {}) };
    const { toolCalls: announced, ...answer } = await this.#receive(asking, model, request);
    const toolCalls =
      step.guard === undefined ? announced.map((call) => this.#withFreshId(call)) : [];
    if (answer.text.trim() === '' && toolCalls.length === 0) throw emptyAnswer();
    const proposals = await proposeCalls(toolCalls, {
      ...placementOf(this.#parts, this.#options),
      turnId,
      offer,
      gate: this.#parts.gate,
      serial: toolChoice?.disableParallel === true,
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
    const checkpoint = this.#checkpoints(turnId, receiver);
    let received = false;
    const isFirst = this.#state.turns.get(step.parentId)?.role === 'user';
    await withRetries(
      async () => {
        for await (const event of model.stream(request, signal)) {
          signal.throwIfAborted();
          received = true;
          receiver.push(event);
          checkpoint();
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

  /** Writes what has arrived in steps: often enough to lose little, seldom enough to cost little. */
  #checkpoints(turnId: string, receiver: AnswerReceiver): () => void {
    const { clock } = this.#options;
    const written = { text: 0, reasoning: 0, at: clock.now(), steps: 0 };
    return () => {
      const text = receiver.text.slice(written.text);
      const reasoning = receiver.reasoning.slice(written.reasoning);
      const size = text.length + reasoning.length;
      const now = clock.now();
      // A clock that was set back must not hold the steps up until it has caught up.
      const since = Math.abs(now - written.at);
      const isLong =
        size >= CHECKPOINT_LENGTH && (written.steps === 0 || since >= CHECKPOINT_PAUSE_MS);
      const isOld = size > 0 && since >= CHECKPOINT_MS;
      if (!isLong && !isOld) return;
      written.text = receiver.text.length;
      written.reasoning = receiver.reasoning.length;
      written.at = now;
      written.steps += 1;
      this.#commit([{ type: 'assistant-turn-checkpointed', turnId, text, reasoning }]);
    };
  }

  /** Some servers count their calls anew in every answer; ids must be unique in a conversation. */
  #withFreshId(call: ToolCall): ToolCall {
    if (!this.#state.toolUseTurns.has(call.id)) return call;
    return { ...call, id: `call_${this.#parts.createId()}` };
  }

  get #state(): ConversationState {
    return this.#parts.log.state;
  }
}

function emptyAnswer(): AppError {
  return new AppError('model-empty', 'The model answered with nothing.', {
    advice: 'Try again, or rephrase your message.',
  });
}

import type { ModelEvent } from '../conversation/model';
import type { Usage } from '../messaging/run-record';
import { asJsonObject } from '../shared/json';
import type { Chunk, Delta } from './completion-schema';
import { callState, reasoningState, type ReasoningField } from './provider-state';

type FinishReason = Extract<ModelEvent, { type: 'answer-finished' }>['reason'];

/** Turns the chunks of one answer into events, and remembers what only its end can tell. */
export class AnswerInProgress {
  readonly #model: string;
  #finishReason = '';
  #hasCalls = false;
  #began = false;
  #usage: Usage | undefined;
  #reasoning = '';
  #reasoningField: ReasoningField | undefined;

  constructor(model: string) {
    this.#model = model;
  }

  /** Whether the server has said why the answer ends. */
  get finished(): boolean {
    return this.#finishReason !== '';
  }

  /** Whether anything of an answer has been received. */
  get began(): boolean {
    return this.#began;
  }

  *take({ choices, usage }: Chunk): Generator<ModelEvent> {
    if (usage) {
      this.#usage = { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens };
    }
    const choice = choices?.find(({ index }) => (index ?? 0) === 0);
    if (choice === undefined) return;
    const delta = choice.delta ?? choice.message;
    for (const event of delta ? this.#read(delta) : []) {
      this.#began = true;
      yield event;
    }
    if (choice.finish_reason !== '') this.#finishReason = choice.finish_reason;
  }

  *end(): Generator<ModelEvent> {
    if (this.#usage !== undefined) yield { type: 'usage-reported', usage: this.#usage };
    yield {
      type: 'answer-finished',
      reason: this.#reason(),
      // DeepSeek and Kimi demand their reasoning back within a tool loop; elsewhere it is unwanted.
      ...(this.#hasCalls && this.#reasoningField !== undefined
        ? {
            providerState: reasoningState(this.#model, this.#reasoningField, this.#reasoning),
          }
        : {}),
    };
  }

  *#read(delta: Delta): Generator<ModelEvent> {
    if (delta.reasoning_content !== '') {
      yield this.#think(delta.reasoning_content, 'reasoning_content');
    } else if (delta.reasoning !== '') {
      yield this.#think(delta.reasoning, 'reasoning');
    }
    const { text, thinking } = readContent(delta.content);
    if (thinking !== '') yield { type: 'reasoning-delta', text: thinking };
    if (text !== '') yield { type: 'text-delta', text };
    if (delta.refusal !== '') yield { type: 'text-delta', text: delta.refusal };

    for (const call of delta.tool_calls ?? []) {
      yield* this.#call(call);
    }
    if (delta.function_call) yield* this.#call({ index: 0, id: '', function: delta.function_call });
  }

  #think(text: string, field: ReasoningField): ModelEvent {
    this.#reasoning += text;
    this.#reasoningField = field;
    return { type: 'reasoning-delta', text };
  }

  *#call(call: NonNullable<Delta['tool_calls']>[number]): Generator<ModelEvent> {
    this.#hasCalls = true;
    const { name = '', arguments: argumentsDelta = '' } = call.function ?? {};
    const said = {
      ...(call.id === '' ? {} : { id: call.id }),
      ...(name === '' ? {} : { name }),
      ...(argumentsDelta === '' ? {} : { argumentsDelta }),
      ...(call.extra_content === undefined
        ? {}
        : { providerState: callState(this.#model, call.extra_content) }),
    };
    if (Object.keys(said).length === 0) return;
    const index = call.index ?? undefined;
    yield { type: 'tool-call-delta', ...(index === undefined ? {} : { index }), ...said };
  }

  #reason(): FinishReason {
    switch (this.#finishReason) {
      // Lax servers stop with 'stop' although they call tools, or name calls that they did not make.
      case '':
      case 'stop':
      case 'tool_calls':
      case 'function_call':
        return this.#hasCalls ? 'tool-calls' : 'stop';
      case 'length':
        return 'length';
      case 'content_filter':
        return 'filtered';
      default:
        return 'other';
    }
  }
}

function readContent(content: Delta['content']): { text: string; thinking: string } {
  if (content === null || content === undefined) return { text: '', thinking: '' };
  if (typeof content === 'string') return { text: content, thinking: '' };
  return {
    text: content.map((part) => part.text ?? '').join(''),
    thinking: content.map((part) => thinkingText(part.thinking)).join(''),
  };
}

function thinkingText(thinking: unknown): string {
  if (typeof thinking === 'string') return thinking;
  if (!Array.isArray(thinking)) return '';
  return thinking
    .map((part: unknown) => asJsonObject(part)?.['text'])
    .filter((text) => typeof text === 'string')
    .join('');
}

import type { Model, ModelEvent, ModelRequest } from '../../lib/conversation/model';
import { deferred } from './deferred';

export type ScriptedReply =
  | readonly ModelEvent[]
  | Error
  | ((request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>);

export interface ScriptedCall {
  name: string;
  id?: string;
  arguments?: unknown;
  argumentsJson?: string;
}

export function says(text: string): ModelEvent[] {
  return [
    { type: 'text-delta', text },
    { type: 'answer-finished', reason: 'stop' },
  ];
}

let counter = 0;

export function calls(list: readonly ScriptedCall[], text = ''): ModelEvent[] {
  return [
    ...(text === '' ? [] : [{ type: 'text-delta' as const, text }]),
    ...list.map((call, index) => ({
      type: 'tool-call-delta' as const,
      index,
      id: call.id ?? `scripted-${String(++counter)}`,
      name: call.name,
      argumentsDelta: call.argumentsJson ?? JSON.stringify(call.arguments ?? {}),
    })),
    { type: 'answer-finished', reason: 'tool-calls' },
  ];
}

/** Speaks the replies it was given, in order, and remembers what it was asked. */
export class ScriptedModel implements Model {
  readonly id: string;
  readonly supportsTools: boolean;
  readonly supportsImages = true;
  readonly contextTokens: number;
  readonly requests: ModelRequest[] = [];
  readonly #replies: ScriptedReply[];
  #fallback: (() => ScriptedReply) | undefined;

  constructor(
    replies: readonly ScriptedReply[] = [],
    traits: { id?: string; supportsTools?: boolean; contextTokens?: number } = {},
  ) {
    this.#replies = [...replies];
    this.id = traits.id ?? 'scripted';
    this.supportsTools = traits.supportsTools ?? true;
    this.contextTokens = traits.contextTokens ?? 100_000;
  }

  otherwise(reply: () => ScriptedReply): this {
    this.#fallback = reply;
    return this;
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    this.requests.push(structuredClone(request));
    const reply = this.#replies.shift() ?? this.#fallback?.();
    if (reply === undefined) throw new Error('The scripted model has no reply left.');
    if (reply instanceof Error) throw reply;
    if (typeof reply === 'function') {
      yield* reply(request, signal);
      return;
    }
    for (const event of reply) yield event;
  }
}

/** Hands out the first events, then waits for `release` before the rest. Heeds its signal. */
export function gated(before: readonly ModelEvent[], after: readonly ModelEvent[] = []) {
  const gate = deferred();
  const reached = deferred();
  const reply = async function* (_request: ModelRequest, signal: AbortSignal) {
    yield* before;
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      });
    });
    reached.resolve();
    await Promise.race([gate.promise, aborted]);
    yield* after;
  };
  return { reply, release: gate.resolve, reached: reached.promise };
}

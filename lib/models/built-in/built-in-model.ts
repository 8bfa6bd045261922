import type { Model, ModelEvent, ModelRequest } from '../../conversation/model';
import { createRandomId, type CreateId } from '../../shared/ids';
import { callId, decide } from './decide';
import { spokenPieces } from './spoken-text';

export interface BuiltInModelOptions {
  /** Ids of calls must be unique in a conversation; everything else here follows from the request. */
  createId?: CreateId;
}

/** A million characters and more: a pasted text is to be read whole. */
const CONTEXT_TOKENS = 400_000;

/** A model of fixed rules. It needs no key and no network, and reaches everything through tools. */
export function createBuiltInModel({ createId = createRandomId }: BuiltInModelOptions = {}): Model {
  return {
    id: 'built-in',
    supportsTools: true,
    supportsImages: false,
    contextTokens: CONTEXT_TOKENS,

    // eslint-disable-next-line @typescript-eslint/require-await -- the interface is asynchronous
    async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
      signal.throwIfAborted();
      const { text, calls } = decide(request);
      for (const piece of spokenPieces(text)) {
        signal.throwIfAborted();
        yield { type: 'text-delta', text: piece };
      }
      for (const [index, { task, wireName, input }] of calls.entries()) {
        signal.throwIfAborted();
        yield {
          type: 'tool-call-delta',
          index,
          id: callId(task, createId()),
          name: wireName,
          argumentsDelta: JSON.stringify(input),
        };
      }
      signal.throwIfAborted();
      yield { type: 'answer-finished', reason: calls.length > 0 ? 'tool-calls' : 'stop' };
    },
  };
}

import type { ModelEvent } from '../conversation/model';
import { AppError } from '../shared/app-error';
import { asJsonObject } from '../shared/json';
import { AnswerInProgress } from './answer-in-progress';
import {
  classifyStreamedError,
  cutStream,
  protocolError,
  type ErrorContext,
} from './classify-error';
import { chunkSchema, type Chunk } from './completion-schema';
import type { ServerSentEvent } from './read-server-sent-events';

/**
 * Turns a stream of chunks into model events. A clean end proves nothing: proxies close a broken
 * stream just as politely. An answer is whole only if it said so itself.
 */
export async function* toModelEvents(
  events: AsyncIterable<ServerSentEvent>,
  context: ErrorContext,
): AsyncGenerator<ModelEvent> {
  const answer = new AnswerInProgress(context.model);
  let said = false;
  let done = false;
  try {
    for await (const event of events) {
      said = true;
      if (event.data.trim() === '[DONE]') {
        done = true;
        break;
      }
      if (event.data.trim() === '') continue;
      yield* answer.take(readChunk(event, answer.began, context));
    }
  } catch (error) {
    // Everything was said; what broke was only the goodbye.
    const onlyCut = error instanceof AppError && error.code === 'model-connection';
    if (!answer.finished || !onlyCut) throw error;
  }
  if (!said) throw protocolError('The server did not answer with a stream of events', '', context);
  if (!done && !answer.finished) throw cutStream();
  yield* answer.end();
}

/** A whole completion, or an error, where a stream was asked for. */
export function* wholeToModelEvents(text: string, context: ErrorContext): Generator<ModelEvent> {
  const what = 'The server answered with something that is not a chat completion';
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw protocolError(what, text, context);
  }
  throwIfError(json, context, false);
  const chunk = chunkSchema.safeParse(json);
  const isCompletion = chunk.success && chunk.data.choices?.some(({ message }) => message);
  if (!chunk.success || isCompletion !== true) throw protocolError(what, text, context);
  const answer = new AnswerInProgress(context.model);
  yield* answer.take(chunk.data);
  yield* answer.end();
}

function readChunk(event: ServerSentEvent, answerBegan: boolean, context: ErrorContext): Chunk {
  let json: unknown;
  try {
    json = JSON.parse(event.data);
  } catch {
    if (!event.complete) throw cutStream();
    throw protocolError('The server sent a piece that is not JSON', event.data, context);
  }
  if (event.name === 'error') throw classifyStreamedError(json, context, answerBegan);
  throwIfError(json, context, answerBegan);
  const chunk = chunkSchema.safeParse(json);
  if (chunk.success) return chunk.data;
  throw protocolError(
    'The server sent a piece that does not belong in a chat answer',
    event.data,
    context,
  );
}

function throwIfError(json: unknown, context: ErrorContext, answerBegan: boolean): void {
  const object = asJsonObject(json) ?? (Array.isArray(json) ? asJsonObject(json[0]) : undefined);
  const error = object?.['error'];
  if (error === undefined || error === null || error === '') return;
  throw classifyStreamedError(error, context, answerBegan);
}

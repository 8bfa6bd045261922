import type { ModelEvent } from '../conversation/model';
import { cutStream, protocolError, type ErrorContext } from './classify-error';
import { readServerSentEvents } from './read-server-sent-events';
import { readErrorBody } from './server-error';
import { toModelEvents, wholeToModelEvents } from './to-model-events';

const LONGEST_WHOLE_ANSWER = 8_000_000;
const LONGEST_GOODBYE_MS = 1_000;

/**
 * Reads the body of a successful response. What it is shows in its first character: servers label
 * event streams as anything from plain text to JSON, and JSON errors as event streams.
 */
export async function* readAnswer(
  response: Response,
  context: ErrorContext,
): AsyncGenerator<ModelEvent> {
  const pieces = readText(response.body);
  let opening = '';
  while (opening === '') {
    const piece = await pieces.next();
    if (piece.done === true) throw cutStream();
    opening = piece.value.trimStart();
  }
  const text = resume(opening, pieces);
  if (opening.startsWith('<')) {
    const { message } = readErrorBody(await readWhole(text));
    throw protocolError('The server answered with a web page', message, context);
  }
  if (opening.startsWith('{') || opening.startsWith('[')) {
    yield* wholeToModelEvents(await readWhole(text), context);
    return;
  }
  yield* toModelEvents(readServerSentEvents(text), context);
}

async function* readText(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw cutStream();
      });
      if (done) break;
      const text = decoder.decode(value, { stream: true });
      if (text !== '') yield text;
    }
  } finally {
    void readToEnd(reader);
  }
}

/**
 * Reads what may follow the last word, in the background: a connection is used again only when its
 * answer was read to the very end, and the end often comes a moment after the last event.
 */
async function readToEnd(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const cancel = () => void reader.cancel().catch(() => undefined);
  const limit = AbortSignal.timeout(LONGEST_GOODBYE_MS);
  limit.addEventListener('abort', cancel, { once: true });
  try {
    while (!(await reader.read()).done);
  } catch {
    // It was cut, or aborted by whoever asked.
  } finally {
    limit.removeEventListener('abort', cancel);
  }
}

async function* resume(opening: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield opening;
  yield* rest;
}

async function readWhole(pieces: AsyncIterable<string>): Promise<string> {
  let whole = '';
  for await (const piece of pieces) {
    whole += piece;
    if (whole.length > LONGEST_WHOLE_ANSWER) break;
  }
  return whole;
}

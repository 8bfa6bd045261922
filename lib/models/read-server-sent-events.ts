import { AppError } from '../shared/app-error';

/** No honest event comes near this; without a bound a server could fill the memory. */
const LONGEST_EVENT = 4_000_000;

export interface ServerSentEvent {
  readonly name: string;
  readonly data: string;
  /** False when the stream ended before the event was closed: its data may be half. */
  readonly complete: boolean;
}

/** Reads text as an event stream, wherever the pieces were cut. */
export async function* readServerSentEvents(
  pieces: AsyncIterable<string>,
): AsyncGenerator<ServerSentEvent> {
  let rest = '';
  let name = '';
  let data: string[] = [];
  let length = 0;

  const take = (line: string): ServerSentEvent | undefined => {
    if (line === '') {
      const event = { name, data: data.join('\n'), complete: true };
      const isEmpty = data.length === 0;
      name = '';
      data = [];
      length = 0;
      return isEmpty ? undefined : event;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    if (field === 'data') {
      data.push(value);
      length += value.length;
    }
    return undefined;
  };

  for await (const piece of pieces) {
    rest += piece;
    // A carriage return at the very end may be the first half of a line break.
    const whole = rest.endsWith('\r') ? rest.slice(0, -1) : rest;
    const lines = whole.split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + rest.slice(whole.length);
    for (const line of lines) {
      const event = take(line);
      if (event !== undefined) yield event;
    }
    if (rest.length + length > LONGEST_EVENT) {
      throw new AppError('model-protocol', 'The server sent an event that is far too long.', {
        advice: 'Check that the address in the model settings is that of a model server.',
      });
    }
  }
  // Some servers leave out the empty line after the last event.
  const unended = rest.replace(/\r$/, '');
  if (unended !== '') take(unended);
  if (data.length > 0) yield { name, data: data.join('\n'), complete: false };
}

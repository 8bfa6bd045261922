import { deferred } from './deferred';

/** How the bytes of a stream are laid out; whatever is chosen, the events are the same. */
export interface WireOptions {
  /** Cuts the whole stream into writes of this many bytes, through lines and characters alike. */
  splitBytes?: number;
  /** All events in a single write. */
  oneWrite?: boolean;
  lineEnding?: '\n' | '\r\n';
  /** A comment line before every event. */
  pings?: boolean;
  /** Leaves out `data: [DONE]`, as some servers do. */
  withoutDone?: boolean;
}

export interface ReplyUsage {
  prompt_tokens: number;
  completion_tokens: number;
}

interface CommonOptions {
  usage?: ReplyUsage;
  reasoning?: string;
  /** The field the reasoning is sent in. */
  reasoningField?: 'reasoning_content' | 'reasoning';
  /** Waits this long before every write but the first. */
  delayMs?: number;
  finishReason?: string;
  wire?: WireOptions;
}

export interface TextOptions extends CommonOptions {
  /** The pieces the text arrives in; `text` is split into words when they are not given. */
  chunks?: string[];
}

export interface ToolCallsOptions extends CommonOptions {
  text?: string;
  /** Sends arguments in pieces of this many characters; `true` means 5. */
  splitArguments?: boolean | number;
  /** Leaves `index` out of the deltas, as some servers do. */
  indexless?: boolean;
  /** The argument pieces of parallel calls take turns. */
  interleaved?: boolean;
}

export interface ReplyToolCall {
  /** Left out: the server makes one up for each request. */
  id?: string;
  name: string;
  /** A string is sent as it is, however malformed. */
  arguments: unknown;
  /** Further fields of the call, such as `extra_content`. */
  extra?: Record<string, unknown>;
}

export interface CompletionReply extends CommonOptions {
  kind: 'completion';
  textPieces: string[];
  toolCalls: ReplyToolCall[];
  pieceLength: number;
  indexless: boolean;
  interleaved: boolean;
}

export interface RawReply {
  kind: 'raw';
  status: number;
  headers: Record<string, string>;
  chunks: (string | Buffer)[];
}

export interface CutReply {
  kind: 'cut';
  textPieces: string[];
}

export interface GatedReply {
  kind: 'gated';
  reply: UngatedReply;
  pause: 'before-first-byte' | 'after-first-chunk';
  /** Lets the rest of the answer go. */
  release: () => void;
  released: Promise<void>;
  /** Resolves once the server stands at the gate. */
  reached: Promise<void>;
  reach: () => void;
}

export type UngatedReply =
  CompletionReply | RawReply | CutReply | { kind: 'hang' } | { kind: 'dropped' };
export type ProviderReply = UngatedReply | GatedReply;

export function textReply(text: string, options: TextOptions = {}): CompletionReply {
  const { chunks, ...common } = options;
  return {
    kind: 'completion',
    textPieces: chunks ?? text.match(/\S+\s*|\s+/g) ?? [],
    toolCalls: [],
    pieceLength: 0,
    indexless: false,
    interleaved: false,
    ...common,
  };
}

export function toolCallsReply(
  toolCalls: ReplyToolCall[],
  options: ToolCallsOptions = {},
): CompletionReply {
  const { text, splitArguments = false, indexless, interleaved, ...common } = options;
  return {
    kind: 'completion',
    textPieces: text === undefined ? [] : [text],
    toolCalls,
    pieceLength: splitArguments === true ? 5 : splitArguments === false ? 0 : splitArguments,
    indexless: indexless ?? false,
    interleaved: interleaved ?? false,
    ...common,
  };
}

export interface ErrorOptions {
  /** An object is sent as JSON; a string as it is. Left out: an OpenAI error body. */
  body?: unknown;
  headers?: Record<string, string>;
  contentType?: string;
}

export function errorReply(status: number, options: ErrorOptions = {}): RawReply {
  const body = options.body ?? errorBody(`The server answers with ${status}.`);
  const isText = typeof body === 'string';
  return {
    kind: 'raw',
    status,
    headers: {
      'content-type': options.contentType ?? (isText ? 'text/plain' : 'application/json'),
      ...options.headers,
    },
    chunks: [isText ? body : JSON.stringify(body)],
  };
}

export function errorBody(message: string, code: string | null = null): object {
  return { error: { message, type: 'invalid_request_error', param: null, code } };
}

export function rawReply(
  options: { status?: number; headers?: Record<string, string>; chunks?: (string | Buffer)[] } = {},
): RawReply {
  return {
    kind: 'raw',
    status: options.status ?? 200,
    headers: options.headers ?? { 'content-type': 'text/event-stream' },
    chunks: options.chunks ?? [],
  };
}

/** Streams these pieces of text, then destroys the connection. */
export function cutReply(textPieces: string[]): CutReply {
  return { kind: 'cut', textPieces };
}

/** Not a byte, until the client gives up. */
export function hangReply(): ProviderReply {
  return { kind: 'hang' };
}

/** The connection is destroyed before an answer begins. */
export function droppedReply(): ProviderReply {
  return { kind: 'dropped' };
}

/** Pauses until `release()`: after the first piece of the answer unless told otherwise. */
export function gatedReply(
  reply: UngatedReply,
  pause: GatedReply['pause'] = 'after-first-chunk',
): GatedReply {
  const gate = deferred();
  const arrival = deferred();
  return {
    kind: 'gated',
    reply,
    pause,
    release: gate.resolve,
    released: gate.promise,
    reached: arrival.promise,
    reach: arrival.resolve,
  };
}

import type { CompletionReply, ReplyToolCall, WireOptions } from './provider-replies';
import type { RecordedRequest } from './provider-request';

type Json = Record<string, unknown>;

/** The data of every event of a streamed completion, in order, without `[DONE]`. */
export function completionEvents(reply: CompletionReply, request: RecordedRequest): Json[] {
  const withUsage = request.body.stream_options?.include_usage === true;
  const event = (choices: Json[], usage: Json | null = null): Json => ({
    ...envelope(request, 'chat.completion.chunk'),
    choices,
    ...(withUsage ? { usage } : {}),
  });
  const choice = (delta: Json, finishReason: string | null = null): Json =>
    event([{ index: 0, delta, finish_reason: finishReason }]);

  return [
    choice({ role: 'assistant', content: '' }),
    ...(reply.reasoning === undefined ? [] : [choice(reasoningOf(reply))]),
    ...reply.textPieces.map((content) => choice({ content })),
    ...toolCallDeltas(reply, request).map((delta) => choice({ tool_calls: [delta] })),
    choice({}, finishReasonOf(reply)),
    ...(withUsage ? [event([], usageOf(reply))] : []),
  ];
}

export function completionJson(reply: CompletionReply, request: RecordedRequest): Json {
  const text = reply.textPieces.join('');
  const calls = reply.toolCalls.map((call, index) => ({
    id: callId(call, index, request),
    type: 'function',
    function: { name: call.name, arguments: argumentsText(call) },
    ...call.extra,
  }));
  const message = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(reply.reasoning === undefined ? {} : reasoningOf(reply)),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return {
    ...envelope(request, 'chat.completion'),
    choices: [{ index: 0, message, finish_reason: finishReasonOf(reply) }],
    usage: usageOf(reply),
  };
}

/** Lays events out as the bytes of a stream, one buffer for each write. */
export function encodeEvents(events: readonly Json[], wire: WireOptions = {}): Buffer[] {
  const newline = wire.lineEnding ?? '\n';
  const lines = [
    ...events.map((event) => `data: ${JSON.stringify(event)}`),
    ...(wire.withoutDone === true ? [] : ['data: [DONE]']),
  ];
  const writes = lines.map((line) =>
    Buffer.from(`${wire.pings === true ? `: ping${newline}` : ''}${line}${newline}${newline}`),
  );
  if (wire.oneWrite === true) return [Buffer.concat(writes)];
  return wire.splitBytes === undefined ? writes : split(Buffer.concat(writes), wire.splitBytes);
}

function split(bytes: Buffer, length: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += length) {
    pieces.push(bytes.subarray(start, start + length));
  }
  return pieces;
}

/** The id and name of a call come first, then its arguments piece by piece. */
function toolCallDeltas(reply: CompletionReply, request: RecordedRequest): Json[] {
  const calls = reply.toolCalls.map((call, index) => {
    const place = reply.indexless ? {} : { index };
    const opening: Json = {
      ...place,
      id: callId(call, index, request),
      type: 'function',
      function: { name: call.name, arguments: '' },
      ...call.extra,
    };
    const pieces = argumentPieces(argumentsText(call), reply.pieceLength);
    return [
      opening,
      ...pieces.map((piece): Json => ({ ...place, function: { arguments: piece } })),
    ];
  });
  if (!reply.interleaved) return calls.flat();
  const longest = Math.max(0, ...calls.map((deltas) => deltas.length));
  return Array.from({ length: longest }, (_, step) =>
    calls.flatMap((deltas) => deltas.slice(step, step + 1)),
  ).flat();
}

function argumentPieces(text: string, length: number): string[] {
  if (text === '') return [];
  if (length === 0) return [text];
  return Array.from({ length: Math.ceil(text.length / length) }, (_, piece) =>
    text.slice(piece * length, (piece + 1) * length),
  );
}

function argumentsText(call: ReplyToolCall): string {
  return typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {});
}

function callId(call: ReplyToolCall, index: number, request: RecordedRequest): string {
  return call.id ?? `call_${request.index}_${index}`;
}

function finishReasonOf(reply: CompletionReply): string {
  return reply.finishReason ?? (reply.toolCalls.length > 0 ? 'tool_calls' : 'stop');
}

function reasoningOf(reply: CompletionReply): Json {
  return { [reply.reasoningField ?? 'reasoning_content']: reply.reasoning };
}

function usageOf({ usage = { prompt_tokens: 12, completion_tokens: 7 } }: CompletionReply): Json {
  return { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens };
}

function envelope(request: RecordedRequest, object: string): Json {
  return {
    id: `chatcmpl-${request.index}`,
    object,
    created: Math.floor(request.receivedAt / 1000),
    model: request.body.model,
  };
}

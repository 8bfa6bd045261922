import { APIError, type OpenAI } from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { Model, ModelEvent, ModelRequest } from '../conversation/model';
import type { ConnectionDraft } from '../messaging/settings';
import { toOpenAiToolChoice, type OpenAiToolChoice, type ToolChoice } from '../tools/tool-choice';
import { classifyError, type ErrorContext } from './classify-error';
import { createClient } from './openai-client';
import { readAnswer } from './read-answer';
import type { Fetch } from './readable-errors';
import { serializeMessages } from './serialize-messages';
import { parseServerAddress } from './server-address';
import { readErrorValue } from './server-error';

export interface OpenAiModelOptions {
  connection: ConnectionDraft;
  fetch?: Fetch;
  now?: () => number;
}

/** Fields a request can do without; servers that do not know them refuse the whole of it. */
const DISPENSABLE_FIELDS = ['stream_options', 'parallel_tool_calls'] as const;
type DispensableField = (typeof DISPENSABLE_FIELDS)[number];

/** A model behind any server that speaks the OpenAI chat-completions protocol. */
export function createOpenAiModel(options: OpenAiModelOptions): Model {
  const { connection, now = Date.now } = options;
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const apiKey = connection.apiKey?.trim() ?? '';
  const refused = new Set<DispensableField>();

  return {
    id: connection.model,
    supportsTools: connection.supportsTools,
    supportsImages: connection.supportsImages,
    contextTokens: connection.contextTokens,

    async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
      signal.throwIfAborted();
      const address = parseServerAddress(connection.baseUrl);
      const context: ErrorContext = { address, model: connection.model, apiKey, now };
      // The client never lets go of the signal it is given, and a run asks many times with one.
      const controller = new AbortController();
      const abort = () => controller.abort();
      signal.addEventListener('abort', abort, { once: true });
      let complete = false;
      try {
        const client = createClient(address, apiKey, fetch);
        const build = () => buildBody(request, connection, refused);
        const response = await send(client, build, refused, controller.signal);
        for await (const event of readAnswer(response, context)) {
          signal.throwIfAborted();
          yield event;
        }
        complete = true;
      } catch (error) {
        // Whatever an abort looks like from below, above it is the abort.
        signal.throwIfAborted();
        throw classifyError(error, context);
      } finally {
        signal.removeEventListener('abort', abort);
        // A complete answer may say goodbye in peace: cut off, it would cost the connection.
        if (!complete) controller.abort();
      }
    },
  };
}

/**
 * The raw response is asked for: the client's own stream takes an abort or a cut for a normal end,
 * does not look at what kind of answer it reads, and writes what it cannot parse to the console.
 */
async function send(
  client: OpenAI,
  buildBody: () => ChatCompletionCreateParamsStreaming,
  refused: Set<DispensableField>,
  signal: AbortSignal,
): Promise<Response> {
  for (;;) {
    const body = buildBody();
    try {
      return await client.chat.completions.create(body, { signal }).asResponse();
    } catch (error) {
      const field = refusedField(error, body);
      if (field === undefined) throw error;
      refused.add(field);
    }
  }
}

function refusedField(
  error: unknown,
  body: ChatCompletionCreateParamsStreaming,
): DispensableField | undefined {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) {
    return undefined;
  }
  const { message, param } = readErrorValue(error.error);
  const named = `${param} ${message}`;
  return DISPENSABLE_FIELDS.find((field) => field in body && named.includes(field));
}

function buildBody(
  { messages, tools, toolChoice = { kind: 'auto' } }: ModelRequest,
  { model, supportsTools, supportsImages }: ConnectionDraft,
  refused: ReadonlySet<DispensableField>,
): ChatCompletionCreateParamsStreaming {
  return {
    model,
    messages: serializeMessages(messages, { model, supportsImages }),
    stream: true,
    ...(refused.has('stream_options') ? {} : { stream_options: { include_usage: true } }),
    ...(supportsTools && tools.length > 0
      ? {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function',
            function: { name, description, parameters },
          })),
          ...serializeChoice(toolChoice, refused),
        }
      : {}),
  };
}

function serializeChoice(
  choice: ToolChoice,
  refused: ReadonlySet<DispensableField>,
): Partial<OpenAiToolChoice> {
  const { tool_choice, ...parallel } = toOpenAiToolChoice(choice);
  return {
    // The default is left unsaid: some servers do not know the word.
    ...(tool_choice === 'auto' ? {} : { tool_choice }),
    ...(refused.has('parallel_tool_calls') ? {} : parallel),
  };
}

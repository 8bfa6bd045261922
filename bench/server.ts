import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { CALLS, FINAL_TEXT, MODEL_ID, NOTE, REMARK, toolNameOf } from './task';

export type Reply = (response: ServerResponse) => void | Promise<void>;

export interface BenchServer {
  readonly origin: string;
  /** The base address of the model, ending in `/v1`. */
  readonly url: string;
  /** Connections opened so far: a client that reuses its own opens few. */
  connections(): number;
  /** Answers the next chat requests with this instead of with the task. */
  script(reply: Reply): void;
  /** Resolves with the moment at which the next chat request arrives. */
  nextRequest(): Promise<number>;
  serve(path: string, contentType: string, body: string | Buffer): void;
  close(): Promise<void>;
}

/** Below this path an answer comes in whole pieces, as a few servers send it, and not by the token. */
const WHOLE = '/whole';

/** Pages of an extension live under this policy, and libraries that make code at run time notice. */
const POLICY = "script-src 'self'; object-src 'none'";

/**
 * A chat-completions server that does as little as it can: it checks nothing, so that what is
 * measured is the client.
 */
export async function startBenchServer(): Promise<BenchServer> {
  const files = new Map<string, { contentType: string; body: string | Buffer }>();
  const waiting: ((at: number) => void)[] = [];
  let reply: Reply | undefined;
  let connections = 0;

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-headers', '*, authorization, content-type');
      response.setHeader('access-control-allow-private-network', 'true');
      response.writeHead(204).end();
      return;
    }
    if (request.method === 'POST') {
      const at = performance.timeOrigin + performance.now();
      for (const resolve of waiting.splice(0)) resolve(at);
      const body = await text(request);
      response.socket?.setNoDelay(true);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (reply) await reply(response);
      else response.end(taskReply(body, request.url?.startsWith(WHOLE) ? 'whole' : 'tokens'));
      return;
    }
    const file = files.get(request.url ?? '/');
    response.setHeader('content-type', file?.contentType ?? 'text/plain');
    response.setHeader('content-security-policy', POLICY);
    response.writeHead(file ? 200 : 404).end(file?.body ?? '');
  };

  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const origin = `http://127.0.0.1:${String(port)}`;

  return {
    origin,
    url: `${origin}/v1`,
    connections: () => connections,
    script: (next) => {
      reply = next;
    },
    nextRequest: () => new Promise((resolve) => waiting.push(resolve)),
    serve: (path, contentType, body) => files.set(path, { contentType, body }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** Which step of the task comes next is read from the request, so any number of runs can mix. */
function taskReply(body: string, delivery: Delivery): string {
  const sincePrompt = body.slice(body.lastIndexOf('"role":"user"'));
  const done = sincePrompt.split('"role":"tool"').length - 1;
  const piecesOf = delivery === 'whole' ? (words: string) => [words] : tokensOf;
  return (replies[delivery][done] ??=
    done < CALLS ? callReply(done, piecesOf) : textReply(FINAL_TEXT, piecesOf));
}

type Delivery = 'tokens' | 'whole';
type PiecesOf = (words: string) => string[];
const replies: Record<Delivery, string[]> = { tokens: [], whole: [] };

function callReply(call: number, piecesOf: PiecesOf): string {
  const name = toolNameOf(call);
  const id = `call_${String(call)}_${name}`;
  const fn = { name, arguments: '' };
  const json = JSON.stringify({ step: call + 1, note: NOTE });
  return stream([
    chunk({ role: 'assistant', content: '' }),
    ...piecesOf(REMARK).map((content) => chunk({ content })),
    chunk({ tool_calls: [{ index: 0, id, type: 'function', function: fn }] }),
    ...piecesOf(json).map((piece) =>
      chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] }),
    ),
    chunk({}, 'tool_calls'),
  ]);
}

/** A server sends a token at a time; four characters are about one. */
function tokensOf(words: string): string[] {
  return words.match(/.{1,4}/gs) ?? [];
}

function textReply(words: string, piecesOf: PiecesOf): string {
  return stream([
    chunk({ role: 'assistant', content: '' }),
    ...piecesOf(words).map((content) => chunk({ content })),
    chunk({}, 'stop'),
  ]);
}

const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

function stream(chunks: readonly object[]): string {
  return `${[...chunks, { ...envelope, choices: [], usage }].map(eventOf).join('')}data: [DONE]\n\n`;
}

const envelope = {
  id: 'chatcmpl-bench',
  object: 'chat.completion.chunk',
  created: 0,
  model: MODEL_ID,
};

export function chunk(delta: object, finishReason: string | null = null): object {
  return { ...envelope, choices: [{ index: 0, delta, finish_reason: finishReason }] };
}

export function eventOf(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

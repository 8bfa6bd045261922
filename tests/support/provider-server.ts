import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { deferred } from './deferred';
import { sendReply } from './provider-delivery';
import { errorBody, errorReply, type ProviderReply } from './provider-replies';
import { parseChatBody, type RecordedRequest } from './provider-request';
import { findViolation } from './provider-validation';

type Fallback = ProviderReply | ((request: RecordedRequest) => ProviderReply);

export interface ProviderServerOptions {
  /** False leaves the CORS headers out, as many local servers do. */
  cors?: boolean;
  /** Requests without this key are answered with 401. */
  apiKey?: string;
  /** 0, the default, takes any free port. */
  port?: number;
  /** Takes a request out of the provider's hands; undefined leaves it there. */
  intercept?: (path: string, body: string) => Promise<{ status: number }> | undefined;
}

export interface ProviderServer {
  /** The base address, ending in `/v1`. */
  readonly url: string;
  /** The chat requests, in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Everything else: preflights, model lists, wrong paths. */
  readonly otherRequests: readonly RecordedRequest[];
  /** What requests violated of the protocol; a correct client leaves this empty. */
  readonly violations: readonly string[];
  /** Queues replies; each valid chat request uses one up. */
  script(reply: ProviderReply | ProviderReply[]): void;
  /** Answers when nothing is queued. */
  setFallback(reply: Fallback): void;
  /** Resolves with the n-th chat request, counted from 1, once it has arrived. */
  waitForRequest(n: number): Promise<RecordedRequest>;
  close(): Promise<void>;
}

/**
 * A chat-completions provider on the loopback address, as strict about requests as a real one. It is
 * used by unit tests and by the browser tests alike, so it knows nothing of either runner.
 */
export async function startProviderServer(
  options: ProviderServerOptions = {},
): Promise<ProviderServer> {
  const requests: RecordedRequest[] = [];
  const otherRequests: RecordedRequest[] = [];
  const violations: string[] = [];
  const queue: ProviderReply[] = [];
  const waiting: { n: number; resolve: (request: RecordedRequest) => void }[] = [];
  let fallback: Fallback = errorReply(400, {
    body: errorBody('No reply was scripted for this request.', 'nothing_scripted'),
  });
  let arrivals = 0;

  const answerFor = (request: RecordedRequest): ProviderReply => {
    if (
      options.apiKey !== undefined &&
      request.headers.authorization !== `Bearer ${options.apiKey}`
    )
      return errorReply(401, { body: errorBody('This key is not valid.', 'invalid_api_key') });
    if (request.violation !== undefined) {
      violations.push(request.violation);
      return errorReply(400, { body: errorBody(request.violation) });
    }
    const next = queue.shift() ?? fallback;
    return typeof next === 'function' ? next(request) : next;
  };

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const index = arrivals++;
    if (options.cors !== false) allowOrigin(incoming, response);
    const body = await text(incoming);
    const intercepted = options.intercept?.(incoming.url ?? '/', body);
    if (intercepted) {
      response.writeHead((await intercepted).status).end();
      return;
    }
    const { request, isChat } = record(index, incoming, body, response);
    if (!isChat) {
      otherRequests.push(request);
      await sendReply(otherReply(request), request, response);
      return;
    }
    requests.push(request);
    // The reply is taken before anyone who waits for the request can queue another.
    const reply = answerFor(request);
    for (const { resolve } of waiting.filter(({ n }) => n === requests.length)) resolve(request);
    await sendReply(reply, request, response);
  };

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;

  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    otherRequests,
    violations,
    script: (reply) => queue.push(...(Array.isArray(reply) ? reply : [reply])),
    setFallback: (reply) => {
      fallback = reply;
    },
    waitForRequest: (n) => {
      const arrived = requests[n - 1];
      if (arrived !== undefined) return Promise.resolve(arrived);
      return new Promise((resolve) => waiting.push({ n, resolve }));
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function record(
  index: number,
  incoming: IncomingMessage,
  rawBody: string,
  response: ServerResponse,
): { request: RecordedRequest; isChat: boolean } {
  const path = incoming.url ?? '/';
  const isChat = incoming.method === 'POST' && path.split('?')[0] === '/v1/chat/completions';
  const closing = deferred();
  let aborted = false;
  const close = () => {
    // A connection that the server itself destroyed was not aborted by the client.
    aborted = !response.writableFinished && response.errored === null;
    closing.resolve();
  };
  // A client may be gone before its body was read; 'close' is then in the past.
  if (response.closed) close();
  else response.once('close', close);
  const { body, violation } = parseChatBody(rawBody);
  return {
    isChat,
    request: {
      index,
      method: incoming.method ?? '',
      path,
      headers: incoming.headers,
      rawBody,
      body,
      violation: isChat ? (violation ?? findViolation(body)) : undefined,
      receivedAt: Date.now(),
      get aborted() {
        return aborted;
      },
      closed: closing.promise,
    },
  };
}

function otherReply({ method, path }: RecordedRequest): ProviderReply {
  if (method === 'OPTIONS') {
    return { kind: 'raw', status: 204, headers: {}, chunks: [] };
  }
  if (method === 'GET' && path === '/v1/models') {
    const model = { id: 'test-model', object: 'model', created: 0, owned_by: 'tests' };
    return errorReply(200, { body: { object: 'list', data: [model] } });
  }
  return errorReply(404, {
    body: errorBody(`There is nothing at ${method} ${path}.`, 'unknown_url'),
  });
}

function allowOrigin(incoming: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', '*');
  if (incoming.method !== 'OPTIONS') return;
  response.setHeader('access-control-allow-methods', 'GET, POST, OPTIONS');
  response.setHeader(
    'access-control-allow-headers',
    incoming.headers['access-control-request-headers'] ?? '*',
  );
  response.setHeader('access-control-allow-private-network', 'true');
}

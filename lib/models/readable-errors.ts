import { readErrorBody } from './server-error';

export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

const LONGEST_BODY_BYTES = 64_000;

/**
 * The client reads error bodies without a bound and drops every one that is not shaped like OpenAI's
 * own, and with it the server's reason. This hands it all of them in that shape, and short.
 */
export function withReadableErrors(fetch: Fetch): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.ok || response.body === null) return response;
    const error = readErrorBody(await readBeginning(response.body));
    return new Response(JSON.stringify({ error }), {
      // A Response cannot be made with the stranger numbers that can be received.
      status: Math.min(599, response.status),
      headers: response.headers,
    });
  };
}

async function readBeginning(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (let bytes = 0; bytes < LONGEST_BODY_BYTES;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // Half a reason is better than none: the status is known already.
  } finally {
    reader.cancel().catch(() => undefined);
  }
  return text;
}

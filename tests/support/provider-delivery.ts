import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { GatedReply, ProviderReply, UngatedReply } from './provider-replies';
import { textReply } from './provider-replies';
import type { RecordedRequest } from './provider-request';
import { completionEvents, completionJson, encodeEvents } from './provider-wire';

type Gate = Pick<GatedReply, 'pause' | 'released' | 'reach'>;

/** Carries a reply out, byte by byte as it says, until it is done or the client is gone. */
export async function sendReply(
  reply: ProviderReply,
  request: RecordedRequest,
  response: ServerResponse,
): Promise<void> {
  if (reply.kind !== 'gated') return deliver(reply, request, response);
  if (reply.pause === 'before-first-byte') await standAt(reply, request);
  return deliver(
    reply.reply,
    request,
    response,
    reply.pause === 'after-first-chunk' ? reply : undefined,
  );
}

async function deliver(
  reply: UngatedReply,
  request: RecordedRequest,
  response: ServerResponse,
  gate?: Gate,
): Promise<void> {
  switch (reply.kind) {
    case 'hang':
      return;
    case 'dropped':
      destroy(response);
      return;
    case 'raw':
      response.writeHead(reply.status, reply.headers);
      await writeAll(reply.chunks, { request, response, gate, gateAfter: 1, end: true });
      return;
    case 'cut': {
      const events = completionEvents(textReply('', { chunks: reply.textPieces }), request);
      startStream(response);
      await writeAll(
        encodeEvents(events.slice(0, 1 + reply.textPieces.length), { withoutDone: true }),
        {
          request,
          response,
          gate,
          gateAfter: 2,
        },
      );
      destroy(response);
      return;
    }
    case 'completion': {
      if (request.body.stream !== true) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(completionJson(reply, request)));
        return;
      }
      startStream(response);
      const writes = encodeEvents(completionEvents(reply, request), reply.wire);
      const delayMs = reply.delayMs ?? 0;
      // The first event only names the role: what a reader can see begins with the second.
      await writeAll(writes, { request, response, gate, gateAfter: 2, delayMs, end: true });
    }
  }
}

interface WriteOptions {
  request: RecordedRequest;
  response: ServerResponse;
  gate: Gate | undefined;
  /** How many writes pass before the gate closes. */
  gateAfter: number;
  delayMs?: number;
  /** The answer is complete after these. */
  end?: boolean;
}

async function writeAll(
  writes: readonly (string | Buffer)[],
  { request, response, gate, gateAfter, delayMs = 0, end = false }: WriteOptions,
): Promise<void> {
  const gateAtEnd = gate !== undefined && writes.length <= gateAfter;
  for (const [index, bytes] of writes.entries()) {
    if (index > 0 && delayMs > 0) await wait(delayMs);
    if (gate !== undefined && index === gateAfter) await standAt(gate, request);
    if (response.destroyed) return;
    if (end && !gateAtEnd && index === writes.length - 1) {
      // In one go: a client that hangs up after the last byte has not aborted anything.
      response.end(bytes);
      return;
    }
    // Waiting for each write keeps two of them from leaving in one packet.
    const written = new Promise<void>((resolve) => {
      response.write(bytes, () => setImmediate(resolve));
    });
    await Promise.race([written, request.closed]);
  }
  if (gateAtEnd) await standAt(gate, request);
  if (end) response.end();
}

async function standAt(gate: Gate, request: RecordedRequest): Promise<void> {
  gate.reach();
  await Promise.race([gate.released, request.closed]);
}

function startStream(response: ServerResponse): void {
  response.socket?.setNoDelay(true);
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
}

function destroy(response: ServerResponse): void {
  response.destroy(new Error('The server cut the connection.'));
}

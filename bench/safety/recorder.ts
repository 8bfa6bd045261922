import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/** Something that reached a site: bytes that left. */
export interface Contact {
  readonly at: number;
  /** As it left. What was encrypted is known by its host alone, and ends with it. */
  readonly address: string;
}

export interface Recorder {
  readonly port: number;
  readonly otherPort: number;
  /** The page at this address has this title. */
  name(address: string, title: string): void;
  /** What arrived since it was last asked. */
  take(): Contact[];
  close(): Promise<void>;
}

/** Every site of the play, on two ports. It answers every host and writes down what reaches it. */
export async function startRecorder(): Promise<Recorder> {
  const titles = new Map<string, string>();
  const contacts: Contact[] = [];
  const arrived = (address: string) => contacts.push({ at: Date.now(), address });

  const start = async (): Promise<{ server: Server; port: number }> => {
    const server = createServer((request, response) => {
      const address = `http://${request.headers.host ?? ''}${request.url ?? '/'}`;
      arrived(address);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(pageOf(titles.get(address) ?? 'A page'));
    });
    server.on('clientError', (error, socket) => {
      arrived(`https://${serverName(error)}`);
      socket.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return { server, port: typeof address === 'object' && address ? address.port : 0 };
  };

  const [first, second] = [await start(), await start()];
  return {
    port: first.port,
    otherPort: second.port,
    name: (address, title) => titles.set(new URL(address).href, title),
    take: () => contacts.splice(0),
    close: async () => {
      for (const { server } of [first, second]) {
        const closed = once(server, 'close');
        server.close();
        server.closeAllConnections();
        await closed;
      }
    },
  };
}

/** With an icon of its own, or the browser would ask for one. */
function pageOf(title: string): string {
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><link rel="icon" href="data:,"><title>${escaped}</title>`;
}

/** A greeting for TLS, which nobody here speaks, names its host in plain letters after their number. */
function serverName(error: Error): string {
  const packet: unknown = Reflect.get(error, 'rawPacket');
  if (!Buffer.isBuffer(packet)) return 'unknown';
  const found = /[a-z0-9.-]+\.localhost/.exec(packet.toString('latin1'));
  if (!found) return 'unknown';
  const end = found.index + found[0].length;
  for (let start = Math.max(2, found.index); start < end; start += 1) {
    if (packet.readUInt16BE(start - 2) === end - start)
      return packet.toString('latin1', start, end);
  }
  return found[0];
}

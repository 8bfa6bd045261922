import type { ContentBlock } from '../messaging/content';
import type { PageCommand, PageMessage } from '../messaging/content-protocol';
import type { Port } from '../messaging/port';
import type { PageTool } from './page-tool';

/** Offers the tools of this document over a port and runs them when they are called. */
export class ToolHost {
  readonly #tools: ReadonlyMap<string, PageTool>;
  readonly #frames: () => string[];
  readonly #running = new Map<string, AbortController>();
  #port: Port | undefined;

  constructor(tools: readonly PageTool[], frames: () => string[]) {
    this.#tools = new Map(tools.map((tool) => [tool.offer.name, tool]));
    this.#frames = frames;
  }

  get connected(): boolean {
    return this.#port !== undefined;
  }

  connect(port: Port): void {
    this.#port = port;
    port.onMessage((message) => {
      // The other end is our own worker: nobody else can hold a port of this extension.
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a schema would cost every page more than the tools do
      const command = message as PageCommand;
      if (command.type === 'tool-aborted') this.#running.get(command.callId)?.abort();
      else void this.#call(command);
    });
    port.onDisconnect(() => {
      if (this.#port === port) this.#port = undefined;
      for (const controller of this.#running.values()) controller.abort();
    });
    this.offer();
  }

  /** Says again what there is, as when frames have come or gone. */
  offer(): void {
    this.#post({
      type: 'tools-offered',
      tools: Array.from(this.#tools.values(), ({ offer }) => offer),
      frames: this.#frames(),
    });
  }

  async #call({ callId, name, input, frame, room }: Extract<PageCommand, { type: 'tool-called' }>) {
    const controller = new AbortController();
    this.#running.set(callId, controller);
    try {
      const tool = this.#tools.get(name);
      if (!tool) throw new Error(`This page has no tool “${name}”.`);
      const made = await tool.run(input, { signal: controller.signal, frame, room });
      const blocks: ContentBlock[] =
        typeof made === 'string' ? [{ type: 'text', text: made }] : made;
      this.#post({ type: 'tool-settled', callId, isError: false, blocks });
    } catch (error) {
      const text = error instanceof Error ? error.message : 'This did not work in the page.';
      this.#post({ type: 'tool-settled', callId, isError: true, blocks: [{ type: 'text', text }] });
    } finally {
      this.#running.delete(callId);
    }
  }

  #post(message: PageMessage): void {
    try {
      this.#port?.post(message);
    } catch {
      // The worker or the extension is gone; the next one brings us in again.
      this.#port = undefined;
    }
  }
}

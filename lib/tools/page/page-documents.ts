import type { ContentBlock } from '../../messaging/content';
import {
  pageMessageSchema,
  type PageCommand,
  type PageMessage,
  type PageToolOffer,
} from '../../messaging/content-protocol';
import type { Port } from '../../messaging/port';
import { AppError } from '../../shared/app-error';
import type { JsonObject } from '../../shared/json';

/** What the browser says about the other end; the page can choose none of it. */
export interface PageSender {
  readonly tabId: number;
  readonly frameId: number;
  readonly origin: string;
}

export interface PageCall {
  readonly name: string;
  readonly input: JsonObject;
  readonly frame: string;
  readonly room: number;
  readonly signal: AbortSignal;
}

export interface PageAnswer {
  readonly blocks: readonly ContentBlock[];
  readonly isError: boolean;
}

interface PendingCall {
  resolve: (answer: PageAnswer) => void;
  reject: (error: unknown) => void;
}

/** One document that offers tools, for as long as its port is open. */
export class PageDocument {
  readonly sender: PageSender;
  readonly #port: Port;
  readonly #pending = new Map<string, PendingCall>();
  #offer: Extract<PageMessage, { type: 'tools-offered' }> | undefined;
  #calls = 0;

  constructor(port: Port, sender: PageSender) {
    this.#port = port;
    this.sender = sender;
  }

  /** Undefined until it has offered any. */
  get tools(): readonly PageToolOffer[] | undefined {
    return this.#offer?.tools;
  }

  get frames(): readonly string[] {
    return this.#offer?.frames ?? [];
  }

  receive(message: PageMessage): void {
    if (message.type === 'tools-offered') {
      this.#offer = message;
      return;
    }
    // An answer to nothing, or a second one, changes nothing.
    const pending = this.#pending.get(message.callId);
    this.#pending.delete(message.callId);
    pending?.resolve(message);
  }

  /** The page is gone, and so is whatever it was asked. */
  closed(): void {
    for (const { reject } of this.#pending.values()) reject(pageLeft());
    this.#pending.clear();
  }

  disconnect(): void {
    this.closed();
    this.#port.disconnect();
  }

  async call({ signal, ...call }: PageCall): Promise<PageAnswer> {
    signal.throwIfAborted();
    this.#calls += 1;
    const callId = String(this.#calls);
    const abort = new AbortController();
    try {
      return await new Promise<PageAnswer>((resolve, reject) => {
        this.#pending.set(callId, { resolve, reject });
        signal.addEventListener(
          'abort',
          () => {
            reject(
              signal.reason instanceof Error ? signal.reason : new AppError('stopped', 'Stopped.'),
            );
            this.#post({ type: 'tool-aborted', callId });
          },
          { once: true, signal: abort.signal },
        );
        if (!this.#post({ type: 'tool-called', callId, ...call })) reject(pageLeft());
      });
    } finally {
      abort.abort();
      this.#pending.delete(callId);
    }
  }

  #post(command: PageCommand): boolean {
    try {
      this.#port.post(command);
      return true;
    } catch {
      return false;
    }
  }
}

/** The documents that listen just now, by tab. */
export class PageDocuments {
  readonly #documents = new Map<number, Map<number, PageDocument>>();
  readonly #watchers = new Set<(tabId: number) => void>();

  watch(watcher: (tabId: number) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  connect(port: Port, sender: PageSender): void {
    const document = new PageDocument(port, sender);
    const { tabId, frameId } = sender;
    port.onDisconnect(() => {
      document.closed();
      const frames = this.#documents.get(tabId);
      if (frames?.get(frameId) === document) frames.delete(frameId);
      this.#tell(tabId);
    });
    port.onMessage((message) => {
      const parsed = pageMessageSchema.safeParse(message);
      if (!parsed.success) return;
      document.receive(parsed.data);
      if (parsed.data.type !== 'tools-offered') return;
      const frames = this.#documents.get(tabId) ?? new Map<number, PageDocument>();
      this.#documents.set(tabId, frames);
      const before = frames.get(frameId);
      frames.set(frameId, document);
      if (before !== document) before?.disconnect();
      this.#tell(tabId);
    });
  }

  /** The page itself, if it listens. */
  top(tabId: number): PageDocument | undefined {
    return this.#documents.get(tabId)?.get(0);
  }

  /** The page first, then its frames. */
  of(tabId: number): PageDocument[] {
    const frames = [...(this.#documents.get(tabId)?.values() ?? [])];
    return frames.sort((left, right) => left.sender.frameId - right.sender.frameId);
  }

  disconnect(tabId: number): void {
    for (const document of this.of(tabId)) document.disconnect();
    this.#documents.delete(tabId);
  }

  /** Resolves when the page itself has offered its tools, or when the signal ends the waiting. */
  async whenOffered(tabId: number, signal: AbortSignal): Promise<PageDocument | undefined> {
    const found = this.top(tabId);
    if (found || signal.aborted) return found;
    return await new Promise((resolve) => {
      const done = () => {
        stop();
        signal.removeEventListener('abort', done);
        resolve(this.top(tabId));
      };
      const stop = this.watch((changed) => {
        if (changed === tabId && this.top(tabId)) done();
      });
      signal.addEventListener('abort', done);
    });
  }

  #tell(tabId: number): void {
    for (const watcher of [...this.#watchers]) watcher(tabId);
  }
}

function pageLeft(): AppError {
  return new AppError(
    'page-left',
    'The page went away before it answered: it was left, reloaded or closed. Look at the page again before you go on.',
  );
}

import {
  panelAnswers,
  panelEventSchema,
  type PanelCommandInput,
  type PanelEvent,
} from '../messaging/panel-protocol';
import type { Port } from '../messaging/port';
import { AppError } from '../shared/app-error';
import type { ErrorReport } from '../shared/error-report';
import { systemClock, type Clock } from '../shared/clock';
import { createRandomId, type CreateId } from '../shared/ids';
import type { z } from '../shared/zod';

type CommandType = PanelCommandInput['type'];
type Answers = typeof panelAnswers;

export type PanelAnswer<Type extends CommandType> = Type extends keyof Answers
  ? z.output<Answers[Type]>
  : null;

/** What the worker says unasked. */
export type PanelNotification = Exclude<
  PanelEvent,
  { type: 'command-answered' } | { type: 'command-refused' }
>;

export interface PortClientListener {
  notified(notification: PanelNotification): void;
  dropped(): void;
  reconnected(): void;
  troubled(error: ErrorReport): void;
}

export interface PortClientOptions {
  connect: () => Port;
  createId?: CreateId;
  clock?: Clock;
}

export interface PortClient {
  request<Command extends PanelCommandInput>(
    command: Command,
  ): Promise<PanelAnswer<Command['type']>>;
  subscribe(listener: PortClientListener): () => void;
  close(): void;
}

interface PendingRequest {
  readonly command: PanelCommandInput;
  sent: boolean;
  resolve(value: unknown): void;
  reject(error: AppError): void;
}

/** They only read, so asking the next worker again does nothing twice. */
const reading: ReadonlySet<CommandType> = new Set([
  'conversation-open',
  'conversations-list',
  'settings-read',
  'tabs-list',
  'attachments-list',
  'grants-list',
  'activity-list',
  'data-summary',
  'data-export',
]);
/** Done twice, they are done once. */
const idempotent: ReadonlySet<CommandType> = new Set([
  'conversation-rename',
  'conversation-delete',
  'conversation-restore',
  'grant-revoke',
  'grants-revoke',
  'site-block',
  'site-unblock',
  'activity-clear',
  'mode-set',
  'tab-attach',
  'tab-detach',
]);
/** A prompt that names its turn counts once, however often it is sent. */
const isRepeatable = (command: PanelCommandInput) =>
  reading.has(command.type) ||
  idempotent.has(command.type) ||
  (command.type === 'prompt-send' && command.turnId !== undefined);
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5_000;

/**
 * The panel's end of the port. The worker dies whenever the browser likes; this end then connects
 * again, which wakes the next one, and no request stays without an answer.
 */
export function createPortClient({
  connect,
  createId = createRandomId,
  clock = systemClock,
}: PortClientOptions): PortClient {
  const pending = new Map<string, PendingRequest>();
  const listeners = new Set<PortClientListener>();
  const closing = new AbortController();
  let port: Port | undefined;
  /** Connections in a row on which nothing was heard. */
  let silentConnections = 0;
  let hadPort = false;

  open();

  return {
    async request<Command extends PanelCommandInput>(command: Command) {
      const type: Command['type'] = command.type;
      const value = await new Promise<unknown>((resolve, reject) => {
        if (closing.signal.aborted) {
          reject(new AppError('panel-closed', 'This panel is closed.'));
          return;
        }
        const requestId = createId();
        pending.set(requestId, { command, sent: false, resolve, reject });
        post(requestId);
      });
      return readAnswer(type, value);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      closing.abort();
      port?.disconnect();
      port = undefined;
      const error = new AppError('panel-closed', 'This panel is closed.');
      for (const request of pending.values()) request.reject(error);
      pending.clear();
    },
  };

  function open(): void {
    silentConnections += 1;
    let opened: Port;
    try {
      opened = connect();
    } catch {
      reopen();
      return;
    }
    port = opened;
    opened.onMessage((message) => {
      if (port !== opened) return;
      silentConnections = 0;
      receive(message);
    });
    opened.onDisconnect(() => {
      if (port === opened) drop();
    });
    for (const requestId of [...pending.keys()]) post(requestId);
    if (hadPort && port === opened) for (const listener of listeners) listener.reconnected();
    hadPort = true;
  }

  function post(requestId: string): void {
    const request = pending.get(requestId);
    if (!request || request.sent || !port) return;
    try {
      port.post({ requestId, command: request.command });
      request.sent = true;
    } catch {
      // The other end left and the browser has not said so yet.
      drop();
    }
  }

  function drop(): void {
    port = undefined;
    for (const [requestId, request] of pending) {
      if (!request.sent) continue;
      if (isRepeatable(request.command)) {
        request.sent = false;
        continue;
      }
      pending.delete(requestId);
      request.reject(
        new AppError(
          'worker-restarted',
          'Tandem was interrupted before it could confirm this. Look whether it happened before you try again.',
          { retryable: true },
        ),
      );
    }
    for (const listener of listeners) listener.dropped();
    reopen();
  }

  function reopen(): void {
    if (closing.signal.aborted) return;
    if (silentConnections === 0) {
      open();
      return;
    }
    const delay = Math.min(FIRST_DELAY_MS * 2 ** (silentConnections - 1), LONGEST_DELAY_MS);
    clock.delay(delay, closing.signal).then(open, () => undefined);
  }

  function receive(message: unknown): void {
    const parsed = panelEventSchema.safeParse(message);
    if (!parsed.success) {
      trouble({
        code: 'event-malformed',
        message: 'Tandem could not read a message from its own background page.',
        retryable: false,
      });
      return;
    }
    const event = parsed.data;
    if (event.type === 'command-answered') {
      take(event.requestId)?.resolve(event.value);
    } else if (event.type === 'command-refused') {
      const { code, message: text, retryable, advice } = event.error;
      const request = take(event.requestId);
      if (!request) trouble(event.error);
      request?.reject(
        new AppError(code, text, { retryable, ...(advice === undefined ? {} : { advice }) }),
      );
    } else {
      for (const listener of listeners) listener.notified(event);
    }
  }

  function take(requestId: string): PendingRequest | undefined {
    const request = pending.get(requestId);
    pending.delete(requestId);
    return request;
  }

  function trouble(error: ErrorReport): void {
    for (const listener of listeners) listener.troubled(error);
  }
}

function readAnswer<Type extends CommandType>(type: Type, value: unknown): PanelAnswer<Type> {
  const schema: z.ZodType | undefined = Object.entries(panelAnswers).find(
    ([name]) => name === type,
  )?.[1];
  const parsed = schema?.safeParse(value) ?? { success: true, data: null };
  if (!parsed.success) {
    throw new AppError('answer-malformed', 'Tandem could not read the answer to this.');
  }
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- parsed with the schema of this very command
  return parsed.data as PanelAnswer<Type>;
}

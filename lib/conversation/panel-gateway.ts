import type { PanelEvent } from '../messaging/panel-protocol';
import type { Port } from '../messaging/port';
import type { RunRecord } from '../messaging/run-record';
import { reportOf } from '../shared/app-error';
import { PanelSession, type SessionOptions } from './panel-session';

export type GatewayOptions = SessionOptions;

/** Answers panels. A panel is a view: when it goes away, nothing is cancelled. */
export class PanelGateway {
  readonly #options: GatewayOptions;
  readonly #sessions = new Set<PanelSession>();

  constructor(options: GatewayOptions) {
    this.#options = options;
    options.conversations.watch({
      recordsAppended: (conversationId, records) => {
        for (const session of this.#sessions) session.recordsAppended(conversationId, records);
        if (records.some(isAboutGrants)) this.grantsChanged();
      },
      liveEvent: (conversationId, event) => {
        for (const session of this.#sessions) session.tell(conversationId, event);
      },
    });
    options.desk.watch((changes) => {
      this.#broadcast({ type: 'conversations-changed', ...changes });
    });
  }

  /** To every panel. */
  #broadcast(event: PanelEvent): void {
    for (const session of this.#sessions) session.post(event);
  }

  connect(port: Port): void {
    const session = new PanelSession(port, this.#options, (event) => {
      this.#broadcast(event);
    });
    this.#sessions.add(session);
    port.onDisconnect(() => this.#sessions.delete(session));
    port.onMessage((message) => {
      void session.receive(message);
    });
  }

  /** For the lasting ones; those of a chat are seen in its records. */
  grantsChanged(): void {
    for (const session of this.#sessions) session.post({ type: 'grants-changed' });
  }

  attachmentsChanged(conversationId: string): void {
    this.#broadcast({ type: 'attachments-changed', conversationId });
  }

  /** For what belongs to no conversation. */
  reportTrouble(error: unknown): void {
    this.#broadcast({ type: 'trouble-reported', error: reportOf(error) });
  }
}

function isAboutGrants({ type }: RunRecord): boolean {
  return type === 'grant-given' || type === 'grant-revoked';
}

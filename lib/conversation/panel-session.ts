import {
  panelRequestSchema,
  type LiveEvent,
  type PanelCommand,
  type PanelEvent,
  type TabSummary,
} from '../messaging/panel-protocol';
import type { Port } from '../messaging/port';
import type { RunRecord } from '../messaging/run-record';
import type { ConnectionDraft } from '../messaging/settings';
import { AppError, reportOf } from '../shared/app-error';
import { asJsonObject } from '../shared/json';
import type { ActivityDesk } from './activity-desk';
import type { Attachments } from './attachments';
import type { ConversationDesk } from './conversation-desk';
import type { Conversations } from './conversations';
import type { DataDesk } from './data-desk';
import type { GrantDesk } from './grant-desk';
import { LiveEventBuffer, type ScheduleFlush } from './live-event-buffer';
import type { RunLog } from './run-log';
import type { SettingsDesk } from './settings-desk';

/** What a session answers commands with. */
export interface SessionOptions {
  conversations: Conversations;
  desk: ConversationDesk;
  log: RunLog;
  settings: SettingsDesk;
  grants: GrantDesk;
  activity: ActivityDesk;
  data: DataDesk;
  testConnection: (connection: ConnectionDraft) => Promise<unknown>;
  listTabs: () => Promise<TabSummary[]>;
  attachments: Pick<Attachments, 'attach' | 'detach' | 'list'>;
  deleteEverything: () => Promise<void>;
  /** When what streams is told; about once a frame unless given. */
  scheduleFlush?: ScheduleFlush;
}

type ClosedCommand = Exclude<PanelCommand, { type: 'conversation-open' | 'conversation-create' }>;
/** What one conversation does, as opposed to what is done to it as a whole. */
type HandlerCommand = Exclude<
  Extract<PanelCommand, { conversationId: string }>,
  { type: `conversation-${string}` | `tab-${string}` | 'attachments-list' }
>;

/** One panel that is connected: its commands, and what it is told. */
export class PanelSession {
  readonly #port: Port;
  readonly #options: SessionOptions;
  /** To every panel, this one included. */
  readonly #broadcast: (event: PanelEvent) => void;
  readonly #live: LiveEventBuffer;
  #conversationId: string | undefined;
  /** Records that arrive while the past is still being read; they follow it. */
  #held: RunRecord[] | undefined;

  constructor(port: Port, options: SessionOptions, broadcast: (event: PanelEvent) => void) {
    this.#port = port;
    this.#options = options;
    this.#broadcast = broadcast;
    this.#live = new LiveEventBuffer((event) => {
      const conversationId = this.#conversationId;
      if (conversationId !== undefined) this.#send({ type: 'live-event', conversationId, event });
    }, options.scheduleFlush);
  }

  post(event: PanelEvent): void {
    this.#live.flush();
    this.#send(event);
  }

  #send(event: PanelEvent): void {
    try {
      this.#port.post(event);
    } catch {
      // The panel closed a moment ago; it reads the log when it comes back.
    }
  }

  tell(conversationId: string, event: LiveEvent): void {
    if (conversationId === this.#conversationId && !this.#held) this.#live.add(event);
  }

  recordsAppended(conversationId: string, records: readonly RunRecord[]): void {
    if (conversationId !== this.#conversationId) return;
    if (this.#held) this.#held.push(...records);
    else this.post({ type: 'records-appended', conversationId, records: [...records] });
  }

  async receive(message: unknown): Promise<void> {
    const request = panelRequestSchema.safeParse(message);
    const requestId = requestIdOf(message);
    if (!request.success) {
      const where = request.error.issues[0]?.path.map(String).join('.') ?? '';
      this.post({
        type: 'command-refused',
        requestId,
        error: reportOf(
          new AppError('message-invalid', `This request cannot be read${where && ` (${where})`}.`),
        ),
      });
      return;
    }
    try {
      const { command } = request.data;
      const answer = (value: unknown) => {
        this.post({ type: 'command-answered', requestId, value });
      };
      if (command.type === 'conversation-open') await this.#open(command, answer);
      else if (command.type === 'conversation-create') await this.#create(command, answer);
      else answer((await this.#carryOut(command)) ?? null);
    } catch (error) {
      this.post({ type: 'command-refused', requestId, error: reportOf(error) });
    }
  }

  async #carryOut(command: ClosedCommand): Promise<unknown> {
    const { settings, desk, attachments } = this.#options;
    switch (command.type) {
      case 'conversations-list':
        return { conversations: await desk.list() };
      case 'conversation-rename':
        await desk.rename(command.conversationId, command.title);
        return;
      case 'conversation-delete':
        await desk.delete(command.conversationId);
        return;
      case 'conversation-restore':
        await desk.restore(command.conversationId);
        return;
      case 'settings-read':
        return await settings.view();
      case 'connection-save':
        this.#broadcast({
          type: 'settings-changed',
          settings: await settings.saveConnection(command.connection),
        });
        return;
      case 'connection-test':
        return await this.#options.testConnection(
          await settings.withStoredSecrets(command.connection),
        );
      case 'connection-remove':
        this.#broadcast({ type: 'settings-changed', settings: await settings.removeConnection() });
        return;
      case 'tool-switch':
        this.#broadcast({
          type: 'settings-changed',
          settings: await settings.switchTool(command.toolId, command.enabled),
        });
        return;
      case 'feature-switch':
        this.#broadcast({
          type: 'settings-changed',
          settings: await settings.switchFeature(command.feature, command.enabled),
        });
        return;
      case 'settings-export':
        return { json: await settings.exportFile() };
      case 'settings-import':
        this.#broadcast({
          type: 'settings-changed',
          settings: await settings.importFile(command.json),
        });
        return;
      case 'grants-list':
        return { grants: await this.#options.grants.list() };
      case 'grant-revoke':
        return await this.#options.grants.revoke(command.grantId, command.conversationId);
      case 'grants-revoke':
        return await this.#options.grants.revokeAll(command.grants);
      case 'site-block':
        this.#broadcast({
          type: 'settings-changed',
          settings: await settings.blockSite(command.site),
        });
        return;
      case 'site-unblock':
        this.#broadcast({
          type: 'settings-changed',
          settings: await settings.unblockSite(command.site),
        });
        return;
      case 'activity-list':
        return await this.#options.activity.list(command);
      case 'activity-clear':
        return await settings.clearActivity();
      case 'data-summary':
        return await this.#options.data.summary();
      case 'memory-delete':
        return await this.#options.data.deleteMemory(command.key);
      case 'data-export':
        return await this.#options.data.exportPiece(command.cursor);
      case 'data-delete':
        await this.#options.deleteEverything();
        this.#broadcast({ type: 'data-deleted' });
        return;
      case 'tabs-list':
        return { tabs: await this.#options.listTabs() };
      case 'tab-attach':
        return { attachments: await attachments.attach(command.conversationId, command.tabId) };
      case 'tab-detach':
        return { attachments: await attachments.detach(command.conversationId, command.tabId) };
      case 'attachments-list':
        return { attachments: await attachments.list(command.conversationId) };
      default:
        await this.#act(command);
        return;
    }
  }

  async #act(command: HandlerCommand): Promise<void> {
    const handler = await this.#options.conversations.get(command.conversationId);
    switch (command.type) {
      case 'prompt-send':
        return await handler.submit(command);
      case 'queued-prompt-discard':
        return await handler.discardQueued();
      case 'run-stop':
        return await handler.stop();
      case 'run-pause':
        return await handler.pause();
      case 'run-resume':
        return await handler.resume();
      case 'run-continue':
        return await handler.continueRun();
      case 'turn-retry':
        return await handler.retry();
      case 'turn-regenerate':
        return await handler.regenerate(command.turnId);
      case 'turn-edit':
        return await handler.edit(command.turnId, command.blocks);
      case 'branch-select':
        return await handler.selectBranch(command.turnId);
      case 'tool-use':
        return await handler.useTool(command.toolUseId, command.userInput);
      case 'tool-answer':
        return await handler.respondToToolUse(command.toolUseId, command.blocks);
      case 'permission-answer':
        return await handler.respondToPermission(
          command.toolUseId,
          command.decision,
          command.word,
          command,
        );
      case 'mode-set':
        return await handler.setMode(command.mode);
    }
  }

  async #create(
    { temporary }: { temporary?: boolean | undefined },
    answer: (value: unknown) => void,
  ): Promise<void> {
    const { id } = await this.#options.conversations.create({ temporary: temporary ?? false });
    await this.#open({ conversationId: id, afterSeq: 0 }, answer);
  }

  /** First the past, then what happened while it was read, then what is being said just now. */
  async #open(
    { conversationId, afterSeq }: { conversationId?: string | undefined; afterSeq: number },
    answer: (value: unknown) => void,
  ): Promise<void> {
    const { conversations, desk, log } = this.#options;
    const handler =
      conversationId === undefined
        ? await conversations.newest()
        : await conversations.get(conversationId);
    const held: RunRecord[] = [];
    const shown = this.#conversationId;
    this.#live.flush();
    this.#conversationId = handler.id;
    this.#held = held;
    try {
      const [records, summary] = await Promise.all([
        log.read(handler.id, afterSeq),
        desk.summary(handler.id),
      ]);
      answer({ conversationId: handler.id, records, ...(summary ? { summary } : {}) });
      if (this.#held !== held) return;
      this.#held = undefined;
      const last = records.at(-1)?.seq ?? afterSeq;
      const missed = held.filter((record) => record.seq > last);
      if (missed.length > 0) this.recordsAppended(handler.id, missed);
      const event = handler.streamed;
      if (event) this.tell(handler.id, event);
    } finally {
      // It could not be read: the panel goes on showing what it showed.
      if (this.#held === held) {
        this.#held = undefined;
        this.#conversationId = shown;
      }
    }
  }
}

function requestIdOf(message: unknown): string {
  const requestId = asJsonObject(message)?.['requestId'];
  return typeof requestId === 'string' ? requestId : '';
}

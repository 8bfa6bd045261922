import { ActivityDesk } from '../../lib/conversation/activity-desk';
import { ConversationDesk } from '../../lib/conversation/conversation-desk';
import { Conversations } from '../../lib/conversation/conversations';
import { DataDesk } from '../../lib/conversation/data-desk';
import { GrantDesk } from '../../lib/conversation/grant-desk';
import { PanelGateway, type GatewayOptions } from '../../lib/conversation/panel-gateway';
import { SettingsDesk } from '../../lib/conversation/settings-desk';
import { staticSource } from '../../lib/conversation/tool-source';
import { linkedPorts } from '../../lib/messaging/linked-ports';
import {
  panelAnswers,
  panelEventSchema,
  type PanelCommandInput,
  type PanelEvent,
} from '../../lib/messaging/panel-protocol';
import type { RunRecord } from '../../lib/messaging/run-record';
import { decide } from '../../lib/permissions/policy';
import { systemClock, type Clock } from '../../lib/shared/clock';
import type { Tool } from '../../lib/tools/tool';
import { fakeMemories } from './fake-memories';
import { MemoryGrants } from './memory-grants';
import { MemoryConversationIndex } from './memory-conversation-index';
import { MemoryRunLog } from './memory-run-log';
import { MemorySettings } from './memory-settings';
import { ScriptedModel, type ScriptedReply } from './scripted-model';

/** A panel as the worker sees it: what it asks, and everything that it is told, in order. */
export class TestPanel {
  readonly events: PanelEvent[] = [];
  readonly #waiting = new Map<string, (event: PanelEvent) => void>();
  readonly #port;
  #requests = 0;

  constructor(gateway: PanelGateway) {
    const [mine, theirs] = linkedPorts();
    this.#port = mine;
    mine.onMessage((message) => {
      const event = panelEventSchema.parse(message);
      this.events.push(event);
      if ('requestId' in event) this.#waiting.get(event.requestId)?.(event);
    });
    gateway.connect(theirs);
  }

  post(message: unknown): void {
    this.#port.post(message);
  }

  disconnect(): void {
    this.#port.disconnect();
  }

  /** The event that answers or refuses the command. */
  ask(command: PanelCommandInput): Promise<PanelEvent> {
    this.#requests += 1;
    const requestId = `request-${this.#requests}`;
    const settled = new Promise<PanelEvent>((resolve) => this.#waiting.set(requestId, resolve));
    this.post({ requestId, command });
    return settled;
  }

  /** The answer to a command; one that is refused is an error. */
  async request(command: PanelCommandInput): Promise<unknown> {
    const event = await this.ask(command);
    if (event.type === 'command-answered') return event.value;
    throw new Error(JSON.stringify(event));
  }

  async open(conversationId?: string, afterSeq = 0): Promise<string> {
    const answer = await this.request({
      type: 'conversation-open',
      ...(conversationId === undefined ? {} : { conversationId }),
      afterSeq,
    });
    return panelAnswers['conversation-open'].parse(answer).conversationId;
  }

  /** Everything that was under way to this panel has arrived. */
  async caughtUp(): Promise<void> {
    await this.request({ type: 'tabs-list' });
  }

  /** The records of this panel, as they arrived: with the answer to an opening, then one by one. */
  get records(): RunRecord[] {
    return this.events.flatMap((event) => {
      if (event.type === 'records-appended') return event.records;
      if (event.type !== 'command-answered') return [];
      return panelAnswers['conversation-open'].safeParse(event.value).data?.records ?? [];
    });
  }

  /** What a person has read of the answer under way. */
  get streamedText(): string {
    let text = '';
    for (const event of this.events) {
      if (event.type !== 'live-event') continue;
      if (event.event.type === 'text-streamed') text += event.event.text;
      if (event.event.type === 'text-replaced') text = event.event.text;
    }
    return text;
  }
}

export function createPanelFixture(
  options: Partial<GatewayOptions> & {
    tools?: readonly Tool[];
    replies?: readonly ScriptedReply[];
    store?: MemorySettings;
    runLog?: MemoryRunLog;
    index?: MemoryConversationIndex;
    clock?: Clock;
  } = {},
) {
  const {
    tools = [],
    replies = [],
    store = new MemorySettings(),
    runLog: log = new MemoryRunLog(),
    index = new MemoryConversationIndex(log),
    clock = systemClock,
    ...gatewayOptions
  } = options;
  const model = new ScriptedModel(replies);
  const grants = new MemoryGrants(() => gateway.grantsChanged());
  const memories = fakeMemories();
  let ids = 0;
  const createId = () => `id-${String(++ids)}`;
  const conversations = new Conversations({
    createId,
    newestConversationId: async () => (await index.list()).at(-1)?.id,
    activeConversationIds: () => Promise.resolve([]),
    isDeleted: async (id) => (await index.get(id))?.deletedAt !== undefined,
    onBusy: () => undefined,
    shared: {
      model,
      log,
      createId,
      toolSources: [staticSource('test', tools)],
      toolSettings: () => store.read(),
      policy: decide,
      clock,
      grants,
      blockedSites: async () => (await store.read()).blockedSites,
    },
  });
  const flushes: (() => void)[] = [];
  const desk = new ConversationDesk({
    conversations,
    index,
    clock,
    scheduleFlush: (flush) => flushes.push(flush),
  });
  const gateway = new PanelGateway({
    conversations,
    desk,
    log,
    settings: new SettingsDesk(store, () => tools, undefined, clock),
    grants: new GrantDesk({
      grants,
      chatsWithGrants: () => Promise.resolve([...log.records.keys()]),
      index,
      conversations,
      log,
      tools: () => tools,
      clock,
    }),
    activity: new ActivityDesk({
      index,
      log,
      activeConversationIds: () => Promise.resolve([]),
      clearedAt: async () => (await store.read()).activityClearedAt,
    }),
    data: new DataDesk({ index, log, memories, grants, settings: store, clock: systemClock }),
    testConnection: () => Promise.resolve({ ok: true, message: 'It answered.' }),
    listTabs: () => Promise.resolve([]),
    attachments: {
      attach: () => Promise.resolve([]),
      detach: () => Promise.resolve([]),
      list: () => Promise.resolve([]),
    },
    deleteEverything: () => Promise.resolve(),
    ...gatewayOptions,
  });
  return {
    gateway,
    conversations,
    desk,
    index,
    model,
    log,
    store,
    grants,
    memories,
    /** Changes of the list are told when a test wants them to be. */
    tellOfChanges() {
      for (const flush of flushes.splice(0)) flush();
    },
    connect: () => new TestPanel(gateway),
    /** A panel that shows a fresh conversation. */
    async start() {
      const panel = new TestPanel(gateway);
      const conversationId = await panel.open();
      const handler = await conversations.get(conversationId);
      return {
        panel,
        conversationId,
        handler,
        /** Waits until the conversation does nothing more by itself and the panel knows. */
        async quiet() {
          await handler.whenQuiet();
          await panel.caughtUp();
        },
      };
    },
  };
}

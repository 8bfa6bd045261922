import { onConnected } from '../../lib/browser/connections';
import { forgetEverything } from '../../lib/browser/forget-everything';
import { missingPermissions } from '../../lib/browser/granted-permissions';
import { KeepAlive, wakeForRuns, wakeLater } from '../../lib/browser/keep-alive';
import { openPanelOnClick } from '../../lib/browser/open-panel';
import { SessionAttachmentStore } from '../../lib/browser/session-attachment-store';
import { SessionConversationIndex } from '../../lib/browser/session-conversation-index';
import { SessionRunLog } from '../../lib/browser/session-run-log';
import { BrowserSettingsStore, closeStorageToPages } from '../../lib/browser/settings-store';
import { BrowserTabAccess } from '../../lib/browser/tab-access';
import { BrowserTabDirectory } from '../../lib/browser/tab-directory';
import { translate } from '../../lib/browser/translate';
import { Attachments } from '../../lib/conversation/attachments';
import { ActivityDesk } from '../../lib/conversation/activity-desk';
import { ConversationDesk } from '../../lib/conversation/conversation-desk';
import { Conversations } from '../../lib/conversation/conversations';
import { DataDesk } from '../../lib/conversation/data-desk';
import { GrantDesk } from '../../lib/conversation/grant-desk';
import { PanelGateway } from '../../lib/conversation/panel-gateway';
import { RoutedConversationIndex } from '../../lib/conversation/routed-conversation-index';
import { RoutedRunLog } from '../../lib/conversation/routed-run-log';
import { SettingsDesk } from '../../lib/conversation/settings-desk';
import { systemText } from '../../lib/conversation/system-text';
import { createBuiltInModel } from '../../lib/models/built-in/built-in-model';
import { createOpenAiModel } from '../../lib/models/openai-model';
import { testConnection } from '../../lib/models/test-connection';
import { decide } from '../../lib/permissions/policy';
import { AppError } from '../../lib/shared/app-error';
import { systemClock } from '../../lib/shared/clock';
import { createRandomId } from '../../lib/shared/ids';
import { createNonce } from '../../lib/shared/untrusted-text';
import { deleteDatabase, openDatabase, type Database } from '../../lib/storage/database';
import { IdbConversationIndex } from '../../lib/storage/idb-conversation-index';
import { IdbGrantStore } from '../../lib/storage/idb-grant-store';
import { IdbMemoryStore } from '../../lib/storage/idb-memory-store';
import { IdbRunLog } from '../../lib/storage/idb-run-log';
import { createCatalogue } from '../../lib/tools/catalogue';
import { withoutBlocked } from '../../lib/tools/blocked-tabs';
import { PageDocuments } from '../../lib/tools/page/page-documents';
import { ToolRegistry } from '../../lib/tools/registry';
import { ToolStatistics } from '../../lib/tools/statistics';
import { underChaos } from './chaos';

/** Puts the worker together. Listeners are registered before anything is awaited. */
export function startWorker(): void {
  const report = (error: unknown) => {
    console.warn('[tandem]', error);
    gateway.reportTrouble(error);
  };
  let opened: Promise<Database> | undefined;
  const database = () => {
    opened ??= openDatabase({
      onLost: (why) => {
        opened = undefined;
        if (why === 'deleted') report(clearedError());
      },
    }).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const durable = new IdbRunLog({
    database,
    onCorruptRecord: () => {
      report(
        new AppError(
          'record-corrupt',
          'A part of this chat could not be read. The rest is intact.',
        ),
      );
    },
  });
  const fleeting = new SessionRunLog();
  const routed = new RoutedRunLog(durable, fleeting);
  const grants = new IdbGrantStore(database, () => {
    gateway.grantsChanged();
  });
  const kept = new IdbConversationIndex(database);
  const index = new RoutedConversationIndex(kept, new SessionConversationIndex());
  const memories = new IdbMemoryStore(database, systemClock);
  const store = new BrowserSettingsStore();
  const tabs = new BrowserTabDirectory();
  const blockedSites = async () => (await store.read()).blockedSites;
  const registry = new ToolRegistry();
  for (const tool of createCatalogue({ tabs: withoutBlocked(tabs, blockedSites), memories }))
    registry.register(tool);
  // Only the chaos suite builds in this mode; from every other build the branch is gone.
  const log = import.meta.env.MODE === 'chaos' ? underChaos(routed, registry, store) : routed;

  const documents = new PageDocuments();
  const attachments = new Attachments({
    documents,
    tabs: new BrowserTabAccess(),
    store: new SessionAttachmentStore(),
    blockedSites,
    onChanged: (conversationId) => {
      gateway.attachmentsChanged(conversationId);
    },
  });

  const builtIn = createBuiltInModel();
  const nonce = createNonce();
  const keepAlive = new KeepAlive();
  const conversations = new Conversations({
    createId: createRandomId,
    newestConversationId: () => durable.newestConversationId(),
    activeConversationIds: async () => [
      ...(await durable.activeConversationIds()),
      ...(await fleeting.conversationIds()),
    ],
    isDeleted: async (id) => (await index.get(id))?.deletedAt !== undefined,
    onBusy: (busy) => {
      keepAlive.set(busy);
    },
    shared: {
      model: async () => {
        const { connection } = await store.read();
        return connection ? createOpenAiModel({ connection }) : builtIn;
      },
      log,
      toolSources: [{ name: 'catalogue', tools: () => registry.all() }, attachments],
      policy: decide,
      clock: systemClock,
      grants,
      toolSettings: () => store.read(),
      blockedSites,
      systemText: async (mode, conversationId) => {
        const { features } = await store.read();
        const [known, attached] = await Promise.all([
          features.memory ? memories.list() : [],
          attachments.describe(conversationId),
        ]);
        return systemText(known, { mode, attached, nonce });
      },
      missingPermissions,
      statistics: new ToolStatistics(),
      onToolError: (error, name) => {
        console.warn(`[tandem] ${name} failed.`, error);
      },
      onTrouble: report,
    },
  });
  const desk = new ConversationDesk({
    conversations,
    index,
    clock: systemClock,
    onDeletionPending: wakeLater,
    onTrouble: report,
  });
  const gateway = new PanelGateway({
    conversations,
    desk,
    log,
    settings: new SettingsDesk(store, () => registry.all(), translate),
    grants: new GrantDesk({
      grants,
      chatsWithGrants: async () => [
        ...(await durable.conversationIdsWithGrants()),
        ...(await fleeting.conversationIds()),
      ],
      index,
      conversations,
      log,
      tools: () => registry.all(),
      clock: systemClock,
    }),
    activity: new ActivityDesk({
      index,
      log,
      activeConversationIds: () => durable.activeConversationIds(),
      clearedAt: async () => (await store.read()).activityClearedAt,
    }),
    data: new DataDesk({
      index: kept,
      log,
      memories,
      grants,
      settings: store,
      clock: systemClock,
    }),
    testConnection: (connection) =>
      testConnection(createOpenAiModel({ connection }), AbortSignal.timeout(30_000)),
    listTabs: () => tabs.list(),
    attachments,
    deleteEverything: async () => {
      await conversations.abandonAll();
      (await opened)?.close();
      opened = undefined;
      await deleteDatabase();
      await forgetEverything();
    },
  });

  onConnected({
    onPanel: (port) => {
      gateway.connect(port);
    },
    onPage: (port, sender) => {
      documents.connect(port, sender);
    },
  });
  openPanelOnClick();
  const recover = () => {
    conversations.recover().catch(report);
  };
  wakeForRuns(recover);
  recover();
  desk.purge().catch(report);
  closeStorageToPages().catch(report);
}

function clearedError(): AppError {
  return new AppError('storage-cleared', 'The browser cleared your saved chats.', {
    advice: 'What you see now is all that is left. New messages are saved again.',
  });
}

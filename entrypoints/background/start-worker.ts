import { missingPermissions } from '../../lib/browser/granted-permissions';
import { KeepAlive, wakeForRuns } from '../../lib/browser/keep-alive';
import { openPanelOnClick } from '../../lib/browser/open-panel';
import { onPanelConnected } from '../../lib/browser/panel-connections';
import { BrowserSettingsStore, closeStorageToPages } from '../../lib/browser/settings-store';
import { BrowserTabDirectory } from '../../lib/browser/tab-directory';
import { translate } from '../../lib/browser/translate';
import { Conversations } from '../../lib/conversation/conversations';
import { PanelGateway } from '../../lib/conversation/panel-gateway';
import { SettingsDesk } from '../../lib/conversation/settings-desk';
import { systemText } from '../../lib/conversation/system-text';
import { createOpenAiModel } from '../../lib/models/openai-model';
import { testConnection } from '../../lib/models/test-connection';
import { decide } from '../../lib/permissions/policy';
import { AppError } from '../../lib/shared/app-error';
import { systemClock } from '../../lib/shared/clock';
import { createRandomId } from '../../lib/shared/ids';
import { openDatabase, type Database } from '../../lib/storage/database';
import { IdbGrantStore } from '../../lib/storage/idb-grant-store';
import { IdbMemoryStore } from '../../lib/storage/idb-memory-store';
import { IdbRunLog } from '../../lib/storage/idb-run-log';
import { createCatalogue } from '../../lib/tools/catalogue';
import { ToolRegistry } from '../../lib/tools/registry';
import { ToolStatistics } from '../../lib/tools/statistics';

/** Puts the worker together. Listeners are registered before anything is awaited. */
export function startWorker(): void {
  const report = (error: unknown) => {
    console.warn('[tandem]', error);
    gateway.reportTrouble(error);
  };
  let opened: Promise<Database> | undefined;
  const database = () => {
    const forget = () => {
      opened = undefined;
    };
    opened ??= openDatabase({ onLost: forget }).catch((error: unknown) => {
      forget();
      throw error;
    });
    return opened;
  };
  const log = new IdbRunLog({
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
  const memories = new IdbMemoryStore(database, systemClock);
  const store = new BrowserSettingsStore();
  const tabs = new BrowserTabDirectory();
  const registry = new ToolRegistry();
  for (const tool of createCatalogue({ tabs, memories })) registry.register(tool);

  const keepAlive = new KeepAlive();
  const conversations = new Conversations({
    createId: createRandomId,
    newestConversationId: () => log.newestConversationId(),
    activeConversationIds: () => log.activeConversationIds(),
    onBusy: (busy) => {
      keepAlive.set(busy);
    },
    shared: {
      model: async () => {
        const { connection } = await store.read();
        if (connection) return createOpenAiModel({ connection });
        throw new AppError('model-missing', 'No model is connected yet.', {
          advice: 'Connect a model, then try again.',
        });
      },
      log,
      toolSources: [{ name: 'catalogue', tools: () => registry.all() }],
      policy: decide,
      clock: systemClock,
      grants: new IdbGrantStore(database),
      toolSettings: () => store.read(),
      systemText: async () => {
        const { features } = await store.read();
        return systemText(features.memory ? await memories.list() : []);
      },
      missingPermissions,
      statistics: new ToolStatistics(),
      onToolError: (error, name) => {
        console.warn(`[tandem] ${name} failed.`, error);
      },
      onTrouble: report,
    },
  });
  const gateway = new PanelGateway({
    conversations,
    log,
    settings: new SettingsDesk(store, () => registry.all(), translate),
    testConnection: (connection) =>
      testConnection(createOpenAiModel({ connection }), AbortSignal.timeout(30_000)),
    listTabs: () => tabs.list(),
  });

  onPanelConnected((port) => {
    gateway.connect(port);
  });
  openPanelOnClick();
  const recover = () => {
    conversations.recover().catch(report);
  };
  wakeForRuns(recover);
  recover();
  closeStorageToPages().catch(report);
}

import type { BrowserContext, Page } from '@playwright/test';
import { isTemporary } from '../../../lib/messaging/conversation-id';
import type { RunRecord } from '../../../lib/messaging/run-record';
import { runRecordSchema } from '../../../lib/messaging/run-record';
import { z } from '../../../lib/shared/zod';
import { textReply, toolCallsReply } from '../../support/provider-replies';
import { startProviderServer, type ProviderServer } from '../../support/provider-server';
import { connectModel, EXTENSION_ID, expect, extensionIn, launch, type Panel } from '../fixture';
import { Ledger } from './ledger';

const WATCHDOG = 'watchdog';

/** A browser to die in, again and again, and the server that says when. */
export class Arena {
  readonly ledger: Ledger;
  readonly provider: ProviderServer;
  readonly #profile: string;
  #context: BrowserContext;
  #control: Page;
  #panel: Panel | undefined;

  private constructor(
    ledger: Ledger,
    provider: ProviderServer,
    profile: string,
    browser: { context: BrowserContext; control: Page },
  ) {
    this.ledger = ledger;
    this.provider = provider;
    this.#profile = profile;
    this.#context = browser.context;
    this.#control = browser.control;
  }

  static async open(profile: string): Promise<Arena> {
    const ledger = new Ledger();
    const provider = await startProviderServer({ intercept: ledger.intercept });
    const browser = await openBrowser(profile);
    await connectModel(extensionIn(browser.context, EXTENSION_ID), provider);
    await browser.control.evaluate(
      async () => await chrome.storage.local.set({ blocked_sites: ['blocked.example'] }),
    );
    const arena = new Arena(ledger, provider, profile, browser);
    await arena.#alwaysAllow('chaos_write');
    return arena;
  }

  async close(): Promise<void> {
    await this.#context.close();
    await this.provider.close();
  }

  get hasPanel(): boolean {
    return this.#panel !== undefined;
  }

  async panel(): Promise<Panel> {
    if (!this.#panel) {
      const extension = extensionIn(this.#context, EXTENSION_ID);
      this.#panel = await extension.openPanel(this.ledger.conversationId);
      await expect(this.#panel.composer).toBeEditable();
    }
    return this.#panel;
  }

  async closePanel(): Promise<void> {
    await this.#panel?.page.close();
    this.#panel = undefined;
  }

  async killWorker(): Promise<void> {
    await extensionIn(this.#context, EXTENSION_ID).killWorker();
  }

  /** As a person closes it, or as a machine that loses power does. */
  async restartBrowser(how: 'closed' | 'killed'): Promise<void> {
    this.#panel = undefined;
    if (how === 'closed') await this.#context.close();
    else await killProcess(this.#context);
    const { context, control } = await openBrowser(this.#profile);
    this.#context = context;
    this.#control = control;
  }

  async hasWatchdog(): Promise<boolean> {
    return await this.#control.evaluate(
      async (name) => (await chrome.alarms.get(name)) !== undefined,
      WATCHDOG,
    );
  }

  /** Lets the alarm that was set ring now, and not in half a minute. */
  async ringWatchdog(): Promise<void> {
    await this.#control.evaluate(
      async (name) => await chrome.alarms.create(name, { when: Date.now() }),
      WATCHDOG,
    );
  }

  /** What is stored of the conversation under test. */
  async storedRecords(): Promise<RunRecord[]> {
    const id = this.ledger.conversationId ?? '';
    return isTemporary(id) ? await this.#sessionRecords(id) : await this.#diskRecords(id);
  }

  async #sessionRecords(id: string): Promise<RunRecord[]> {
    const batches = await this.#control.evaluate(async (prefix) => {
      const stored = await chrome.storage.session.get();
      const keys = Object.keys(stored).filter((key) => key.startsWith(prefix));
      return keys.toSorted().map((key) => stored[key]);
    }, `temporary-records:${id}:`);
    return z.array(z.array(runRecordSchema)).parse(batches).flat();
  }

  async #diskRecords(conversationId: string): Promise<RunRecord[]> {
    const rows = await this.#control.evaluate(
      (id) =>
        new Promise<unknown[]>((resolve, reject) => {
          const opening = indexedDB.open('tandem');
          opening.onerror = () => reject(new Error('The database does not open.'));
          opening.onsuccess = () => {
            const database = opening.result;
            const range = IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
            const reading = database.transaction('records').objectStore('records').getAll(range);
            reading.onerror = () => reject(new Error('The records cannot be read.'));
            reading.onsuccess = () => {
              database.close();
              resolve(reading.result);
            };
          };
        }),
      conversationId,
    );
    return z
      .array(z.object({ record: runRecordSchema }))
      .parse(rows)
      .map(({ record }) => record);
  }

  /** As the permissions page would: every lasting permission of the tool is gone. */
  async takeBackGrants(tool: string): Promise<void> {
    await this.#control.evaluate(
      (name) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('tandem');
          opening.onerror = () => reject(new Error('The database does not open.'));
          opening.onsuccess = () => {
            const database = opening.result;
            const transaction = database.transaction('grants', 'readwrite');
            const store = transaction.objectStore('grants');
            store.openCursor().onsuccess = function () {
              const cursor = this.result;
              if (!cursor) return;
              if (JSON.stringify(cursor.value).includes(`:${name}"`)) cursor.delete();
              cursor.continue();
            };
            transaction.oncomplete = () => {
              database.close();
              resolve();
            };
            transaction.onabort = () => reject(new Error('The permissions stay.'));
          };
        }),
      tool,
    );
  }

  /** A tool that writes runs by itself only where the person once said "always". */
  async #alwaysAllow(tool: string): Promise<void> {
    this.provider.script([
      toolCallsReply([{ name: tool, arguments: { key: 'set-up' } }]),
      textReply('Ready.'),
    ]);
    const panel = await this.panel();
    await panel.send('Set up');
    await panel.button(/^Always allow/).click();
    await expect(panel.log).toContainText('Ready.');
  }
}

async function openBrowser(profile: string): Promise<{ context: BrowserContext; control: Page }> {
  const context = await launch(profile, [], '-chaos');
  await extensionIn(context, EXTENSION_ID).worker();
  // A page of the extension that runs nothing, and so wakes nobody.
  const control = await context.newPage();
  await control.goto(`chrome-extension://${EXTENSION_ID}/icon/16.png`);
  return { context, control };
}

async function killProcess(context: BrowserContext): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  const browser = processInfo.find(({ type }) => type === 'browser');
  if (!browser) throw new Error('The browser does not tell its process.');
  const closed = context.waitForEvent('close');
  process.kill(browser.id, 'SIGKILL');
  await closed;
}

import type { BrowserContext, Page } from '@playwright/test';
import { panelAnswers, type PanelCommandInput } from '../../lib/messaging/panel-protocol';
import {
  connectModel,
  EXTENSION_ID,
  extensionIn,
  launch,
  Panel,
  type Extension,
} from '../../tests/e2e/fixture';
import { removeProfile } from '../../tests/support/browser-profile';
import { startProviderServer, type ProviderServer } from '../../tests/support/provider-server';
import { readMemories, sendCommand, type Memory } from './backstage';
import type { Mode } from './case';
import { makeGrantingProfile } from './profile';
import { startRecorder, type Recorder } from './recorder';
import { watchTabs, type TabWatch } from './tab-watch';

/** Nothing but this computer can be reached, whatever a case comes up with. */
const loopbackOnly =
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE *.localhost., EXCLUDE 127.0.0.1';

/** Nothing in a play takes longer, unless it does not happen at all. */
const PATIENCE_MS = 10_000;

/** The browser with the built extension in it, the sites and the model, shared by all plays. */
export class Stage {
  readonly recorder: Recorder;
  readonly provider: ProviderServer;
  readonly panel: Panel;
  readonly tabs: TabWatch;
  readonly #extension: Extension;
  readonly #profile: string;
  /** A page of the extension that nobody in the play looks at. */
  readonly #backstage: Page;

  private constructor(
    parts: Pick<Stage, 'recorder' | 'provider' | 'panel' | 'tabs'>,
    extension: Extension,
    profile: string,
    backstage: Page,
  ) {
    this.recorder = parts.recorder;
    this.provider = parts.provider;
    this.panel = parts.panel;
    this.tabs = parts.tabs;
    this.#extension = extension;
    this.#profile = profile;
    this.#backstage = backstage;
  }

  static async open(modeSuffix: string): Promise<Stage> {
    const [recorder, provider] = await Promise.all([startRecorder(), startProviderServer()]);
    const profile = await makeGrantingProfile(['tabs', 'tabGroups'], modeSuffix);
    const context = await launch(profile, [loopbackOnly], modeSuffix);
    context.setDefaultTimeout(PATIENCE_MS);
    const extension = extensionIn(context, EXTENSION_ID);
    await connectModel(extension, provider);
    const first = context.pages()[0] ?? (await context.newPage());
    const backstage = await openTabWindow(context, first);
    await first.goto(pageAddress('sidepanel.html'));
    const panel = new Panel(first);
    const tabs = await watchTabs(backstage);
    return new Stage({ recorder, provider, panel, tabs }, extension, profile, backstage);
  }

  /** In the words of the product: what its own pages send. */
  async command(command: PanelCommandInput): Promise<unknown> {
    return await this.#backstage.evaluate(sendCommand, JSON.stringify(command));
  }

  async openChat(conversationId: string, mode: Mode): Promise<void> {
    if (mode !== 'ask') await this.command({ type: 'mode-set', conversationId, mode });
    await this.panel.page.goto(pageAddress(`sidepanel.html?conversation=${conversationId}`));
    await this.panel.composer.waitFor();
  }

  async openTab(address: string, title: string): Promise<void> {
    this.recorder.name(address, title);
    const page = await this.#extension.context.newPage();
    await page.goto(address);
  }

  async killWorker(): Promise<void> {
    await this.#extension.killWorker();
  }

  /** As they are on disk. */
  async memories(): Promise<Memory[]> {
    return await this.#backstage.evaluate(readMemories);
  }

  async revokeGrants(): Promise<void> {
    const answer = await this.command({ type: 'grants-list' });
    const { grants } = panelAnswers['grants-list'].parse(answer);
    if (grants.length === 0) return;
    await this.command({
      type: 'grants-revoke',
      grants: grants.map(({ id, conversationId }) => ({ grantId: id, conversationId })),
    });
  }

  /** As it was before the play, by the product's own means. */
  async reset(): Promise<void> {
    await this.revokeGrants();
    for (const { key } of await this.memories()) {
      await this.command({ type: 'memory-delete', key });
    }
    const settings = await this.command({ type: 'settings-read' });
    const { blockedSites } = panelAnswers['settings-read'].parse(settings);
    for (const site of blockedSites) await this.command({ type: 'site-unblock', site });
    const tabs = await this.tabs.list();
    const ours = [pageAddress('welcome.html'), pageAddress('sidepanel.html')];
    const others = tabs.filter(({ address }) => !ours.some((each) => address.startsWith(each)));
    await this.tabs.close(others.map(({ id }) => id));
    await this.forgetEvents();
  }

  /** What happened so far is none of the play. */
  async forgetEvents(): Promise<void> {
    await this.tabs.take();
    this.recorder.take();
  }

  async close(): Promise<void> {
    await this.#extension.context.close();
    await Promise.all([this.provider.close(), this.recorder.close()]);
    await removeProfile(this.#profile);
  }
}

function pageAddress(path: string): string {
  return `chrome-extension://${EXTENSION_ID}/${path}`;
}

/** The tabs in a window of their own: one that a tool opens must not cover the panel. */
async function openTabWindow(context: BrowserContext, first: Page): Promise<Page> {
  const opened = context.waitForEvent('page');
  const address = pageAddress('welcome.html');
  await first.goto(address);
  await first.evaluate((url) => chrome.windows.create({ url, focused: true }), address);
  return await opened;
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  test as base,
  chromium,
  expect,
  type BrowserContext,
  type Locator,
  type Page,
  type Worker,
} from '@playwright/test';
import { z } from '../../lib/shared/zod';
import { findChromium } from '../../scripts/find-browser.mjs';
import { makeProfile, removeProfile } from '../support/browser-profile';
import { startProviderServer, type ProviderServer } from '../support/provider-server';

const builtFor = (mode: string) => resolve(`.output/chrome-mv3${mode}`);

/** Needed as root and without a network; harmless elsewhere. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Extension {
  readonly context: BrowserContext;
  readonly id: string;
  worker(): Promise<Worker>;
  /** The panel in a tab: it behaves as the side panel does. */
  openPanel(conversationId?: string): Promise<Panel>;
  openOptions(): Promise<Page>;
  /** Stops the service worker as the browser would. */
  killWorker(): Promise<void>;
}

/** The panel as a person sees it: roles and names, nothing else. */
export class Panel {
  constructor(readonly page: Page) {}

  get log(): Locator {
    return this.page.getByRole('log', { name: 'Conversation' });
  }

  get composer(): Locator {
    return this.page.getByRole('textbox', { name: 'Message' });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', {
      name,
      ...(typeof name === 'string' ? { exact: true } : {}),
    });
  }

  toolEvent(name: string): Locator {
    return this.log.locator(`[role="group"][data-tool-name="${name}"]`);
  }

  async send(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.button('Send').click();
  }
}

/** A browser without a window, with the built extension in it. */
export function extensionFlags(modeSuffix = ''): string[] {
  const path = builtFor(modeSuffix);
  return [
    '--headless=new',
    ...flags,
    `--disable-extensions-except=${path}`,
    `--load-extension=${path}`,
  ];
}

export async function launch(
  profile: string,
  more: readonly string[] = [],
  modeSuffix = '',
): Promise<BrowserContext> {
  const executablePath = findChromium();
  return await chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    headless: false,
    viewport: { width: 480, height: 900 },
    args: [...extensionFlags(modeSuffix), ...more],
  });
}

export function extensionIn(context: BrowserContext, id: string): Extension {
  const worker = async () =>
    context.serviceWorkers().find((candidate) => candidate.url().includes(id)) ??
    (await context.waitForEvent('serviceworker'));
  return {
    context,
    id,
    worker,
    async openPanel(conversationId) {
      const page = await context.newPage();
      const query = conversationId === undefined ? '' : `?conversation=${conversationId}`;
      await page.goto(`chrome-extension://${id}/sidepanel.html${query}`);
      return new Panel(page);
    },
    async openOptions() {
      const page = await context.newPage();
      await page.goto(`chrome-extension://${id}/options.html`);
      return page;
    },
    async killWorker() {
      const browser = context.browser();
      const session = browser
        ? await browser.newBrowserCDPSession()
        : await context.newCDPSession(context.pages()[0] ?? (await context.newPage()));
      const { targetInfos } = await session.send('Target.getTargets');
      const target = targetInfos.find(
        ({ type, url }) => type === 'service_worker' && url.includes(id),
      );
      if (target) await session.send('Target.closeTarget', { targetId: target.targetId });
      await session.detach();
    },
  };
}

export async function connectModel(extension: Extension, provider: ProviderServer): Promise<void> {
  const worker = await extension.worker();
  await worker.evaluate(async (baseUrl) => {
    await chrome.storage.local.set({
      connection: {
        baseUrl,
        model: 'test-model',
        contextTokens: 100_000,
        supportsTools: true,
        supportsImages: false,
      },
    });
  }, provider.url);
}

export const EXTENSION_ID = 'kmjbdclfheafeiiljoapkpmgjhjapage';

interface Fixtures {
  /** A web site on the loopback address; every path is a page with a title. */
  site: string;
  provider: ProviderServer;
  profile: string;
  extension: Extension;
  /** A panel whose model is the loopback provider. */
  panel: Panel;
  /** The same, in a profile where the browser grants `tabs` and `tabGroups` without its dialog. */
  grantable: { panel: Panel; extension: Extension };
}

export const test = base.extend<Fixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names a fixture needs from this pattern
  provider: async ({}, use) => {
    const provider = await startProviderServer();
    await use(provider);
    await provider.close();
  },
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names a fixture needs from this pattern
  site: async ({}, use) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<title>A page of our own</title>');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await use(`http://127.0.0.1:${String(port)}`);
    server.close();
    server.closeAllConnections();
  },
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names a fixture needs from this pattern
  profile: async ({}, use) => {
    const profile = await makeProfile();
    await use(profile);
    await removeProfile(profile);
  },
  extension: async ({ profile }, use) => {
    const context = await launch(profile);
    const extension = extensionIn(context, EXTENSION_ID);
    await extension.worker();
    await use(extension);
    await context.close();
  },
  panel: async ({ extension, provider }, use) => {
    await connectModel(extension, provider);
    const panel = await extension.openPanel();
    await expect(panel.composer).toBeEditable();
    await use(panel);
    // Whatever a test did, every request was one that a real provider accepts.
    expect(provider.violations).toEqual([]);
  },
  grantable: async ({ profile, provider }, use) => {
    await grantWithoutDialog(profile, ['tabs', 'tabGroups']);
    const context = await launch(profile);
    const extension = extensionIn(context, EXTENSION_ID);
    await connectModel(extension, provider);
    await use({ extension, panel: await extension.openPanel() });
    await context.close();
  },
});

/**
 * The browser's own permission dialog cannot be pressed without a display. A permission that was
 * granted before is granted again without it: this writes that past into the profile, and the click
 * in the panel and `permissions.request` stay real.
 */
async function grantWithoutDialog(profile: string, permissions: readonly string[]): Promise<void> {
  const first = await launch(profile);
  await extensionIn(first, EXTENSION_ID).worker();
  await first.close();
  const path = join(profile, 'Default', 'Preferences');
  const preferences: unknown = JSON.parse(await readFile(path, 'utf8'));
  const schema = z.looseObject({
    extensions: z.looseObject({
      settings: z.record(
        z.string(),
        z.looseObject({
          runtime_granted_permissions: z.unknown().optional(),
        }),
      ),
    }),
  });
  const known = schema.parse(preferences);
  const ours = known.extensions.settings[EXTENSION_ID];
  if (!ours) throw new Error('The profile does not know the extension.');
  ours.runtime_granted_permissions = {
    api: permissions,
    explicit_host: [],
    manifest_permissions: [],
    scriptable_host: [],
  };
  await writeFile(path, JSON.stringify(known));
}

export { expect };

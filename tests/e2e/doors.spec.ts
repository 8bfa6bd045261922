import { readdirSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BrowserContext, Page, Worker } from '@playwright/test';
import type { PanelCommandInput } from '../../lib/messaging/panel-protocol';
import { z } from '../../lib/shared/zod';
import config from '../../wxt.config';
import { textReply, toolCallsReply } from '../support/provider-replies';
import { connectModel, EXTENSION_ID, expect, extensionIn, launch, test } from './fixture';

const built = resolve('.output/chrome-mv3');
const origin = `chrome-extension://${EXTENSION_ID}`;
const NOBODY = 'Could not establish connection. Receiving end does not exist.';

const readManifest = async () =>
  z
    .looseObject({ permissions: z.array(z.string()) })
    .parse(JSON.parse(await readFile(join(built, 'manifest.json'), 'utf8')));

const builtFiles = () =>
  readdirSync(built, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(built.length + 1));

/** The browser believes the last flag of a kind: these take the place of the built extension. */
const loading = (...folders: string[]) => [
  `--disable-extensions-except=${folders.join(',')}`,
  `--load-extension=${folders.join(',')}`,
];

/** A command over a real port, from a page of our own. */
async function ask(page: Page, command: PanelCommandInput): Promise<unknown> {
  return await page.evaluate(
    (asked) =>
      new Promise<unknown>((resolve) => {
        const port = chrome.runtime.connect({ name: 'panel' });
        port.onMessage.addListener((message: { requestId?: string }) => {
          if (message.requestId !== 'asked') return;
          port.disconnect();
          resolve(message);
        });
        port.postMessage({ requestId: 'asked', command: asked });
      }),
    command,
  );
}

/** All that a forged command could have changed. */
async function everything(page: Page) {
  return [
    await ask(page, { type: 'conversation-open' }),
    await ask(page, { type: 'conversations-list' }),
    await ask(page, { type: 'settings-read' }),
    await ask(page, { type: 'grants-list' }),
    await ask(page, { type: 'data-summary' }),
  ];
}

/** Resolves when each has loaded, be it as an error page. */
async function frameIn(page: Page, addresses: readonly string[]): Promise<void> {
  await page.evaluate(async (sources) => {
    const loaded = sources.map((src) => {
      const frame = Object.assign(document.createElement('iframe'), { src });
      document.body.append(frame);
      return new Promise((resolve) => frame.addEventListener('load', resolve));
    });
    await Promise.all(loaded);
  }, addresses);
}

async function workerAt(context: BrowserContext, address: string): Promise<Worker> {
  const isIt = (worker: Worker) => worker.url() === address;
  return (
    context.serviceWorkers().find(isIt) ??
    (await context.waitForEvent('serviceworker', { predicate: isIt }))
  );
}

test('the built manifest asks for little and opens nothing', async () => {
  const manifest = await readManifest();
  expect(manifest.permissions.length).toBeLessThanOrEqual(8);
  expect(manifest.permissions.filter((name) => !/^[a-zA-Z.]+$/.test(name))).toEqual([]);
  expect(manifest.permissions).not.toContain('debugger');
  for (const door of [
    'host_permissions',
    'externally_connectable',
    'web_accessible_resources',
    'content_scripts',
  ]) {
    expect(manifest).not.toHaveProperty(door);
  }
  const env = {
    browser: 'chrome',
    command: 'build',
    manifestVersion: 3,
    mode: 'production',
  } as const;
  const ours = typeof config.manifest === 'function' ? await config.manifest(env) : undefined;
  expect(manifest['content_security_policy']).toEqual(ours?.content_security_policy);
  expect(manifest['content_security_policy']).toMatchObject({
    extension_pages: expect.stringContaining("default-src 'none'; script-src 'self';"),
  });
});

test('the worker listens at one door', async ({ extension }) => {
  const worker = await extension.worker();
  const doors = await worker.evaluate(() => ({
    onConnect: chrome.runtime.onConnect.hasListeners(),
    onMessage: chrome.runtime.onMessage.hasListeners(),
    onConnectExternal: chrome.runtime.onConnectExternal.hasListeners(),
    onMessageExternal: chrome.runtime.onMessageExternal.hasListeners(),
  }));
  expect(doors).toEqual({
    onConnect: true,
    onMessage: false,
    onConnectExternal: false,
    onMessageExternal: false,
  });
});

test('a web page can neither speak to us nor load a file of ours', async ({ extension, site }) => {
  const page = await extension.context.newPage();
  await page.goto(site);
  expect(await page.evaluate('typeof globalThis.chrome?.runtime')).toBe('undefined');

  const files = builtFiles();
  expect(files).toEqual(expect.arrayContaining(['sidepanel.html', 'icon/128.png']));
  const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
  const controls = [pixel, 'data:text/javascript,0', 'data:text/css,'];
  const opened = await page.evaluate(
    async (addresses) => {
      const loads = (tag: string, properties: object) =>
        new Promise<boolean>((resolve) => {
          const onload = () => resolve(true);
          const onerror = () => resolve(false);
          const element = document.createElement(tag);
          document.head.append(Object.assign(element, { onload, onerror, ...properties }));
        });
      const arrives = (url: string, mode: RequestMode) =>
        fetch(url, { mode }).then(
          () => true,
          () => false,
        );
      const ways: Record<string, (address: string) => Promise<boolean>> = {
        fetch: (url) => arrives(url, 'cors'),
        blindFetch: (url) => arrives(url, 'no-cors'),
        image: (src) => loads('img', { src }),
        script: (src) => loads('script', { src }),
        style: (href) => loads('link', { rel: 'stylesheet', href }),
      };
      const found: { way: string; address: string }[] = [];
      for (const [way, works] of Object.entries(ways)) {
        for (const address of addresses) if (await works(address)) found.push({ way, address });
      }
      return found;
    },
    [...controls, ...files.map((file) => `${origin}/${file}`)],
  );
  // The ways do work, or their failure would prove nothing.
  expect([...new Set(opened.map(({ way }) => way))]).toHaveLength(5);
  expect(opened.filter(({ address }) => !controls.includes(address))).toEqual([]);

  const pages = files.filter((file) => file.endsWith('.html')).map((file) => `${origin}/${file}`);
  await frameIn(page, [`${site}/inner`, ...pages]);
  const framed = page
    .mainFrame()
    .childFrames()
    .map((frame) => frame.url());
  expect(framed.toSorted()).toEqual([
    ...pages.map(() => 'chrome-error://chromewebdata/'),
    `${site}/inner`,
  ]);
  const popup = page.waitForEvent('popup');
  await page.evaluate((address) => void open(address), `${origin}/sidepanel.html`);
  await (await popup).waitForLoadState();
  expect((await popup).url()).not.toContain(origin);
});

test('our own pages work under their policy, and load nothing from elsewhere', async ({
  extension,
  panel,
  provider,
  site,
}) => {
  const complaints: string[] = [];
  extension.context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  const items = [
    { text: 'Look', status: 'done' },
    { text: 'Leap', status: 'pending' },
  ];
  provider.script([
    toolCallsReply([{ name: 'todo_write', arguments: { items } }]),
    textReply('# Done'),
  ]);
  await panel.page.reload();
  await panel.send('Go');
  await expect(panel.log.getByRole('heading', { name: 'Done' })).toBeVisible();
  const progress = panel.log.locator('.step-progress > div');
  expect(await progress.evaluate((bar: HTMLElement) => bar.style.inlineSize)).toBe('50%');
  const welcome = await extension.context.newPage();
  await welcome.goto(`${origin}/welcome.html`);
  await expect(welcome.getByRole('button', { name: 'Open the panel' })).toBeEnabled();
  const icon = welcome.locator('.welcome-icon');
  expect(await icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(128);
  const options = await extension.openOptions();
  await expect(options.getByRole('heading', { name: 'About' })).toBeVisible();
  expect(complaints).toEqual([]);

  await options.evaluate((src) => {
    const { documentElement: root } = document;
    const blocked = new Set<string>();
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      blocked.add(effectiveDirective);
      root.dataset['blocked'] = [...blocked].sort().join(' ');
    });
    const add = (tag: string, properties: object) => {
      document.body.append(Object.assign(document.createElement(tag), properties));
    };
    add('img', { src });
    add('video', { src });
    add('script', { src });
    add('iframe', { src });
    add('object', { data: src });
    add('base', { href: src });
    add('style', { textContent: 'body { color: red }' });
    add('div', { innerHTML: '<p style="color: red">' });
    add('form', { action: src });
    document.forms[document.forms.length - 1]?.submit();
  }, site);
  // Not through a locator: it would wait for the end of the submission, which was blocked.
  await expect
    .poll(() => options.evaluate(() => document.documentElement.dataset['blocked']))
    .toBe(
      'base-uri form-action frame-src img-src media-src object-src script-src-elem style-src-attr style-src-elem',
    );
  const main = panel.page.mainFrame();
  await frameIn(panel.page, [`${origin}/options.html`]);
  expect(main.childFrames().map((frame) => frame.url())).toEqual(['chrome-error://chromewebdata/']);
});

test('a content script with our own id can forge nothing', async ({ profile, provider, site }) => {
  const copy = join(profile, 'with-content-script');
  await cp(built, copy, { recursive: true });
  const forger = { matches: ['http://127.0.0.1/*'], js: ['forger.js'], all_frames: true };
  const manifest = { ...(await readManifest()), content_scripts: [forger] };
  await writeFile(join(copy, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(copy, 'forger.js'), FORGER);

  const context = await launch(join(profile, 'profile'), loading(copy));
  await workerAt(context, `${origin}/background.js`);
  const extension = extensionIn(context, EXTENSION_ID);
  await connectModel(extension, provider);
  const panel = await extension.openPanel();
  provider.script(
    toolCallsReply([{ name: 'memory_store', arguments: { key: 'name', content: 'Ada' } }]),
  );
  await panel.send('Remember that I am Ada');
  await expect(panel.button('Allow once')).toBeVisible();
  expect(
    await ask(panel.page, { type: 'feature-switch', feature: 'email', enabled: true }),
  ).toEqual({ type: 'command-answered', requestId: 'asked', value: null });
  const before = await everything(panel.page);

  // The forger knows everything that one has to know.
  const ids = JSON.stringify(before[0]);
  const conversationId = /"conversationId":"([^"]+)"/.exec(ids)?.[1] ?? '';
  const toolUseId = /"toolUseId":"([^"]+)"/.exec(ids)?.[1] ?? '';
  expect([conversationId, toolUseId]).not.toContain('');
  const commands: PanelCommandInput[] = [
    { type: 'settings-read' },
    { type: 'permission-answer', conversationId, toolUseId, decision: 'always' },
    { type: 'tool-use', conversationId, toolUseId },
    { type: 'feature-switch', feature: 'email', enabled: false },
    { type: 'prompt-send', conversationId, blocks: [{ type: 'text', text: 'Obey me' }] },
    { type: 'data-delete' },
  ];
  const address = `${site}/#${encodeURIComponent(JSON.stringify(commands))}`;
  const page = await context.newPage();
  await page.goto(address);
  await frameIn(page, [address.replace('/#', '/frame#')]);
  expect(page.frames()).toHaveLength(2);
  for (const frame of page.frames()) {
    const report = () => frame.evaluate(() => document.documentElement.dataset['report'] ?? 'null');
    await expect
      .poll(async (): Promise<unknown> => JSON.parse(await report()))
      .toEqual({
        id: EXTENSION_ID,
        port: 'disconnected',
        answers: [],
        message: NOBODY,
        local: 'Access to storage is not allowed from this context.',
        session: 'Access to storage is not allowed from this context.',
      });
  }

  expect(await everything(panel.page)).toEqual(before);
  expect(provider.requests).toHaveLength(1);
  provider.script(textReply('Noted.'));
  await panel.button('Allow once').click();
  await expect(panel.log).toContainText('Noted.');
  await context.close();
});

test('another extension can forge nothing', async ({ profile, provider }) => {
  const stranger = join(profile, 'stranger');
  await mkdir(stranger);
  const background = { service_worker: 'stranger.js' };
  const manifest = { manifest_version: 3, name: 'Stranger', version: '1', background };
  await writeFile(join(stranger, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(stranger, 'stranger.js'), '');

  const context = await launch(join(profile, 'profile'), loading(built, stranger));
  await workerAt(context, `${origin}/background.js`);
  const extension = extensionIn(context, EXTENSION_ID);
  await connectModel(extension, provider);
  const panel = await extension.openPanel();
  await expect(panel.composer).toBeEditable();
  const before = await everything(panel.page);
  await expect
    .poll(() => context.serviceWorkers().some((one) => one.url().endsWith('/stranger.js')))
    .toBe(true);
  const worker = context.serviceWorkers().find((one) => one.url().endsWith('/stranger.js'));
  const heard = await worker?.evaluate(
    async ({ id, files }) => {
      const request = { requestId: 'forged', command: { type: 'data-delete' } };
      const port = chrome.runtime.connect(id, { name: 'panel' });
      const ended = new Promise<unknown>((resolve) => {
        port.onMessage.addListener(resolve);
        port.onDisconnect.addListener(() => resolve(chrome.runtime.lastError?.message));
      });
      port.postMessage(request);
      const said = (promise: Promise<unknown>) => promise.catch((error: unknown) => String(error));
      const loaded = files.map((file) => said(fetch(file).then(({ status }) => status)));
      return {
        port: await ended,
        message: await said(chrome.runtime.sendMessage(id, request)),
        files: [...new Set(await Promise.all(loaded))],
      };
    },
    { id: EXTENSION_ID, files: builtFiles().map((file) => `${origin}/${file}`) },
  );
  expect(heard).toEqual({
    port: NOBODY,
    message: `Error: ${NOBODY}`,
    files: ['TypeError: Failed to fetch'],
  });
  expect(await everything(panel.page)).toEqual(before);
  await context.close();
});

/** Tries every way in, and writes what came of it into the page. */
const FORGER = `
const commands = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const answers = [];
const port = chrome.runtime.connect({ name: 'panel' });
const ended = new Promise((resolve) => {
  port.onDisconnect.addListener(() => resolve('disconnected'));
  port.onMessage.addListener((message) => {
    answers.push(message);
    if (answers.length === commands.length) resolve('answered');
  });
});
commands.forEach((command, index) => port.postMessage({ requestId: String(index), command }));
const said = (promise) => promise.catch((error) => error.message);
(async () => {
  const report = {
    id: chrome.runtime.id,
    port: await ended,
    answers,
    message: await said(chrome.runtime.sendMessage({ requestId: 'x', command: commands[0] })),
    local: await said(chrome.storage.local.get()),
    session: await said(chrome.storage.session.get()),
  };
  document.documentElement.dataset.report = JSON.stringify(report);
})();
`;

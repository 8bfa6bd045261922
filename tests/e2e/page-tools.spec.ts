import { once } from 'node:events';
import { createServer } from 'node:http';
import { textReply, toolCallsReply } from '../support/provider-replies';
import type { ProviderServer } from '../support/provider-server';
import type { RecordedRequest } from '../support/provider-request';
import {
  connectModel,
  EXTENSION_ID,
  expect,
  test as base,
  type Extension,
  type Panel,
} from './fixture';

interface Stage {
  /** The pages of a site of our own, by path. */
  pages: Record<string, string>;
  /** Where they are served. */
  origin: string;
}

const test = base.extend<{ stage: Stage }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names a fixture needs from this pattern
  stage: async ({}, use) => {
    const pages: Record<string, string> = {};
    const server = createServer((request, response) => {
      const html = pages[request.url ?? '/'] ?? '<title>Nothing</title>';
      response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await use({ pages, origin: `http://127.0.0.1:${String(port)}` });
    server.close();
    server.closeAllConnections();
  },
});

const elsewhere = (origin: string) => origin.replace('127.0.0.1', 'localhost');
type Reply = ReturnType<typeof textReply>;
const read = (id: string, input = {}) =>
  toolCallsReply([{ id, name: 'read_page', arguments: input }]);

/** What the browser would ask in a dialog is granted beforehand; the click that asks stays real. */
async function letInto(extension: Extension, patterns: string[]): Promise<void> {
  const settings = await extension.context.newPage();
  await settings.goto('chrome://extensions');
  // Only this page of the browser has it, and no types name it.
  for (const pattern of patterns) {
    await settings.evaluate(
      `chrome.developerPrivate.addHostPermission('${EXTENSION_ID}', '${pattern}')`,
    );
  }
  await settings.close();
  const page = await extension.openOptions();
  const granted = await page.evaluate(
    (origins) => chrome.permissions.request({ origins }),
    patterns,
  );
  expect(granted).toBe(true);
  await page.close();
}

async function tabIdOf(extension: Extension, url: string): Promise<number> {
  const worker = await extension.worker();
  return await worker.evaluate(async (address) => {
    const tabs = await chrome.tabs.query({});
    return tabs.find((tab) => tab.url === address)?.id ?? -1;
  }, url);
}

/** The panel of the tab that shows this page. */
async function panelFor(extension: Extension, url: string): Promise<Panel> {
  const panel = await extension.openPanel();
  await panel.page.goto(
    `chrome-extension://${EXTENSION_ID}/sidepanel.html?tabId=${await tabIdOf(extension, url)}`,
  );
  return panel;
}

/** The panel of a page that is attached to its chat. */
async function attached(extension: Extension, stage: Stage, path: string) {
  await letInto(extension, ['http://127.0.0.1/*']);
  const page = await extension.context.newPage();
  await page.goto(`${stage.origin}${path}`);
  const panel = await panelFor(extension, page.url());
  await panel.button('Attach this page').click();
  await expect(tabs(panel).getByRole('button', { name: /^Detach/ })).toBeVisible();
  return { page, panel };
}

const tabs = (panel: Panel) => panel.page.getByRole('list', { name: 'Attached tabs' });
const toolNames = ({ body }: RecordedRequest) =>
  (body.tools ?? []).map((tool) => tool.function.name);
const lastText = ({ body }: RecordedRequest) => JSON.stringify(body.messages.at(-1));

async function ask(panel: Panel, provider: ProviderServer, replies: readonly Reply[]) {
  const before = provider.requests.length;
  provider.script([...replies, textReply(`Answer ${before}.`)]);
  await panel.send(`Question ${before}`);
  await expect(panel.log).toContainText(`Answer ${before}.`);
  return provider.requests.slice(before);
}

test.use({
  panel: async ({ extension, provider }, use) => {
    await connectModel(extension, provider);
    await use(await extension.openPanel());
    expect(provider.violations).toEqual([]);
  },
});

test.beforeEach(({ stage, panel: _connected }) => {
  stage.pages['/tea'] =
    '<title>Tea</title><main><h1>Tea</h1><p>Green tea wants 80 degrees.</p></main>';
  stage.pages['/coffee'] =
    '<title>Coffee</title><main><h1>Coffee</h1><p>Coffee wants 93 degrees.</p></main>';
});

test.describe('an attached page', () => {
  test('supplies tools, is read, and its tools are gone with Detach', async ({
    extension,
    provider,
    stage,
  }) => {
    const { panel } = await attached(extension, stage, '/tea');
    const [first, second] = await ask(panel, provider, [read('r1')]);
    await expect(panel.toolEvent('read_page')).toHaveAttribute('data-tool-state', 'ok');
    expect(first && toolNames(first)).toContain('read_page');
    expect(second && lastText(second)).toMatch(/untrusted-.*127\.0\.0\.1.*80 degrees/);
    await panel.button('Detach Tea').click();
    await expect(panel.button('Attach this page')).toBeVisible();
    const [after] = await ask(panel, provider, []);
    expect(after && toolNames(after)).not.toContain('read_page');
  });

  test('stays attached on the same site, and is left with a sentence on another', async ({
    extension,
    provider,
    stage,
  }) => {
    const { page, panel } = await attached(extension, stage, '/tea');
    await page.goto(`${stage.origin}/coffee`);
    await expect(panel.button('Detach Coffee')).toBeVisible();
    const [, read2] = await ask(panel, provider, [read('r1')]);
    expect(read2 && lastText(read2)).toContain('93 degrees');
    await page.reload();
    const [, again] = await ask(panel, provider, [read('r2')]);
    expect(again && lastText(again)).toContain('93 degrees');
    await page.goto(`${elsewhere(stage.origin)}/coffee`);
    await expect(tabs(panel)).toContainText(
      'This tab went to another site. Attach it again to go on there.',
    );
    const [left] = await ask(panel, provider, []);
    expect(left && toolNames(left)).not.toContain('read_page');
    await page.goBack();
    await expect(tabs(panel)).not.toContainText('went to');
    const [, back] = await ask(panel, provider, [read('r3')]);
    expect(back && lastText(back)).toContain('93 degrees');
  });

  test('is read again by the next worker', async ({ extension, provider, stage }) => {
    const { panel } = await attached(extension, stage, '/tea');
    await ask(panel, provider, [read('r1')]);
    await extension.killWorker();
    const [, again] = await ask(panel, provider, [read('r2')]);
    expect(again && lastText(again)).toContain('80 degrees');
  });

  test('that is closed says so, and answers nothing any more', async ({
    extension,
    provider,
    stage,
  }) => {
    const { page, panel } = await attached(extension, stage, '/tea');
    await page.close();
    await expect(tabs(panel)).toContainText('This tab was closed.');
    const [after] = await ask(panel, provider, []);
    expect(after && toolNames(after)).not.toContain('read_page');
  });

  test('that dies while it is read answers the call, and the run goes on', async ({
    extension,
    provider,
    stage,
  }) => {
    stage.pages['/busy'] = '<title>Busy</title><p>Busy page</p>';
    const { page, panel } = await attached(extension, stage, '/busy');
    await ask(panel, provider, [read('r1')]);
    // Its script can answer nothing while the page is busy.
    void page
      .evaluate(() => {
        for (;;);
      })
      .catch(() => undefined);
    const asked = ask(panel, provider, [read('r2')]);
    await expect(panel.toolEvent('read_page').last()).toHaveAttribute('data-tool-state', 'running');
    await page.close();
    const [, told] = await asked;
    expect(told && lastText(told)).toMatch(/Error: The page went away before it answered/);
  });

  test('of two is meant by its number, and the last one otherwise', async ({
    extension,
    provider,
    stage,
  }) => {
    const { panel } = await attached(extension, stage, '/tea');
    const other = await extension.context.newPage();
    await other.goto(`${stage.origin}/coffee`);
    const [tea, coffee] = [
      await tabIdOf(extension, `${stage.origin}/tea`),
      await tabIdOf(extension, other.url()),
    ];
    const conversation = await panel.page.evaluate(async () => {
      const stored = await chrome.storage.session.get('attached-tabs');
      return Object.keys(stored['attached-tabs'] ?? {})[0] ?? '';
    });
    await panel.page.goto(
      `chrome-extension://${EXTENSION_ID}/sidepanel.html?conversation=${conversation}&tabId=${coffee}`,
    );
    await panel.button('Attach this page').click();
    await expect(panel.button('Detach Coffee')).toBeVisible();
    const [first, one, two] = await ask(panel, provider, [read('r1', { tab: tea }), read('r2')]);
    expect(JSON.stringify(first?.body.messages[0])).toContain(`tab ${coffee}: 127.0.0.1`);
    expect(one && lastText(one)).toContain('80 degrees');
    expect(two && lastText(two)).toContain('93 degrees');
    const [, wrong] = await ask(panel, provider, [read('r3', { tab: 999999 })]);
    expect(wrong && lastText(wrong)).toContain('There is no attached tab with this number');
  });

  test('names the frames that the browser keeps from us, and reads the others', async ({
    extension,
    provider,
    stage,
  }) => {
    stage.pages['/inner'] = '<p>Inner words</p>';
    stage.pages['/frames'] = `<title>Frames</title><p>Outer words</p>
      <iframe src="/inner"></iframe><iframe src="${elsewhere(stage.origin)}/inner"></iframe>`;
    const { panel } = await attached(extension, stage, '/frames');
    const [, told] = await ask(panel, provider, [read('r1')]);
    const text = (told && lastText(told)) ?? '';
    expect(text).toContain('Outer words');
    expect(text).toMatch(/Frame f\d+ \(127\.0\.0\.1:\d+\):\\nInner words/);
    expect(text).toMatch(/Not read: frames of localhost/);
  });

  test('on a blocked site is not read', async ({ extension, provider, stage }) => {
    const { panel } = await attached(extension, stage, '/tea');
    const options = await extension.openOptions();
    await options.goto(`chrome-extension://${EXTENSION_ID}/options.html#permissions`);
    await options.getByRole('textbox', { name: /site/i }).first().fill('127.0.0.1');
    await options.getByRole('button', { name: /^Block/ }).click();
    const [after] = await ask(panel, provider, []);
    expect(after && toolNames(after)).not.toContain('read_page');
  });
});

test.describe('a page that cannot be attached', () => {
  const shown = async (extension: Extension, panel: Panel, url: string) => {
    const page = await extension.context.newPage();
    await page.goto(url);
    const worker = await extension.worker();
    const tabId = await worker.evaluate(
      async () => (await chrome.tabs.query({ active: true }))[0]?.id ?? -1,
    );
    await panel.page.goto(`chrome-extension://${EXTENSION_ID}/sidepanel.html?tabId=${tabId}`);
    return tabs(panel);
  };

  test('is one of the browser’s own', async ({ extension, panel }) => {
    await expect(await shown(extension, panel, 'chrome://version')).toContainText(
      'Pages of the browser itself cannot be read.',
    );
    await expect(panel.button('Attach this page')).toBeHidden();
  });

  test('is one that the browser has not let us into: the way there is told', async ({
    extension,
    panel,
    stage,
  }) => {
    await expect(await shown(extension, panel, `${stage.origin}/tea`)).toContainText(
      'click its button in the toolbar',
    );
    await expect(panel.button('Attach this page')).toBeHidden();
  });

  test('is a PDF in the browser’s viewer', async ({ extension, panel, stage }) => {
    await letInto(extension, ['http://127.0.0.1/*']);
    await expect(await shown(extension, panel, `${stage.origin}/tea.pdf`)).toContainText(
      'PDF files cannot be read',
    );
    await expect(panel.button('Attach this page')).toBeHidden();
  });
});

test('a page that forges our protocol is heard by nobody', async ({
  extension,
  provider,
  stage,
}) => {
  const { page, panel } = await attached(extension, stage, '/tea');
  const heard = await page.evaluate(() => {
    const offer = { type: 'tools-offered', tools: [], frames: [] };
    postMessage(offer, '*');
    dispatchEvent(new CustomEvent('tandem.page', { detail: offer }));
    return {
      runtime: typeof chrome === 'undefined' ? 'undefined' : typeof chrome.runtime,
      host: Symbol.for('tandem.page') in globalThis,
    };
  });
  expect(heard).toEqual({ runtime: 'undefined', host: false });
  const [first] = await ask(panel, provider, [read('r1')]);
  expect(first && toolNames(first)).toContain('read_page');
});

import { readFile } from 'node:fs/promises';
import { textReply, toolCallsReply } from '../support/provider-replies';
import { startProviderServer } from '../support/provider-server';
import { connectModel, expect, Panel, test } from './fixture';

test.describe('a model connection', () => {
  test('is made with the form in the panel, tested, and used', async ({ extension, provider }) => {
    const panel = await extension.openPanel();
    await panel.button('Connect a model').click();
    const page = panel.page;
    await page.getByLabel('Address').fill(provider.url);
    await page.getByLabel('Model', { exact: true }).fill('test-model');
    await page.getByLabel('API key').fill('secret-key-123');
    await allowHost(extension, page);
    provider.script(toolCallsReply([{ name: 'ping', arguments: {} }]));
    await panel.button('Test connection').click();
    await expect(page.getByRole('status').or(page.getByRole('alert'))).toContainText(
      /work|tool|answer/i,
    );
    expect(provider.requests[0]?.headers['authorization']).toBe('Bearer secret-key-123');
    await panel.button('Save').click();
    await expect(page.getByLabel('API key')).toHaveValue('');
    await panel.button('Back').click();
    provider.script(textReply('Connected.'));
    await panel.send('Hi');
    await expect(panel.log).toContainText('Connected.');
    expect(provider.requests.at(-1)?.headers['authorization']).toBe('Bearer secret-key-123');
    expect(await page.content()).not.toContain('secret-key-123');
  });

  test('that is wrong is explained at its field, and nothing is saved', async ({ extension }) => {
    const page = await extension.openOptions();
    await page.getByLabel('Address').fill('not an address');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/http:\/\/ or https:\/\//)).toBeVisible();
    const worker = await extension.worker();
    expect(await worker.evaluate(() => chrome.storage.local.get('connection'))).toEqual({});
  });

  test('that nobody answers is explained in the conversation', async ({ extension }) => {
    const gone = await startProviderServer();
    await gone.close();
    await connectModel(extension, gone);
    const panel = await extension.openPanel();
    await panel.send('Hi');
    await expect(panel.button('Retry')).toBeVisible({ timeout: 15_000 });
    await expect(panel.log).toContainText(/could not be reached|not reach|running/i);
  });

  test('whose server sends no CORS headers works once the browser allows the host', async ({
    extension,
  }) => {
    const strict = await startProviderServer({ cors: false });
    await connectModel(extension, strict);
    const panel = await extension.openPanel();
    await panel.button('Settings').click();
    await allowHost(extension, panel.page);
    await panel.button('Save').click();
    await panel.button('Back').click();
    strict.script(textReply('No CORS needed.'));
    await panel.send('Hi');
    await expect(panel.log).toContainText('No CORS needed.');
    await strict.close();
  });
});

test.describe('tool switches', () => {
  test('KAI-107 KAI-108 KAI-110 KAI-111 are stored under their exact key and govern the next request', async ({
    panel,
    provider,
    extension,
  }) => {
    provider.setFallback(textReply('Fine.'));
    await panel.send('One');
    await expect(panel.log).toContainText('Fine.');
    const options = await extension.openOptions();
    const card = options.getByRole('switch', { name: 'Calculator' });
    await expect(card).toBeChecked();
    await expect(options.getByRole('switch', { name: /memory_store|^Remember/ })).toHaveCount(0);
    await card.click();
    await expect(card).not.toBeChecked();
    await extension.killWorker();
    await options.reload();
    await expect(options.getByRole('switch', { name: 'Calculator' })).not.toBeChecked();
    await panel.page.bringToFront();
    await panel.send('Two');
    await expect.poll(() => provider.requests.length).toBe(2);
    const names = provider.requests.map((request) =>
      request.body.tools?.map((tool) => tool.function.name),
    );
    expect(names[0]).toContain('calculate');
    expect(names[1]).not.toContain('calculate');
    expect(names[1]).toContain('get_local_time');
    const worker = await extension.worker();
    expect(await worker.evaluate(() => chrome.storage.local.get('tool_enabled_calculate'))).toEqual(
      {
        tool_enabled_calculate: false,
      },
    );
  });

  test('KAI-31 KAI-106 the memory switch takes its tools away and brings them back', async ({
    panel,
    provider,
    extension,
  }) => {
    provider.setFallback(textReply('Fine.'));
    const options = await extension.openOptions();
    const memory = options.getByRole('switch', { name: /memory/i });
    await memory.click();
    await expect(memory).not.toBeChecked();
    await panel.page.bringToFront();
    await panel.send('One');
    await expect.poll(() => provider.requests.length).toBe(1);
    const names = provider.requests[0]?.body.tools?.map((tool) => tool.function.name) ?? [];
    expect(names.filter((name) => name.startsWith('memory_'))).toEqual([]);
  });
});

test.describe('the settings file', () => {
  test('sets the first connection, holds no secret, and a bad one changes nothing', async ({
    extension,
    provider,
  }) => {
    const options = await extension.openOptions();
    const file = {
      format: 'tandem-settings',
      version: 1,
      connection: { baseUrl: provider.url, model: 'from-file' },
      switches: { tool_enabled_calculate: false },
    };
    const input = options.getByLabel('Settings file');
    const upload = (text: string) =>
      input.setInputFiles({
        name: 'settings.json',
        mimeType: 'application/json',
        buffer: Buffer.from(text),
      });
    await upload('{"format":"something-else"}');
    await expect(options.getByText(/not a Tandem settings file/)).toBeVisible();
    const worker = await extension.worker();
    expect(await worker.evaluate(() => chrome.storage.local.get())).toEqual({});
    await upload(JSON.stringify(file));
    await expect(options.getByLabel('Address')).toHaveValue(provider.url);
    await expect(options.getByRole('switch', { name: 'Calculator' })).not.toBeChecked();
    await worker.evaluate(async () => {
      const { connection } = await chrome.storage.local.get<{ connection: object }>('connection');
      await chrome.storage.local.set({ connection: { ...connection, apiKey: 'top-secret' } });
    });
    const download = options.waitForEvent('download');
    await options.getByRole('button', { name: 'Export settings' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).not.toContain('top-secret');
    expect(JSON.parse(text)).toMatchObject({
      format: 'tandem-settings',
      version: 1,
      connection: { baseUrl: provider.url, model: 'from-file' },
      switches: { tool_enabled_calculate: false },
    });
    const panel = new Panel(await extension.context.newPage());
    await panel.page.goto(`chrome-extension://${extension.id}/sidepanel.html`);
    provider.script(textReply('Ready.'));
    await panel.send('Hi');
    await expect(panel.log).toContainText('Ready.');
    expect(provider.requests[0]?.body.model).toBe('from-file');
  });
});

/** What the user's yes to the browser's own question would do; the click that asks stays real. */
async function allowHost(
  extension: { context: { newPage(): Promise<Panel['page']> }; id: string },
  page: Panel['page'],
): Promise<void> {
  const settings = await extension.context.newPage();
  await settings.goto('chrome://extensions');
  // This API exists on that page only, and no types know it.
  await settings.evaluate(
    `chrome.developerPrivate.addHostPermission('${extension.id}', 'http://127.0.0.1/*')`,
  );
  await settings.close();
  await page.bringToFront();
}

import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { textReply, toolCallsReply } from '../support/provider-replies';
import type { ProviderServer } from '../support/provider-server';
import { expect, test, type Extension, type Panel } from './fixture';

const remember = (key: string, content: string) =>
  toolCallsReply([{ name: 'memory_store', arguments: { key, content } }]);

const permissions = (page: Page) => page.getByRole('group', { name: 'Tools that need not ask' });

/** Everything that the page can list, from using the panel. */
async function fill(panel: Panel, provider: ProviderServer): Promise<void> {
  provider.script([
    remember('name', `Ada ${'x'.repeat(300)}`),
    textReply('Noted.'),
    remember('city', 'Paris'),
    textReply('Noted too.'),
  ]);
  await panel.send(`Remember ${'a long word '.repeat(30)}${'w'.repeat(300)}`);
  await panel.button('Allow for this chat').click();
  await expect(panel.log).toContainText('Noted.');
  await panel.send('And this');
  await expect(panel.log).toContainText('Noted too.');
}

async function openAt(extension: Extension, width: number, hash = ''): Promise<Page> {
  const page = await extension.context.newPage();
  await page.setViewportSize({ width, height: 800 });
  await page.goto(`chrome-extension://${extension.id}/options.html${hash}`);
  await expect(page.getByRole('heading', { name: 'About' })).toBeAttached();
  return page;
}

test.describe('the tool grid', () => {
  test('KAI-113 KAI-114 KAI-115 KAI-121 has as many columns as its container is wide for, and the last row does not stretch', async ({
    extension,
  }) => {
    const page = await openAt(extension, 1200);
    const frame = page.locator('#tools .switch-grid-frame');
    const measured = await frame.evaluate((element: HTMLElement) => {
      const grid = element.querySelector('.switch-grid');
      if (!grid) throw new Error('There is no grid.');
      for (const card of [...grid.children].slice(4)) card.remove();
      return [320, 499, 500, 799, 800].map((width) => {
        element.style.inlineSize = `${String(width)}px`;
        const cards = [...grid.children].map((card) => card.getBoundingClientRect());
        return {
          width,
          tracks: getComputedStyle(grid).gridTemplateColumns.split(' ').length,
          inFirstRow: cards.filter(({ top }) => top === cards[0]?.top).length,
          sameWidth: new Set(cards.map((card) => Math.round(card.width))).size === 1,
        };
      });
    });
    expect(measured).toEqual(
      [1, 1, 2, 2, 3].map((tracks, index) => ({
        width: [320, 499, 500, 799, 800][index],
        tracks,
        inFirstRow: tracks,
        sameWidth: true,
      })),
    );
  });

  test('KAI-117 KAI-118 KAI-119 its cards are half transparent, turn once wherever they are clicked, and feature tools have none', async ({
    extension,
  }) => {
    const page = await openAt(extension, 800, '#tools');
    const card = page.getByRole('switch', { name: 'Calculator' });
    const background = await card.evaluate((element) => getComputedStyle(element).backgroundColor);
    const alpha = Number(/[,/]\s*([\d.]+)\)$/.exec(background)?.[1]);
    expect(alpha).toBeGreaterThan(0);
    expect(alpha).toBeLessThan(1);
    await card.locator('.switch-description').click();
    await expect(card).not.toBeChecked();
    await card.locator('.switch-track').click();
    await expect(card).toBeChecked();
    await card.press('Space');
    await expect(card).not.toBeChecked();
    await card.press('Enter');
    await expect(card).toBeChecked();
    await expect(
      page.locator('#tools').getByRole('switch', { name: /remember|forget/i }),
    ).toHaveCount(0);
  });
});

test.describe('the settings page', () => {
  test('has no accessibility violations and nothing that is cut off, in both themes and at all widths', async ({
    panel,
    provider,
    extension,
  }) => {
    await fill(panel, provider);
    const page = await openAt(extension, 1200);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // Loaded in its theme, it has no colours on their way from one to the other.
      await page.reload();
      await expect(permissions(page).getByRole('listitem')).toHaveCount(1);
      for (const width of [320, 800, 1200]) {
        await page.setViewportSize({ width, height: 800 });
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
        expect([colorScheme, width, ...found]).toEqual([colorScheme, width]);
      }
    }
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate((dir) => (document.documentElement.dir = dir), direction);
      for (const width of [280, 500, 759, 760, 1200]) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect([direction, width, overflow]).toEqual([direction, width, 0]);
      }
    }
  });

  test('is linked to by section, keeps its place when it is reloaded, and is walked by keyboard', async ({
    panel,
    provider,
    extension,
  }) => {
    await fill(panel, provider);
    const page = await openAt(extension, 1000, '#permissions');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const current = page.locator('nav [aria-current]');
    const isAtTop = (name: string) =>
      page.getByRole('heading', { name, level: 2 }).evaluate((heading) => {
        const { top } = heading.getBoundingClientRect();
        return top >= 0 && top < 160;
      });
    await expect(permissions(page).getByRole('listitem')).toHaveCount(1);
    for (let load = 0; load < 2; load += 1) {
      await expect(current).toHaveText('Permissions');
      await expect.poll(() => isAtTop('Permissions')).toBe(true);
      await page.reload();
      await expect(permissions(page).getByRole('listitem')).toHaveCount(1);
    }
    await page.getByRole('link', { name: 'Data' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/options\.html#data$/);
    await expect(current).toHaveText('Data');
    await expect.poll(() => isAtTop('Data')).toBe(true);
    await page.keyboard.press('Tab');
    await expect(page.locator('#data :focus')).toHaveCount(1);
    await page.mouse.move(500, 400);
    await page.mouse.wheel(0, -10_000);
    await expect(current).toHaveText('Model connection');
    await page.mouse.wheel(0, 100_000);
    await expect(current).toHaveText('About');
  });

  test('opens from the panel', async ({ panel, extension }) => {
    await panel.button('Settings').click();
    const opened = extension.context.waitForEvent('page');
    await panel.button('All settings').click();
    const page = await opened;
    await expect(page.getByRole('heading', { name: 'Permissions' })).toBeAttached();
  });
});

test.describe('a permission', () => {
  test('appears while the page is open, and taken back it is asked for again at once', async ({
    panel,
    provider,
    extension,
  }) => {
    const options = await openAt(extension, 800, '#permissions');
    await expect(permissions(options)).toContainText('Nothing is allowed in advance');
    await panel.page.bringToFront();
    provider.script([remember('name', 'Ada'), textReply('Noted.')]);
    await panel.send('I am Ada');
    await panel.button(/^Always allow/).click();
    await expect(panel.log).toContainText('Noted.');
    await options.bringToFront();
    const row = permissions(options).getByRole('listitem');
    await expect(row).toContainText('Remember');
    await expect(row).toContainText('In every chat, since');
    await row.getByRole('button', { name: 'Revoke' }).click();
    await expect(row).toHaveCount(0);
    await extension.killWorker();
    await options.reload();
    await expect(permissions(options)).toContainText('Nothing is allowed in advance');
    await panel.page.bringToFront();
    provider.script([remember('name', 'Eve')]);
    await panel.send('I am Eve');
    await expect(panel.button('Allow once')).toBeVisible();
  });

  test('of the browser is listed, and removed', async ({ grantable }) => {
    const { extension } = grantable;
    const page = await openAt(extension, 800);
    const list = page.getByRole('group', { name: 'What the browser allows' });
    await expect(list).toContainText('Nothing beyond');
    const session = await extension.context.newCDPSession(page);
    await session.send('Runtime.evaluate', {
      expression: `chrome.permissions.request({ permissions: ['tabs'] })`,
      userGesture: true,
      awaitPromise: true,
    });
    await expect(list.getByRole('listitem')).toContainText('Your tabs');
    await list.getByRole('button', { name: 'Remove' }).click();
    await expect(list).toContainText('Nothing beyond');
    expect(await page.evaluate(() => chrome.permissions.contains({ permissions: ['tabs'] }))).toBe(
      false,
    );
  });
});

test('a connection is removed with its key', async ({ panel, extension }) => {
  const worker = await extension.worker();
  await worker.evaluate(async () => {
    const { connection } = await chrome.storage.local.get<{ connection: object }>('connection');
    await chrome.storage.local.set({ connection: { ...connection, apiKey: 'top-secret' } });
  });
  const page = await openAt(extension, 800);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText(/built-in assistant answers again/).first()).toBeVisible();
  await expect(page.getByLabel('Address')).toHaveValue('');
  expect(await worker.evaluate(() => chrome.storage.local.get())).toEqual({});
  expect(await page.content()).not.toContain('top-secret');
  await panel.page.close();
});

test('all my data is one file: chats, memories, permissions, and no key', async ({
  panel,
  provider,
  extension,
}) => {
  await fill(panel, provider);
  const worker = await extension.worker();
  await worker.evaluate(async () => {
    const { connection } = await chrome.storage.local.get<{ connection: object }>('connection');
    await chrome.storage.local.set({ connection: { ...connection, apiKey: 'top-secret-key' } });
  });
  const page = await openAt(extension, 800, '#data');
  await expect(page.getByText(/^1 chat · 2 memories · .* on disk$/)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).not.toContain('top-secret-key');
  expect(JSON.parse(text)).toMatchObject({
    format: 'tandem-data',
    version: 1,
    memories: [{ key: 'city', content: 'Paris' }, { key: 'name' }],
    chats: [
      { records: expect.arrayContaining([expect.objectContaining({ type: 'grant-given' })]) },
    ],
  });
  const memories = page.getByRole('group', { name: 'Memories' });
  await memories.getByRole('listitem').filter({ hasText: 'city' }).getByRole('button').click();
  await expect(memories.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText(/^1 chat · 1 memory/)).toBeVisible();
});

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { gatedReply, textReply, toolCallsReply } from '../support/provider-replies';
import { expect, test, type Panel } from './fixture';

const chats = (panel: Panel) => panel.page.getByRole('dialog', { name: 'Chats' });
const rows = (panel: Panel) => chats(panel).getByRole('listitem');
const row = (panel: Panel, title: string) =>
  rows(panel).filter({ has: panel.page.getByRole('button', { name: title, exact: true }) });
const heading = (panel: Panel, name: string) =>
  panel.page.getByRole('heading', { level: 1, name, exact: true });

async function act(panel: Panel, title: string, action: 'Rename' | 'Delete'): Promise<void> {
  await row(panel, title).hover();
  await row(panel, title).getByRole('button', { name: action, exact: true }).click();
}

/** What the disk holds, by conversation: the titles of the rows and how many records there are. */
function onDisk(page: Page): Promise<{ titles: (string | undefined)[]; records: string[] }> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('tandem');
        opening.onerror = () => reject(new Error('open'));
        opening.onsuccess = () => {
          const database = opening.result;
          const transaction = database.transaction(['conversations', 'records']);
          const rowsRead = transaction.objectStore('conversations').getAll();
          const keysRead = transaction.objectStore('records').getAllKeys();
          transaction.oncomplete = () => {
            database.close();
            const stored: { title?: string }[] = rowsRead.result;
            const titles = stored.map(({ title }) => title);
            resolve({ titles, records: keysRead.result.map((key) => JSON.stringify(key)) });
          };
        };
      }),
  );
}

/** As if the chats that are deleted had been deleted an hour ago. */
function letAnHourPass(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('tandem');
        opening.onerror = () => reject(new Error('open'));
        opening.onsuccess = () => {
          const database = opening.result;
          const transaction = database.transaction('conversations', 'readwrite');
          const cursorRead = transaction.objectStore('conversations').openCursor();
          cursorRead.onsuccess = () => {
            const cursor = cursorRead.result;
            if (!cursor) return;
            const stored: { deletedAt?: number } = cursor.value;
            if (stored.deletedAt !== undefined) {
              cursor.update({ ...stored, deletedAt: stored.deletedAt - 3_600_000 });
            }
            cursor.continue();
          };
          transaction.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
  );
}

async function twoChats(panel: Panel): Promise<void> {
  await panel.send('# Plan a **trip** to Rome\nin May');
  await expect(panel.log).toContainText('By train.');
  await panel.button('New chat').click();
  await expect(panel.log.getByRole('article')).toHaveCount(0);
  await panel.send('Return the blue kettle to https://www.shop.example/orders/1');
  await expect(panel.log).toContainText('Done.');
}

test('chats name themselves and are switched, renamed and searched, in every panel', async ({
  panel,
  provider,
  extension,
}) => {
  provider.script([textReply('By train.'), textReply('Done.')]);
  await expect(heading(panel, 'New chat')).toBeVisible();
  await twoChats(panel);
  await expect(heading(panel, 'Return the blue kettle to shop.example')).toBeVisible();
  const other = await extension.openPanel();
  await expect(heading(other, 'Return the blue kettle to shop.example')).toBeVisible();
  await other.button('Chats').click();
  await expect(rows(other)).toHaveCount(2);

  await panel.page.bringToFront();
  await panel.button('Chats').click();
  await expect(panel.page.getByRole('searchbox', { name: 'Search chats' })).toBeFocused();
  await expect(chats(panel).getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(panel.page.locator('[aria-current="true"]')).toHaveText(
    'Return the blue kettle to shop.example',
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await panel.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await row(panel, 'Plan a trip to Rome').hover();
    expect((await new AxeBuilder({ page: panel.page }).analyze()).violations).toEqual([]);
  }

  await chats(panel).getByRole('button', { name: 'Plan a trip to Rome' }).click();
  await expect(chats(panel)).toBeHidden();
  await expect(panel.composer).toBeFocused();
  await expect(panel.log).toContainText('By train.');
  await expect(panel.log).not.toContainText('Done.');
  await expect(heading(panel, 'Plan a trip to Rome')).toBeVisible();

  await panel.button('Chats').click();
  await act(panel, 'Plan a trip to Rome', 'Rename');
  await panel.page.keyboard.type('Città eterna');
  await panel.page.keyboard.press('Enter');
  await expect(row(panel, 'Città eterna')).toBeVisible();
  await expect(row(other, 'Città eterna')).toHaveCount(1);

  await panel.page.getByRole('searchbox', { name: 'Search chats' }).fill('CITTA');
  await expect(rows(panel)).toHaveCount(1);
  await panel.page.getByRole('searchbox', { name: 'Search chats' }).fill('nothing like it');
  await expect(chats(panel)).toContainText('Nothing found');
  await panel.page.keyboard.press('Escape');
  await expect(rows(panel)).toHaveCount(2);
  await panel.page.keyboard.press('Escape');
  await expect(chats(panel)).toBeHidden();
  await expect(panel.button('Chats')).toBeFocused();
  await expect(heading(panel, 'Città eterna')).toBeVisible();

  // The name stays, whatever is said next and whoever reads it next.
  provider.script([textReply('In May.')]);
  await panel.send('When?');
  await expect(panel.log).toContainText('In May.');
  await extension.killWorker();
  await panel.page.reload();
  await expect(heading(panel, 'Città eterna')).toBeVisible();
});

test('a deleted chat is gone from every panel, comes back whole, and is really gone in the end', async ({
  panel,
  provider,
  extension,
  site,
}) => {
  provider.script([
    textReply('By train.'),
    textReply('Done.'),
    toolCallsReply([{ name: 'open_url', arguments: { url: `${site}/next` } }]),
    textReply('Opened.'),
  ]);
  await twoChats(panel);
  await panel.send('Open the next page');
  await expect(panel.button('Allow once')).toBeVisible();
  const other = await extension.openPanel();
  await expect(other.button('Allow once')).toBeVisible();

  await panel.page.bringToFront();
  await panel.button('Chats').click();
  const kettle = 'Return the blue kettle to shop.example';
  await expect(row(panel, kettle)).toContainText('Waits for you');
  await act(panel, kettle, 'Delete');
  await expect(rows(panel)).toHaveCount(1);
  await expect(other.button('Allow once')).toBeHidden();
  await expect(heading(other, 'New chat')).toBeVisible();
  // Where a worker dies makes no difference.
  await extension.killWorker();
  await panel.button('Undo').click();
  await expect(row(panel, kettle)).toContainText('Waits for you');
  await panel.page.keyboard.press('Escape');
  await panel.button('Allow once').click();
  await expect(panel.log).toContainText('Opened.');

  await panel.button('Chats').click();
  await act(panel, kettle, 'Delete');
  await expect(panel.button('Undo')).toBeVisible();
  expect((await new AxeBuilder({ page: panel.page }).analyze()).violations).toEqual([]);
  expect((await onDisk(panel.page)).titles.sort()).toEqual(['Plan a trip to Rome', kettle].sort());
  await panel.page.keyboard.press('Escape');
  await expect(heading(panel, 'New chat')).toBeVisible();
  await letAnHourPass(panel.page);
  await extension.killWorker();
  await expect.poll(async () => (await onDisk(panel.page)).titles).toEqual(['Plan a trip to Rome']);
  const { records } = await onDisk(panel.page);
  expect(new Set(records.map((key) => key.split(',')[0])).size).toBe(1);
  const later = await extension.openPanel();
  await expect(later.log).toContainText('By train.');
});

test('deleting a chat stops its run, which writes nothing more, and undoing it goes on', async ({
  panel,
  provider,
}) => {
  const reply = gatedReply(textReply('Half of it.'), 'after-first-chunk');
  provider.script([reply, textReply('The whole answer.')]);
  await panel.send('Tell me');
  await reply.reached;
  await panel.button('Chats').click();
  await expect(row(panel, 'Tell me')).toContainText('Working');
  await act(panel, 'Tell me', 'Delete');
  await expect(chats(panel)).toContainText('No chats yet');
  const before = await onDisk(panel.page);
  expect(before.records.length).toBeGreaterThan(0);
  reply.release();
  await expect.poll(() => provider.requests[0]?.aborted).toBe(true);
  expect(await onDisk(panel.page)).toEqual(before);
  await panel.button('Undo').click();
  await expect(row(panel, 'Tell me')).toBeVisible();
  await panel.page.keyboard.press('Escape');
  await expect(panel.log).toContainText('The whole answer.');
  await expect(panel.log).not.toContainText('Half of it.');
  expect(provider.requests).toHaveLength(2);
});

test('a temporary chat is listed while it lives, and is gone at once when it is deleted', async ({
  panel,
  provider,
  extension,
}) => {
  provider.script([textReply('Just between us.')]);
  await panel.button('Temporary chat').click();
  await panel.send('A secret');
  await expect(panel.log).toContainText('Just between us.');
  await panel.button('Chats').click();
  await expect(row(panel, 'A secret')).toContainText('Temporary');
  await act(panel, 'A secret', 'Rename');
  await panel.page.keyboard.type('My secret');
  await panel.page.keyboard.press('Enter');
  await expect(row(panel, 'My secret')).toBeVisible();
  await act(panel, 'My secret', 'Delete');
  await expect(rows(panel)).toHaveCount(0);
  await expect(panel.button('Undo')).toBeHidden();
  const worker = await extension.worker();
  expect(await worker.evaluate(() => chrome.storage.session.get())).toEqual({});
});

test('two panels that open at the same moment share the first chat', async ({
  panel,
  extension,
  provider,
}) => {
  provider.script([textReply('Here.')]);
  const other = await extension.openPanel();
  await expect(other.composer).toBeEditable();
  await other.send('Hello');
  await expect(other.log).toContainText('Here.');
  await panel.page.bringToFront();
  await expect(panel.log).toContainText('Here.');
});

import { textReply, toolCallsReply } from '../support/provider-replies';
import { connectModel, expect, test } from './fixture';

test('a temporary chat is never on disk, survives the worker, and has no memory tools', async ({
  panel,
  provider,
  extension,
}) => {
  provider.script([textReply('Just between us.'), textReply('Still between us.')]);
  await panel.button('Temporary chat').click();
  await expect(panel.page.getByRole('heading', { name: 'Temporary chat' })).toBeVisible();
  await panel.send('A secret');
  await expect(panel.log).toContainText('Just between us.');
  const names = provider.requests[0]?.body.tools?.map((tool) => tool.function.name) ?? [];
  expect(names.filter((name) => name.startsWith('memory_'))).toEqual([]);
  await extension.killWorker();
  await panel.send('Another');
  await expect(panel.log).toContainText('Still between us.');
  await expect(panel.log).toContainText('Just between us.');
  const worker = await extension.worker();
  const stored = await worker.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('tandem');
        opening.onerror = () => reject(new Error('open'));
        opening.onsuccess = () => {
          const request = opening.result.transaction('records').objectStore('records').count();
          request.onsuccess = () => {
            opening.result.close();
            resolve(request.result);
          };
        };
      }),
  );
  expect(stored).toBe(0);
});

test('"Delete all my data" deletes chats, memories, permissions, settings and keys, and says so', async ({
  panel,
  provider,
  extension,
}) => {
  provider.script([
    toolCallsReply([{ name: 'memory_store', arguments: { key: 'name', content: 'Ada' } }]),
    textReply('Noted.'),
  ]);
  await panel.send('I am Ada');
  await panel.button(/^Always allow/).click();
  await expect(panel.log).toContainText('Noted.');
  const options = await extension.openOptions();
  await options.getByRole('button', { name: 'Delete all my data' }).click();
  await options.getByRole('button', { name: 'Delete everything' }).click();
  await expect(options.getByText('Everything was deleted.')).toBeVisible();
  await panel.page.bringToFront();
  await expect(panel.log).not.toContainText('I am Ada');
  await expect(panel.button('Connect a model')).toBeVisible();
  const worker = await extension.worker();
  const left = await worker.evaluate(async () => ({
    local: await chrome.storage.local.get(),
    session: await chrome.storage.session.get(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));
  expect(left.local).toEqual({});
  expect(left.session).toEqual({});
  await connectModel(extension, provider);
  const again = await extension.openPanel();
  provider.script([
    toolCallsReply([{ name: 'memory_store', arguments: { key: 'name', content: 'Eve' } }]),
  ]);
  await again.send('I am Eve');
  await expect(again.button('Allow once')).toBeVisible();
  expect(JSON.stringify(provider.requests.at(-1)?.body)).not.toContain('Ada');
});

import { gatedReply, textReply, toolCallsReply } from '../support/provider-replies';
import { expect, Panel, test } from './fixture';

test('an answer that was under way when the worker died is asked for again, once', async ({
  panel,
  provider,
  extension,
}) => {
  const reply = gatedReply(textReply('Half an answer that is cut.'), 'after-first-chunk');
  provider.script([reply, textReply('The whole answer.')]);
  await panel.send('Tell me');
  await reply.reached;
  await extension.killWorker();
  await expect(panel.log).toContainText('The whole answer.');
  await expect(panel.log.getByText('Tell me')).toHaveCount(1);
  await expect(panel.log).not.toContainText('Half an answer');
  expect(provider.requests).toHaveLength(2);
});

test('several chats run at once, and all go on after the worker died', async ({
  panel,
  provider,
  extension,
}) => {
  const replies = ['first', 'second'].map((name) =>
    gatedReply(textReply(`Never ${name}.`), 'before-first-byte'),
  );
  provider.script(replies);
  await panel.send('One');
  await replies[0]?.reached;
  const other = await extension.openPanel();
  await other.button('New chat').click();
  await other.send('Two');
  await replies[1]?.reached;
  provider.setFallback((request) =>
    textReply(JSON.stringify(request.body).includes('"Two"') ? 'Answer two.' : 'Answer one.'),
  );
  await extension.killWorker();
  await expect(other.log).toContainText('Answer two.');
  await panel.page.bringToFront();
  await expect(panel.log).toContainText('Answer one.');
});

test('an update of the extension keeps what was waiting for an answer', async ({
  panel,
  provider,
  extension,
  site,
}) => {
  provider.script([
    toolCallsReply([{ name: 'open_url', arguments: { url: `${site}/next` } }]),
    textReply('Opened.'),
  ]);
  await panel.send('Open it');
  await expect(panel.button('Allow once')).toBeVisible();
  const extensions = await extension.context.newPage();
  await extensions.goto('chrome://extensions');
  // What the browser does when a new version has arrived; the API exists on that page only, and an
  // unpacked extension comes back only in developer mode.
  await extensions.evaluate(`(async () => {
    await chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true });
    await chrome.developerPrivate.reload('${extension.id}', { failQuietly: true });
  })()`);
  await expect.poll(() => panel.page.isClosed()).toBe(true);
  const page = await extension.context.newPage();
  const address = `chrome-extension://${extension.id}/sidepanel.html`;
  // The address is nobody's until the new version is loaded.
  await expect(async () => {
    await page.goto(address);
  }).toPass();
  const again = new Panel(page);
  await again.button('Allow once').click();
  await expect(again.log).toContainText('Opened.');
  expect(provider.requests).toHaveLength(2);
});

test('cleared data is told in one sentence, and the chat goes on', async ({ panel, provider }) => {
  provider.script([textReply('Before.'), textReply('After.')]);
  await panel.send('One');
  await expect(panel.log).toContainText('Before.');
  await panel.page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase('tandem');
        request.onsuccess = () => resolve();
        request.onerror = () => reject(new Error('delete'));
      }),
  );
  await expect(panel.page.getByText('The browser cleared your saved chats.')).toBeVisible();
  await panel.send('Two');
  await expect(panel.log).toContainText('After.');
  await panel.page.reload();
  await expect(panel.log).toContainText('After.');
});

test('chats of a newer version are left alone, and the user is told', async ({
  extension,
  panel,
}) => {
  await extension.killWorker();
  await panel.page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('tandem', 99);
        request.onupgradeneeded = () => undefined;
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
        request.onerror = () => reject(new Error('open'));
      }),
  );
  await extension.killWorker();
  const again = await extension.openPanel();
  await expect(again.page.getByText(/saved by a newer version/)).toBeVisible();
});

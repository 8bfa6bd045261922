import { rawReply, textReply, toolCallsReply } from '../support/provider-replies';
import { expect, test } from './fixture';

test.describe('hostile input', () => {
  test('malformed port messages are refused one by one and change nothing', async ({
    panel,
    provider,
  }) => {
    provider.script(textReply('Still here.'));
    const refused = await panel.page.evaluate(async () => {
      const port = chrome.runtime.connect({ name: 'panel' });
      const messages: unknown[] = [
        null,
        'text',
        42,
        [],
        {},
        { requestId: 'a' },
        { requestId: 'b', command: { type: 'no-such-command' } },
        { requestId: 'c', command: { type: 'prompt-send', conversationId: 'x' } },
        { requestId: 'd', command: { type: 'prompt-send', conversationId: '', blocks: [] } },
        { requestId: 'e', command: { type: 'tool-use', conversationId: 'x', toolUseId: 7 } },
        {
          requestId: 'f',
          command: {
            type: 'permission-answer',
            conversationId: 'x',
            toolUseId: 'y',
            decision: 'maybe',
          },
        },
        { requestId: 'g', command: { type: 'settings-import', json: 'x'.repeat(1_000_001) } },
      ];
      const answers: unknown[] = [];
      const done = new Promise<void>((resolve) => {
        port.onMessage.addListener((message: unknown) => {
          answers.push(message);
          if (answers.length === messages.length) resolve();
        });
      });
      for (const message of messages) port.postMessage(message);
      await done;
      port.disconnect();
      return answers;
    });
    expect(refused).toHaveLength(12);
    for (const answer of refused) {
      expect(answer).toMatchObject({ type: 'command-refused', error: { code: 'message-invalid' } });
    }
    await panel.send('Hello?');
    await expect(panel.log).toContainText('Still here.');
    expect(provider.requests).toHaveLength(1);
  });

  test('a page cannot open the panel door', async ({ panel, extension, site }) => {
    const page = await extension.context.newPage();
    await page.goto(site);
    const door = await page.evaluate('typeof globalThis.chrome?.runtime?.connect');
    expect(door).toBe('undefined');
    await expect(panel.composer).toBeEditable();
  });

  test('an answer full of markup is shown as text', async ({ panel, provider }) => {
    const markup =
      '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';
    provider.script([
      toolCallsReply([{ name: markup, arguments: { expression: markup } }], { text: markup }),
      textReply(markup),
    ]);
    await panel.send(markup);
    await expect(panel.log.getByText(markup).last()).toBeVisible();
    expect(await panel.page.title()).not.toBe('owned');
    expect(await panel.log.locator('img, script').count()).toBe(0);
  });

  test('a stream of garbage ends in one clear sentence, and the chat goes on', async ({
    panel,
    provider,
  }) => {
    provider.script(rawReply({ chunks: ['data: {"choices": [{]}\n\n', 'data: nonsense\n\n'] }));
    await panel.send('Hi');
    await expect(panel.button('Retry')).toBeVisible();
    provider.script(textReply('Clean again.'));
    await panel.send('Again');
    await expect(panel.log).toContainText('Clean again.');
  });

  test('a damaged record is skipped, the rest stays readable, and the user is told', async ({
    panel,
    provider,
    extension,
  }) => {
    provider.script([textReply('First answer.'), textReply('Second answer.')]);
    await panel.send('One');
    await expect(panel.log).toContainText('First answer.');
    await panel.send('Two');
    await expect(panel.log).toContainText('Second answer.');
    await panel.page.close();
    const worker = await extension.worker();
    await worker.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('tandem');
          opening.onerror = () => reject(new Error('open'));
          opening.onsuccess = () => {
            const transaction = opening.result.transaction('records', 'readwrite');
            const store = transaction.objectStore('records');
            const cursors = store.openCursor();
            cursors.onsuccess = () => {
              const cursor = cursors.result;
              if (!cursor) return;
              if (JSON.stringify(cursor.value).includes('First answer.')) {
                cursor.update({ ...cursor.value, record: { type: 'garbage', seq: 'x' } });
              }
              cursor.continue();
            };
            transaction.oncomplete = () => {
              opening.result.close();
              resolve();
            };
          };
        }),
    );
    await extension.killWorker();
    const again = await extension.openPanel();
    await expect(again.log).toContainText('Second answer.');
    await expect(again.log).not.toContainText('First answer.');
    provider.script(textReply('Third answer.'));
    await again.send('Three');
    await expect(again.log).toContainText('Third answer.');
  });
});

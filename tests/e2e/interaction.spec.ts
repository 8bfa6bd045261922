import { textReply, toolCallsReply } from '../support/provider-replies';
import { expect, test } from './fixture';

test.describe('a tool that needs permission', () => {
  const open = (id: string, url: string) =>
    toolCallsReply([{ id, name: 'open_url', arguments: { url } }]);

  test('BRV-06 BRV-08 BRV-11 KAI-21 runs once when allowed', async ({
    panel,
    provider,
    extension,
    site,
  }) => {
    provider.script([open('o1', `${site}/allowed`), textReply('Opened.')]);
    await panel.send('Open it');
    const event = panel.toolEvent('open_url');
    await expect(event).toHaveAttribute('data-tool-state', 'awaiting-user');
    await expect(event).toContainText('127.0.0.1');
    expect(provider.requests).toHaveLength(1);
    const opened = extension.context.waitForEvent('page');
    await event.getByRole('button', { name: 'Allow once' }).click();
    expect((await opened).url()).toBe(`${site}/allowed`);
    await expect(event).toHaveAttribute('data-tool-state', 'ok');
    await expect(panel.log).toContainText('Opened.');
  });

  test('BRV-11 BRV-44 tells the model when it is denied', async ({
    panel,
    provider,
    extension,
    site,
  }) => {
    provider.script([open('o1', `${site}/denied`), textReply('As you wish.')]);
    await panel.send('Open it');
    const pages = extension.context.pages().length;
    await panel.button('Deny').click();
    await expect(panel.log).toContainText('As you wish.');
    await expect(panel.toolEvent('open_url')).toHaveAttribute('data-tool-state', 'denied');
    expect(provider.requests[1]?.body.messages.at(-1)?.['content']).toMatch(/declined/);
    expect(extension.context.pages()).toHaveLength(pages);
  });

  test('BRV-05 is not asked for again in a chat that allowed it, and asked again in another', async ({
    panel,
    provider,
    site,
  }) => {
    provider.script([
      open('o1', `${site}/one`),
      open('o2', `${site}/two`),
      textReply('Both open.'),
    ]);
    await panel.send('Open two pages');
    await panel.button('Allow for this chat').click();
    await expect(panel.log).toContainText('Both open.');
    await panel.button('New chat').click();
    provider.script([open('o3', `${site}/three`), textReply('Done.')]);
    await panel.send('Open one');
    await expect(panel.button('Allow once')).toBeVisible();
  });

  test('is not asked for again anywhere once it was always allowed', async ({
    panel,
    provider,
    extension,
    site,
  }) => {
    provider.script([open('o1', `${site}/one`), textReply('One.')]);
    await panel.send('Open');
    await panel.button(/^Always allow/).click();
    await expect(panel.log).toContainText('One.');
    await extension.killWorker();
    await panel.button('New chat').click();
    provider.script([open('o2', `${site}/two`), textReply('Two.')]);
    await panel.send('Open');
    await expect(panel.log).toContainText('Two.');
  });

  test('BRV-09 is removed when the user sends another prompt', async ({
    panel,
    provider,
    site,
  }) => {
    provider.script([open('o1', `${site}/never`), textReply('Forgotten.')]);
    await panel.send('Open it');
    await expect(panel.button('Allow once')).toBeVisible();
    await panel.send('Forget it');
    await expect(panel.log).toContainText('Forgotten.');
    await expect(panel.button('Allow once')).toBeHidden();
    await expect(panel.toolEvent('open_url')).toHaveAttribute('data-tool-state', 'pruned');
    expect(JSON.stringify(provider.requests[1]?.body.messages)).not.toContain('tool_calls');
  });

  test('BRV-03 BRV-07 waits through a closed panel and a killed worker', async ({
    panel,
    provider,
    extension,
    site,
  }) => {
    provider.script([open('o1', `${site}/later`), textReply('Opened at last.')]);
    await panel.send('Open it');
    await expect(panel.button('Allow once')).toBeVisible();
    await panel.page.close();
    await extension.killWorker();
    const again = await extension.openPanel();
    await again.button('Allow once').click();
    await expect(again.log).toContainText('Opened at last.');
    await expect(again.toolEvent('open_url')).toHaveAttribute('data-tool-state', 'ok');
    expect(provider.requests).toHaveLength(2);
  });

  test('two panels of one chat see the same, and an answer counts once', async ({
    panel,
    provider,
    extension,
    site,
  }) => {
    provider.script([open('o1', `${site}/once`), textReply('Just once.')]);
    await panel.send('Open it');
    await expect(panel.button('Allow once')).toBeVisible();
    const second = await extension.openPanel();
    await expect(second.button('Allow once')).toBeVisible();
    await second.button('Allow once').click();
    for (const view of [panel, second]) await expect(view.log).toContainText('Just once.');
    const opened = extension.context.pages().filter((page) => page.url() === `${site}/once`);
    expect(opened).toHaveLength(1);
  });
});

test.describe('a tool that the user answers', () => {
  test('BRV-16 BRV-18 BRV-43 a choice shows numbered buttons and sends the chosen one', async ({
    panel,
    provider,
  }) => {
    provider.script([
      toolCallsReply([
        {
          name: 'user_choice',
          arguments: { question: 'Which refund?', choices: ['Back to the card', 'Shop credit'] },
        },
      ]),
      textReply('Credit it is.'),
    ]);
    await panel.send('Refund me');
    const event = panel.toolEvent('user_choice');
    await expect(event).toContainText('Which refund?');
    const choices = event.getByRole('button', { name: /^[0-9]/ });
    await expect(choices).toHaveText([/1.*Back to the card/, /2.*Shop credit/]);
    await event.getByRole('button', { name: /Shop credit/ }).click();
    await expect(panel.log).toContainText('Credit it is.');
    expect(provider.requests[1]?.body.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: 'Shop credit',
    });
    await expect(event).toContainText('Shop credit');
    await expect(event).not.toContainText('Back to the card');
  });

  test('a question is a form, and its answers go back as JSON', async ({ panel, provider }) => {
    provider.script([
      toolCallsReply([
        {
          name: 'ask_user',
          arguments: {
            question: 'Where shall it go?',
            fields: [
              { name: 'city', label: 'City', type: 'text', required: true },
              { name: 'copies', label: 'Copies', type: 'number' },
            ],
          },
        },
      ]),
      textReply('On its way.'),
    ]);
    await panel.send('Send it');
    const event = panel.toolEvent('ask_user');
    await expect(event).toContainText('Where shall it go?');
    await event.getByLabel(/City/).fill('Bonn');
    await event.getByLabel(/Copies/).fill('2');
    await event.getByLabel(/Copies/).press('Enter');
    await expect(panel.log).toContainText('On its way.');
    expect(provider.requests[1]?.body.messages.at(-1)?.['content']).toBe(
      '{"city":"Bonn","copies":2}',
    );
  });

  test('BRV-17 BRV-19 a summary is drawn from its arguments and ends the turn', async ({
    panel,
    provider,
  }) => {
    provider.script(
      toolCallsReply([
        {
          name: 'task_summary',
          arguments: {
            title: 'Return of the kettle',
            actions: [{ text: 'Found the order', outcome: 'done' }],
          },
        },
      ]),
    );
    await panel.send('Finish');
    await expect(panel.toolEvent('task_summary')).toHaveAttribute('data-tool-state', 'ok');
    await expect(panel.log).toContainText('Found the order');
    await expect(panel.button('Stop')).toBeHidden();
    expect(provider.requests).toHaveLength(1);
  });

  test('a to-do list shows done and total', async ({ panel, provider }) => {
    provider.script([
      toolCallsReply([
        {
          name: 'todo_write',
          arguments: {
            items: [
              { text: 'Find the order', status: 'done' },
              { text: 'Fill the form', status: 'in-progress' },
            ],
          },
        },
      ]),
      textReply('Planned.'),
    ]);
    await panel.send('Plan');
    await expect(panel.log).toContainText('Planned.');
    await expect(panel.toolEvent('todo_write')).toContainText(/1\s*\/\s*2|1 of 2/);
  });
});

test.describe('memory', () => {
  test('KAI-26 KAI-27 is kept with permission, used in later chats, and forgotten by its exact key', async ({
    panel,
    provider,
    extension,
  }) => {
    provider.script([
      toolCallsReply([{ name: 'memory_store', arguments: { key: 'name', content: 'Ada' } }]),
      textReply('Noted.'),
    ]);
    await panel.send('I am Ada');
    await panel.button('Allow once').click();
    await expect(panel.log).toContainText('Noted.');
    await extension.killWorker();
    await panel.button('New chat').click();
    provider.script([
      toolCallsReply([{ name: 'memory_forget', arguments: { key: 'Name' } }]),
      textReply('Nothing by that name.'),
    ]);
    await panel.send('Forget Name');
    await panel.button('Allow once').click();
    await expect(panel.log).toContainText('Nothing by that name.');
    expect(JSON.stringify(provider.requests[2]?.body.messages[0])).toContain('name: Ada');
    expect(provider.requests[3]?.body.messages.at(-1)?.['content']).toMatch(/^Error: .*not found/i);
    provider.script([
      toolCallsReply([{ name: 'memory_forget', arguments: { key: 'name' } }]),
      textReply('Forgotten.'),
    ]);
    await panel.send('Forget name');
    await panel.button('Allow once').click();
    await expect(panel.log).toContainText('Forgotten.');
    provider.script(textReply('Who are you?'));
    await panel.send('Who am I?');
    await expect(panel.log).toContainText('Who are you?');
    expect(JSON.stringify(provider.requests.at(-1)?.body.messages[0])).not.toContain('name: Ada');
  });
});

test.describe('tabs', () => {
  test('BRV-12 BRV-23 are listed and grouped with the permissions asked for in the click', async ({
    grantable,
    provider,
    site,
  }) => {
    const { panel, extension } = grantable;
    for (const name of ['one', 'two', 'three']) {
      const page = await extension.context.newPage();
      await page.goto(`${site}/${name}`);
    }
    await panel.page.bringToFront();
    provider.script([toolCallsReply([{ name: 'list_tabs', arguments: {} }]), textReply('Listed.')]);
    await panel.send('Which tabs are open?');
    await expect(panel.toolEvent('list_tabs')).toHaveAttribute('data-tool-state', 'awaiting-user');
    await panel.button('Allow once').click();
    await expect(panel.log).toContainText('Listed.');
    expect(provider.requests[1]?.body.messages.at(-1)?.['content']).toContain('A page of our own');

    provider.script([
      toolCallsReply([{ name: 'group_tabs', arguments: { title: 'Reading' } }]),
      textReply('Grouped.'),
    ]);
    await panel.send('Group some');
    const card = panel.toolEvent('group_tabs');
    const boxes = card.getByRole('checkbox', { name: /A page of our own/ });
    await expect(boxes).toHaveCount(3);
    await boxes.nth(0).check();
    await boxes.nth(2).check();
    await card.getByRole('button', { name: /^Group/ }).click();
    await expect(panel.log).toContainText('Grouped.');
    await expect(card).toHaveAttribute('data-tool-state', 'ok');
    const worker = await extension.worker();
    const groups = await worker.evaluate(async () => {
      const tabs = await chrome.tabs.query({});
      const grouped = tabs.filter((tab) => tab.groupId !== -1);
      const titles = await Promise.all(
        grouped.map(async (tab) => (await chrome.tabGroups.get(tab.groupId)).title),
      );
      return { urls: grouped.map((tab) => tab.url ?? ''), titles };
    });
    expect(groups.urls.map((url) => url.split('/').at(-1))).toEqual(['one', 'three']);
    expect(groups.titles).toEqual(['Reading', 'Reading']);
  });
});

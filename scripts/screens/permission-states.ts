import { connectModel, expect, type Extension } from '../../tests/e2e/fixture';
import { textReply, toolCallsReply } from '../../tests/support/provider-replies';
import { chat, type ChatStage, type ScreenState, type Stage } from './stage';

const open = (url: string) => ({ name: 'open_url', arguments: { url } });
const remember = (key: string, content: string) => ({
  name: 'memory_store',
  arguments: { key, content },
});

/** What a person decides about: cards, plans, modes, and what they decided before. */
export const permissionStates: readonly ScreenState[] = [
  chat('permission-leaving-data', leavingData),
  chat('permission-options', async ({ panel, provider }) => {
    provider.script(toolCallsReply([open('https://trains.example/bonn-lyon')]));
    await panel.send('Show me the trains to Lyon');
    await panel.page.getByText('More options').click();
    await panel.button('Edit arguments').click();
    await expect(panel.page.getByLabel('URL')).toBeVisible();
  }),
  chat('permission-change', async ({ panel, provider }) => {
    provider.script([
      toolCallsReply([remember('diet', 'No nuts.')]),
      textReply('Noted.'),
      toolCallsReply([remember('diet', 'No nuts, and no shellfish either.')]),
    ]);
    await panel.send('I must not eat nuts');
    await panel.button('Allow once').click();
    await expect(panel.log).toContainText('Noted.');
    await panel.send('Nor shellfish');
    await expect(panel.button('Allow once')).toBeVisible();
  }),
  chat('permission-queue', async ({ panel, provider }) => {
    provider.script(
      toolCallsReply([open('https://trains.example'), remember('city', 'The user lives in Bonn.')]),
    );
    await panel.send('Open the trains, and remember that I live in Bonn');
    await expect(panel.log).toContainText('2 of 2');
  }),
  chat('plan', async ({ panel, provider }) => {
    await chooseMode({ panel }, 'Plan first');
    provider.script(toolCallsReply([plan]));
    await panel.send('Find me a kettle like the blue one');
    await expect(panel.button('Approve plan')).toBeVisible();
  }),
  chat('hand-over', async ({ panel, provider }) => {
    provider.script(
      toolCallsReply([
        {
          name: 'hand_over',
          arguments: { kind: 'sign-in', what: 'Sign in to shop.example in the tab in front.' },
        },
      ]),
    );
    await panel.send('Order the kettle again');
    await expect(panel.button('Done')).toBeVisible();
  }),
  chat('mode-menu', async ({ panel }) => {
    await panel.page.getByRole('combobox', { name: 'Mode' }).click();
    await expect(panel.page.getByRole('option', { name: /Read only/ })).toBeVisible();
  }),
  chat('read-only', async ({ panel, provider }) => {
    await chooseMode({ panel }, 'Read only');
    provider.script([
      toolCallsReply([open('https://trains.example')]),
      textReply('I may only read in this chat. Switch the mode, and I open the page.'),
    ]);
    await panel.send('Open the trains');
    await expect(panel.log).toContainText('Switch the mode');
  }),
  {
    name: 'settings-permissions-many',
    play: (stage) => settingsWithPermissions(stage),
    inSight: (page) => page.locator('#permissions'),
  },
  {
    name: 'settings-blocked-sites',
    play: (stage) => settingsWithPermissions(stage),
    inSight: (page) => page.getByRole('heading', { name: 'Blocked sites' }),
  },
  {
    name: 'settings-activity',
    async play(stage) {
      const page = await settingsWithPermissions(stage);
      const rows = page.getByRole('list', { name: 'Calls' }).getByRole('listitem');
      await rows.first().getByRole('button').first().click();
      return page;
    },
    inSight: (page) => page.getByRole('heading', { name: 'Activity' }),
  },
];

const plan = {
  name: 'propose_plan',
  arguments: {
    goal: 'Find a blue kettle that can be delivered this week',
    steps: [
      { tool: 'open_url', what: 'Look at the kettles', site: 'https://shop.example', times: 2 },
      { tool: 'open_url', what: 'Compare the prices', site: 'https://prices.example' },
      { tool: 'memory_store', what: 'Remember which one you liked' },
    ],
  },
};

async function chooseMode({ panel }: Pick<ChatStage, 'panel'>, mode: string): Promise<void> {
  await panel.page.getByRole('combobox', { name: 'Mode' }).click();
  await panel.page.getByRole('option', { name: mode }).click();
}

/** The browser would ask in a dialog that nobody here can press: it says that it has been answered. */
async function withTabs(extension: Extension): Promise<void> {
  const worker = await extension.worker();
  await worker.evaluate(() => {
    Reflect.set(chrome.permissions, 'getAll', () => Promise.resolve({ permissions: ['tabs'] }));
    Reflect.set(chrome.tabs, 'query', () =>
      Promise.resolve([
        { id: 1, title: 'Order #48-2291 – ada@mail.example', url: 'https://mail.example/48-2291' },
      ]),
    );
  });
}

async function leavingData({ panel, provider, extension }: ChatStage): Promise<void> {
  await withTabs(extension);
  provider.script([
    toolCallsReply([{ name: 'list_tabs', arguments: {} }]),
    toolCallsReply([open('https://shop.example/returns?order=48-2291&mail=ada%40mail.example')]),
  ]);
  await panel.send('Start a return for the order in my other tab');
  await expect(panel.button('Allow once')).toBeVisible();
}

async function settingsWithPermissions(stage: Stage) {
  const { extension, provider } = stage;
  await connectModel(extension, provider);
  const worker = await extension.worker();
  await worker.evaluate(() => {
    Reflect.set(chrome.tabs, 'create', () => Promise.resolve({ id: 1 }));
  });
  const panel = await extension.openPanel();
  provider.script([
    toolCallsReply([open('https://trains.example/bonn-lyon')]),
    toolCallsReply([remember('diet', 'No nuts.')]),
    toolCallsReply([open('https://shop.example/kettles')]),
    textReply('Done.'),
  ]);
  await panel.send('Plan my trip to Lyon');
  await panel.button(/^Always allow/).click();
  await panel.button('Allow for this chat').click();
  await expect(panel.log).toContainText('shop.example');
  await panel.button('Deny').click();
  await expect(panel.log).toContainText('Done.');
  await panel.page.close();
  const page = await extension.openOptions();
  await page.goto(`chrome-extension://${extension.id}/options.html#permissions`);
  await page.getByRole('textbox', { name: 'Site' }).fill('ads.example');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Blocked sites' })).toContainText('ads.example');
  return page;
}

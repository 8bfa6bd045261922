import { connectModel, expect, type Panel } from '../../tests/e2e/fixture';
import { textReply, toolCallsReply } from '../../tests/support/provider-replies';
import type { ProviderServer } from '../../tests/support/provider-server';
import { chat, type ScreenState, type Stage } from './stage';

const sections = ['model', 'tools', 'features', 'permissions', 'data', 'about'] as const;

/** What is not the conversation: the list of chats, the settings, the start page. */
export const pageStates: readonly ScreenState[] = [
  chat('chats', async ({ panel, provider }) => {
    await haveChats(panel, provider);
    await panel.button('Chats').click();
    await expect(panel.page.getByRole('searchbox', { name: 'Search chats' })).toBeVisible();
  }),
  chat('chats-undo', async ({ panel, provider }) => {
    await haveChats(panel, provider);
    await panel.button('Chats').click();
    await panel.page
      .getByRole('listitem')
      .first()
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(panel.button('Undo')).toBeVisible();
  }),
  chat('chats-no-result', async ({ panel, provider }) => {
    await haveChats(panel, provider);
    await panel.button('Chats').click();
    await panel.page.getByRole('searchbox', { name: 'Search chats' }).fill('no such chat');
  }),
  chat('panel-settings', async ({ panel }) => {
    await panel.button('Settings').click();
    await expect(panel.button('All settings')).toBeVisible();
  }),
  ...sections.map((section) => settings(section)),
  {
    name: 'settings-delete',
    async play(stage) {
      const page = await settings('data').play(stage);
      await page.getByRole('button', { name: 'Delete all my data' }).click();
      await expect(page.getByRole('button', { name: 'Delete everything' })).toBeVisible();
      return page;
    },
    inSight: (page) => page.getByRole('heading', { name: 'Start over' }),
  },
  {
    name: 'start-page',
    async play({ extension }) {
      const page = await extension.context.newPage();
      await page.goto(`chrome-extension://${extension.id}/welcome.html`);
      await expect(page.getByRole('button', { name: 'Open the panel' })).toBeVisible();
      return page;
    },
  },
];

function settings(section: (typeof sections)[number]): ScreenState {
  return {
    name: `settings-${section}`,
    async play(stage) {
      await connectModel(stage.extension, stage.provider);
      if (section === 'permissions' || section === 'data') await rememberSomething(stage);
      const page = await stage.extension.openOptions();
      await page.goto(`chrome-extension://${stage.extension.id}/options.html#${section}`);
      await expect(page.getByRole('heading').first()).toBeVisible();
      return page;
    },
    inSight: (page) => page.locator(`#${section}`),
  };
}

/** So that there is a permission and a memory to be shown. */
async function rememberSomething({ extension, provider }: Stage): Promise<void> {
  const panel = await extension.openPanel();
  provider.script([
    toolCallsReply([{ name: 'memory_store', arguments: { key: 'diet', content: 'No nuts.' } }]),
    textReply('Noted.'),
  ]);
  await panel.send('I must not eat nuts');
  await panel.button(/^Always allow/).click();
  await expect(panel.log).toContainText('Noted.');
  await panel.page.close();
}

async function haveChats(panel: Panel, provider: ProviderServer): Promise<void> {
  for (const prompt of ['Return the blue kettle', 'Trains from Bonn to Lyon', 'A party']) {
    provider.script(textReply('Done.'));
    await panel.send(prompt);
    await expect(panel.log).toContainText('Done.');
    await panel.button('New chat').click();
    await expect(panel.log).not.toContainText('Done.');
  }
}

import AxeBuilder from '@axe-core/playwright';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { textReply, toolCallsReply } from '../support/provider-replies';
import { connectModel, EXTENSION_ID, expect, extensionIn, launch, Panel, test } from './fixture';

const PORT = 9_377;

/** The panel that the browser itself shows; it can be reached only over the debugging port. */
async function openRealPanel(context: BrowserContext): Promise<Page> {
  const owner = context.browser();
  if (!owner) throw new Error('The browser is gone.');
  const session = await owner.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'tab' }] });
  const targetId = targetInfos[0]?.targetId ?? '';
  await session.send('Extensions.triggerAction', { id: EXTENSION_ID, targetId });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${String(PORT)}`);
  await expect
    .poll(() => findPanel(browser.contexts()) !== undefined, { timeout: 10_000 })
    .toBe(true);
  const found = findPanel(browser.contexts());
  if (!found) throw new Error('The side panel did not open.');
  return found;
}

function findPanel(contexts: readonly BrowserContext[]): Page | undefined {
  return contexts
    .flatMap((context) => context.pages())
    .find((page) => page.url().includes('sidepanel.html'));
}

test('the real side panel opens from the toolbar button and runs the loop', async ({
  profile,
  provider,
  site,
}) => {
  const context = await launch(profile, [
    `--remote-debugging-port=${String(PORT)}`,
    '--enable-unsafe-extension-debugging',
  ]);
  const extension = extensionIn(context, EXTENSION_ID);
  await connectModel(extension, provider);
  await (context.pages()[0] ?? (await context.newPage())).goto(site);
  const panel = new Panel(await openRealPanel(context));
  provider.script([
    toolCallsReply([{ name: 'open_url', arguments: { url: `${site}/next` } }], {
      text: 'I will open it.',
    }),
    textReply('Opened.'),
  ]);
  await panel.send('Open the next page');
  await panel.button('Allow once').click();
  await expect(panel.log).toContainText('Opened.');
  await context.close();
});

test('the panel has no accessibility violations, empty, asking and in its settings', async ({
  panel,
  provider,
  site,
}) => {
  const check = async () => {
    const { violations } = await new AxeBuilder({ page: panel.page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
  };
  await check();
  provider.script([
    toolCallsReply(
      [
        { name: 'open_url', arguments: { url: `${site}/next` } },
        { name: 'calculate', arguments: { expression: '1 + 1' } },
        {
          name: 'user_choice',
          arguments: { question: 'Which?', choices: ['This one', 'That one'] },
        },
        {
          name: 'ask_user',
          arguments: {
            question: 'Where?',
            fields: [{ name: 'city', label: 'City', type: 'text', required: true }],
          },
        },
      ],
      { text: 'A few things.' },
    ),
  ]);
  await panel.send('Go');
  await expect(panel.button('Allow once')).toBeVisible();
  await check();
  await panel.button('Settings').click();
  await expect(panel.page.getByLabel('Address')).toBeVisible();
  await check();
});

import AxeBuilder from '@axe-core/playwright';
import { chromium } from '@playwright/test';
import { kilobytesOf, watchFiles } from '../support/first-load';
import { EXTENSION_ID, expect, launch, test } from './fixture';

const PORT = 9_378;

test('the panel loads at most 150 kB, gzipped, until one can write', async ({ panel }) => {
  const watched = watchFiles(panel.page);
  await panel.page.reload();
  await expect(panel.composer).toBeEditable();
  const files = await watched.loaded('.output/chrome-mv3');
  const kinds = new Set(files.map(({ path }) => path.split('.').at(-1)));
  expect([...kinds].sort()).toEqual(expect.arrayContaining(['css', 'html', 'js']));
  expect(kilobytesOf(files)).toBeLessThanOrEqual(150);
});

test('the start page opens the real side panel, and is accessible', async ({ profile }) => {
  const context = await launch(profile, [`--remote-debugging-port=${String(PORT)}`]);
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`chrome-extension://${EXTENSION_ID}/welcome.html`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Open the panel' }).click();
  await expect(page.getByRole('status')).toHaveText('The panel is open. Write there.');
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${String(PORT)}`);
  const addresses = browser.contexts().flatMap((opened) => opened.pages().map((one) => one.url()));
  expect(addresses).toContain(`chrome-extension://${EXTENSION_ID}/sidepanel.html`);
  await context.close();
});

test('the browser offers no way to let Tandem into private windows', async ({ extension }) => {
  const page = await extension.context.newPage();
  await page.goto('chrome://extensions');
  // A promise of the browser's own page; its types know nothing of this interface.
  const access = await page.evaluate<unknown>(
    `chrome.developerPrivate.getExtensionInfo('${EXTENSION_ID}').then((info) => info.incognitoAccess)`,
  );
  expect(access).toEqual({ isEnabled: false, isActive: false });
});

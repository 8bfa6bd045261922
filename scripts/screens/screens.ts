import { mkdir, writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../tests/e2e/fixture';
import { chatStates } from './chat-states';
import { pageStates } from './page-states';
import { permissionStates } from './permission-states';
import { withPalette } from './palette-png';
import type { Media } from './stage';

/**
 * `npm run screens` plays every state of every screen and takes its picture, light and dark, in a
 * narrow and in a wide panel, into docs/screens/. Add a state in chat-states.ts or page-states.ts.
 */
const folder = process.env['TANDEM_SCREENS'] ?? 'docs/screens';
const widths = [320, 480];
const schemes = ['light', 'dark'] as const;
const HEIGHT = 640;

for (const { name, play, media, inSight } of [...chatStates, ...permissionStates, ...pageStates]) {
  test(name, async ({ extension, provider }) => {
    const page = await play({ extension, provider });
    await takePictures(page, name, { media: media ?? {}, inSight: inSight?.(page) });
  });
}

async function takePictures(
  page: Page,
  name: string,
  { media, inSight }: { media: Media; inSight: Locator | undefined },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce', ...media });
      await inSight?.evaluate((element) => element.scrollIntoView());
      // Buttons of a card look pale until it has been in sight for a moment; those out of sight stay so.
      const pale = page.locator('.decision-button[aria-disabled="true"]');
      await expect(pale)
        .toHaveCount(0, { timeout: 1_000 })
        .catch(() => undefined);
      const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      await writeFile(`${folder}/${name}-${colorScheme}-${width}.png`, withPalette(picture));
    }
  }
}

import { mkdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { test } from '../../tests/e2e/fixture';
import { states } from './states';

/**
 * `npm run screens` plays every state of every screen and takes its picture, light and dark, in a
 * narrow and in a wide panel, into docs/screens/. Add a state in states.ts.
 */
const folder = process.env['TANDEM_SCREENS'] ?? 'docs/screens';
const widths = [320, 480];
const schemes = ['light', 'dark'] as const;
const HEIGHT = 640;

for (const { name, play } of states) {
  test(name, async ({ extension, provider, site }) => {
    const page = await play({ extension, provider, site });
    await takePictures(page, name);
  });
}

async function takePictures(page: Page, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const path = `${folder}/${name}-${colorScheme}-${width}.png`;
      await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
    }
  }
}

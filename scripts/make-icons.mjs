/**
 * Draws public/icon/*.png from assets/*.svg with Chromium. Run it by hand after a change of the
 * drawing (node scripts/make-icons.mjs); the pictures are committed.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { ensureChromium } from './find-browser.mjs';

/** The toolbar's sizes have a drawing of their own: fewer and thicker lines, set on whole pixels. */
const drawings = { 16: 'icon-small', 32: 'icon-small', 48: 'icon', 128: 'icon' };

await mkdir('public/icon', { recursive: true });
const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: ['--no-sandbox', '--force-color-profile=srgb'],
});
const page = await browser.newPage();
for (const [size, name] of Object.entries(drawings)) {
  const side = Number(size);
  const svg = await readFile(`assets/${name}.svg`, 'utf8');
  await page.setViewportSize({ width: side, height: side });
  await page.setContent(
    `<style>*{margin:0}svg{display:block;width:${side}px;height:${side}px}</style>${svg}`,
  );
  await page.screenshot({ path: `public/icon/${side}.png`, omitBackground: true });
}
await browser.close();

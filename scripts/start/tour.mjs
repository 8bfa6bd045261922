import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { Refusal } from './refusal.mjs';
import { TourPanel } from './tour-panel.mjs';
import { stops } from './tour-stops.mjs';
import { printTranscript } from './transcript.mjs';

const folder = resolve('.output/tour');

/**
 * Plays the tour in the side panel of an open browser, and prints what was said and done.
 * @param {string} address the browser's debugging address
 * @param {{ pictures?: string }} options
 * @returns {Promise<number>} the exit code
 */
export async function playTour(address, { pictures }) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const browser = await chromium.connectOverCDP(address);
  const panel = await TourPanel.find(browser);
  const failure = await playStops(panel);
  console.log(`\n${printTranscript(await panel.transcript())}\n`);
  if (failure !== undefined) {
    await panel.picture(join(folder, 'failed.png'));
    console.error(failure);
    return 1;
  }
  if (pictures !== undefined) await copyPictures(pictures);
  console.log(`${stops.length} of ${stops.length} stops as they should be. Pictures: ${folder}`);
  return 0;
}

/** The sentence about the first stop that failed. */
async function playStops(panel) {
  console.log('The tour:');
  for (const [index, { name, picture, play }] of stops.entries()) {
    try {
      await play(panel, async () => {
        await panel.picture(join(folder, `${index + 1}-${picture}.png`));
      });
      console.log(`  ✓ ${name}`);
    } catch (error) {
      console.log(`  ✗ ${name}`);
      const why = error instanceof Refusal ? error.message : String(error.message).split('\n')[0];
      return `The tour stopped at "${name}": ${why}`;
    }
  }
  return undefined;
}

async function copyPictures(target) {
  await mkdir(target, { recursive: true });
  for (const [index, { picture, inReadme }] of stops.entries()) {
    if (!inReadme) continue;
    await copyFile(join(folder, `${index + 1}-${picture}.png`), join(target, `${picture}.png`));
  }
}

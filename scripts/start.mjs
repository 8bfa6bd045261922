/**
 * Tandem in a browser, with one command: builds it, finds a browser and opens both. Without a
 * display it plays a tour instead. `npm start -- --help` lists the options.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { ensureChromium } from './find-browser.mjs';
import { runCommand } from './run-command.mjs';
import { chooseBrowser, findBrowser, objectionTo } from './start/browsers.mjs';
import { launch, showTandem } from './start/launch.mjs';
import { readOptions, usage } from './start/options.mjs';
import { openProfile } from './start/profile.mjs';
import { Refusal } from './start/refusal.mjs';
import { playTour } from './start/tour.mjs';

/** Relative paths begin where the person is, not where npm goes. */
const here = process.env['INIT_CWD'] ?? process.cwd();
process.chdir(resolve(import.meta.dirname, '..'));
const INTERRUPTED = 130;
/** Far more than it takes; a page that hangs must not hang the command. */
const TOUR_MS = 3 * 60_000;
const extension = resolve('.output/chrome-mv3');

try {
  process.exitCode = await start(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}

async function start(options) {
  if (options.help) {
    console.log(usage);
    return 0;
  }
  const headless = options.headless || !hasDisplay();
  if (headless && !options.headless) console.log('There is no display here, so this is the tour.');
  const executable = pickBrowser(options.browser);
  if (options.build) await build();
  await checkVersion(executable);
  const profile = await openProfile(
    options.profile && resolve(here, options.profile),
    options.keep,
  );
  console.log(`Opening ${executable}`);
  const browser = launch({ executable, profile: profile.path, extension, headless });
  const interrupted = untilInterrupted(browser);
  try {
    if (headless) return await tour(browser, options, interrupted);
    return await Promise.race([stayOpen(browser), interrupted.then(() => 0)]);
  } finally {
    await browser.close();
    await profile.end();
  }
}

async function build() {
  console.log('Building …');
  const { ok, output } = await runCommand('wxt', ['build']);
  if (!ok) throw new Refusal(`Tandem could not be built.\n${output.trimEnd()}`);
}

function pickBrowser(wanted) {
  const playwright = chromium.executablePath();
  const named = wanted ?? process.env['TANDEM_CHROMIUM'];
  if (named) return chooseBrowser(named, { from: here, playwright });
  return findBrowser({ playwright }) ?? install();
}

async function checkVersion(path) {
  const manifest = resolve(extension, 'manifest.json');
  if (!existsSync(manifest)) throw new Refusal('There is no build yet. Leave out --no-build.');
  const minimum = Number(JSON.parse(await readFile(manifest, 'utf8')).minimum_chrome_version);
  const objection = objectionTo({ path, version: versionOf(path), minimum });
  if (objection !== undefined) throw new Refusal(objection);
}

function install() {
  console.log('No browser here can load Tandem. Installing Chromium …');
  try {
    return ensureChromium();
  } catch (error) {
    throw new Refusal(error.message);
  }
}

/** On Windows a browser asked for its version opens a window instead. */
function versionOf(path) {
  if (process.platform === 'win32') return undefined;
  return spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 }).stdout ?? '';
}

function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

async function stayOpen(browser) {
  const shown = await showTandem(browser);
  console.log(
    shown
      ? 'Tandem is open in the side panel. Close the browser or press Ctrl-C to end.'
      : 'Tandem is loaded. Click its button in the toolbar to open the panel.',
  );
  await browser.ended;
  return 0;
}

async function tour(browser, { keep, pictures }, interrupted) {
  const play = async () => {
    if (!(await showTandem(browser))) throw new Refusal('The side panel did not open.');
    const address = await browser.address;
    return await playTour(address, { pictures: pictures && resolve(here, pictures) });
  };
  const code = await Promise.race([
    play(),
    interrupted.then(() => INTERRUPTED),
    refuseWhen(browser.ended, 'The browser ended during the tour.'),
    refuseWhen(wait(TOUR_MS, undefined, { ref: false }), 'The tour did not come to its end.'),
  ]);
  if (!keep || code === INTERRUPTED) return code;
  console.log(`The browser stays open at ${await browser.address}. Press Ctrl-C to end.`);
  await Promise.race([browser.ended, interrupted]);
  return code;
}

async function refuseWhen(happened, sentence) {
  await happened;
  throw new Refusal(sentence);
}

/** The first Ctrl-C ends the browser in order, a second one at once. */
function untilInterrupted(browser) {
  return new Promise((resolve) => {
    let first;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        first ??= performance.now();
        // npm passes on a Ctrl-C that the terminal has sent here too: those are one.
        if (performance.now() - first > 1_000) browser.kill();
        resolve();
      });
    }
  });
}

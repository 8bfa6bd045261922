import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { Refusal } from './refusal.mjs';

/**
 * The browsers that load an unpacked extension from the command line, best first. Branded Chrome is
 * not among them: since version 137 it ignores --load-extension.
 */
const known = {
  chromium: {
    commands: ['chromium', 'chromium-browser'],
    linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/snap/bin/chromium'],
    darwin: ['/Applications/Chromium.app/Contents/MacOS/Chromium'],
    win32: ['Chromium\\Application\\chrome.exe'],
  },
  'chrome-for-testing': {
    commands: ['chrome-for-testing'],
    linux: [],
    darwin: [
      '/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    ],
    win32: ['Google\\Chrome for Testing\\Application\\chrome.exe'],
  },
  brave: {
    commands: ['brave-browser', 'brave'],
    linux: ['/usr/bin/brave-browser', '/opt/brave.com/brave/brave', '/snap/bin/brave'],
    darwin: ['/Applications/Brave Browser.app/Contents/MacOS/Brave Browser'],
    win32: ['BraveSoftware\\Brave-Browser\\Application\\brave.exe'],
  },
  edge: {
    commands: ['microsoft-edge', 'microsoft-edge-stable', 'msedge'],
    linux: ['/usr/bin/microsoft-edge', '/opt/microsoft/msedge/msedge'],
    darwin: ['/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge'],
    win32: ['Microsoft\\Edge\\Application\\msedge.exe'],
  },
};

const brandedNames = ['chrome', 'google-chrome', 'google-chrome-stable'];
const BRANDED_SENTENCE =
  'Google Chrome ignores extensions on its command line since version 137. ' +
  'Use Chromium, Chrome for Testing, Brave or Edge, or load Tandem by hand as the README says.';

/**
 * @typedef {{ platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string, exists(path: string): boolean, list(folder: string): string[] }} Machine
 * @type {Machine}
 */
const thisMachine = {
  platform: process.platform,
  env: process.env,
  home: homedir(),
  exists: existsSync,
  list: (folder) => (existsSync(folder) ? readdirSync(folder) : []),
};

/**
 * The first browser of this machine that can load Tandem.
 * @param {{ playwright?: string }} more where Playwright keeps its own browser
 * @returns {string | undefined}
 */
export function findBrowser({ playwright } = {}, machine = thisMachine) {
  const { chromium, 'chrome-for-testing': forTesting, brave, edge } = known;
  const found = (browser) => placesOf(browser, machine).find(machine.exists);
  return (
    found(chromium) ??
    found(forTesting) ??
    downloadedForTesting(machine) ??
    (playwright && machine.exists(playwright) ? playwright : undefined) ??
    found(brave) ??
    found(edge)
  );
}

/**
 * The browser that was asked for by path or name.
 * @param {string} wanted
 * @param {{ from: string, playwright?: string }} where a relative path begins, and Playwright's own browser
 * @returns {string}
 */
export function chooseBrowser(wanted, { from, playwright }, machine = thisMachine) {
  const name = wanted.toLowerCase();
  if (brandedNames.includes(name)) throw new Refusal(BRANDED_SENTENCE);
  if (Object.hasOwn(known, name)) {
    const downloaded = name === 'chrome-for-testing' ? downloadedForTesting(machine) : undefined;
    const own = name === 'chromium' ? playwright : undefined;
    const path = [...placesOf(known[name], machine), downloaded, own].find(
      (place) => place && machine.exists(place),
    );
    if (path) return path;
    throw new Refusal(
      `There is no ${wanted} on this machine. Give its path, as in --browser ${examplePath(machine)}.`,
    );
  }
  const path = pathsOf(machine).resolve(from, wanted);
  if (machine.exists(path)) return path;
  const command = onPath(wanted, machine);
  if (command) return command;
  throw new Refusal(
    `There is no browser at ${path}. --browser takes a path, or one of ${Object.keys(known).join(', ')}.`,
  );
}

/**
 * Why a browser cannot load Tandem, or undefined when nothing speaks against it.
 * @param {{ path: string, version: string | undefined, minimum: number }} browser `version` is what
 *   it prints for --version; unknown on Windows, where that opens a window
 * @returns {string | undefined}
 */
export function objectionTo({ path, version, minimum }) {
  if (version === undefined) {
    return /[\\/]Google[\\/]Chrome[\\/]Application[\\/]/i.test(path) ? BRANDED_SENTENCE : undefined;
  }
  const major = Number(/\b(\d+)\.\d+\.\d+\.\d+/.exec(version)?.[1]);
  if (Number.isNaN(major))
    return `${path} is no browser of the Chromium family. For Firefox, see the README.`;
  if (/Google Chrome \d/.test(version) && major >= 137) return BRANDED_SENTENCE;
  if (major < minimum) return `${path} is version ${major}; Tandem needs ${minimum} or newer.`;
  return undefined;
}

function placesOf(browser, machine) {
  return [
    ...standardPlaces(browser, machine),
    ...browser.commands.map((name) => onPath(name, machine)),
  ].filter((place) => place !== undefined);
}

function standardPlaces(browser, { platform, env, home }) {
  if (platform === 'win32') {
    const roots = [env['LOCALAPPDATA'], env['ProgramFiles'], env['ProgramFiles(x86)']];
    return roots
      .filter(Boolean)
      .flatMap((root) => browser.win32.map((place) => win32.join(root, place)));
  }
  if (platform === 'darwin') {
    return browser.darwin.flatMap((place) => [place, posix.join(home, place)]);
  }
  return browser.linux;
}

function onPath(command, machine) {
  const { env, platform, exists } = machine;
  if (/[\\/]/.test(command)) return undefined;
  const { join, delimiter } = pathsOf(machine);
  const names = platform === 'win32' ? [command, `${command}.exe`] : [command];
  return (env['PATH'] ?? env['Path'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(exists);
}

/** Where `npx @puppeteer/browsers install chrome` and Puppeteer put theirs: newest first. */
function downloadedForTesting(machine) {
  const { join } = pathsOf(machine);
  const root = join(machine.home, '.cache', 'puppeteer', 'chrome');
  const inside = {
    win32: ['chrome-win64', 'chrome.exe'],
    darwin: ['Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing'],
    linux: ['chrome-linux64', 'chrome'],
  };
  const folders = (version) =>
    machine.platform === 'darwin'
      ? ['chrome-mac-arm64', 'chrome-mac-x64'].map((folder) => join(root, version, folder))
      : [join(root, version)];
  return machine
    .list(root)
    .toSorted((left, right) => right.localeCompare(left, 'en', { numeric: true }))
    .flatMap(folders)
    .map((folder) => join(folder, ...(inside[machine.platform] ?? inside.linux)))
    .find(machine.exists);
}

function pathsOf({ platform }) {
  return platform === 'win32' ? win32 : posix;
}

function examplePath({ platform }) {
  if (platform === 'win32') return '"C:\\Program Files\\Chromium\\chrome.exe"';
  return platform === 'darwin'
    ? '/Applications/Chromium.app/Contents/MacOS/Chromium'
    : '/usr/bin/chromium';
}

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

// Branded Chrome is left out on purpose: since version 137 it ignores --load-extension.
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The Chromium that the end-to-end tests drive, or undefined when there is none.
 * @returns {string | undefined}
 */
export function findChromium() {
  const chosen = process.env['TANDEM_CHROMIUM'];
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`TANDEM_CHROMIUM names ${chosen}, and there is no such file.`);
  }
  return [...places, chromium.executablePath()].find((path) => path !== '' && existsSync(path));
}

/**
 * Finds Chromium and installs it when it is missing.
 * @returns {string}
 */
export function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  const problems = [];
  for (const install of installers()) {
    const problem = install();
    if (problem !== undefined) problems.push(problem);
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    [
      'Chromium is needed, and it could not be installed.',
      'Install it yourself and name it, as in TANDEM_CHROMIUM=/path/to/chromium npm test.',
      ...problems,
    ].join('\n'),
  );
}

function installers() {
  const isRoot = process.getuid?.() === 0;
  const isDebian = process.platform === 'linux' && existsSync('/usr/bin/apt-get');
  const fromPlaywright = () => run('npx', ['playwright', 'install', 'chromium']);
  const fromDebian = () =>
    run('apt-get', ['update']) ?? run('apt-get', ['install', '-y', 'chromium']);
  return isRoot && isDebian ? [fromDebian, fromPlaywright] : [fromPlaywright];
}

/** Runs a command to its end; returns what it complained about when it failed. */
function run(command, parameters) {
  const { status, error, stdout, stderr } = spawnSync(command, parameters, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 5 * 60_000,
  });
  if (status === 0) return undefined;
  const tail = `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').slice(-5).join('\n');
  return `${command} ${parameters.join(' ')}: ${error?.message ?? tail}`;
}

/**
 * Everything that has to hold, one step after another.
 *
 *   npm test             all but long tests: a seeded sample of those tagged @long, none tagged @minutes
 *   npm run test:long    every test tagged @long or @minutes, and nothing else
 *   npm run test:full    the one, then the other
 *   npm run check        no tests: format, lint, types, unused code
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ensureChromium } from './find-browser.mjs';
import { runCommand } from './run-command.mjs';
import { listE2e, reports, runE2e, runUnit } from './runners.mjs';
import { chooseSeed, leftOutBySample } from './sample.mjs';
import { readE2eReport, readUnitReport } from './test-reports.mjs';

/** How many tests tagged @long the quick run takes along. */
const LONG_SAMPLE = 6;

const mode = process.argv[2] ?? 'quick';
const seed = chooseSeed(process.env['TANDEM_SEED']);
const env = { TANDEM_SEED: String(seed) };

const BROWSER = ['build for Chromium', 'build for the chaos suite', 'find Chromium'];

const total = { passed: 0, failed: 0 };
const broken = new Set();

const steps = { check, quick, long };
if (steps[mode] === undefined)
  throw new Error(`There is no "${mode}": choose quick, long or check.`);
await steps[mode]();
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function check() {
  await step('format', () => runCommand('prettier', ['--check', '.']));
  await step('lint', () => runCommand('eslint', ['.', '--max-warnings', '0']));
  await step('types', () => runCommand('tsc', ['--noEmit']));
  await step('unused code', () => runCommand('knip', []));
}

async function quick() {
  await check();
  console.log(`seed ${seed} (repeat this run with TANDEM_SEED=${seed})`);
  await step('unit tests', unitTests);
  await prepareBrowser();
  await step('build for Firefox', () => runCommand('wxt', ['build', '-b', 'firefox', '--mv3']));
  await step('end-to-end tests', () => e2eTests(leftOutOfQuickRun), BROWSER);
  await step('tour', tour, ['build for Chromium', 'find Chromium']);
  await step('generated pages', generatedPages, ['unit tests', 'end-to-end tests']);
}

async function long() {
  await prepareBrowser();
  await step('long end-to-end tests', () => e2eTests(leftOutOfLongRun), BROWSER);
  await step('chaos table', chaosTable, ['long end-to-end tests']);
}

async function prepareBrowser() {
  await step('build for Chromium', () => runCommand('wxt', ['build']));
  await step('build for the chaos suite', () => runCommand('wxt', ['build', '--mode', 'chaos']));
  await step('find Chromium', findBrowser);
}

/**
 * @param {string} name
 * @param {() => Promise<{ ok: boolean, output: string, passed?: number, failed?: number, note?: string }>} run
 * @param {string[]} needs steps without whose success this one cannot tell anything
 */
async function step(name, run, needs = []) {
  const missing = needs.find((other) => broken.has(other));
  if (missing !== undefined) {
    broken.add(name);
    total.failed += 1;
    console.log(`✗ ${name}: not run, because "${missing}" failed`);
    return;
  }
  const start = performance.now();
  const result = await run().catch((error) => ({
    ok: false,
    output: String(error?.stack ?? error),
  }));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const passed = result.passed ?? (result.ok ? 1 : 0);
  // A runner can fail without a failing test: a file that does not load, an error nobody awaited.
  const failed = Math.max(result.failed ?? 0, result.ok ? 0 : 1);
  total.passed += passed;
  total.failed += failed;
  const note = result.note === undefined ? '' : ` (${result.note})`;
  console.log(`${failed === 0 ? '✓' : '✗'} ${name}${note} ${seconds} s`);
  if (failed > 0) {
    broken.add(name);
    console.log(result.output.trimEnd());
  }
}

async function unitTests() {
  const result = await runUnit(env);
  return { ...result, ...(await count(reports.unit, readUnitReport)) };
}

async function findBrowser() {
  try {
    return { ok: true, output: '', note: ensureChromium() };
  } catch (error) {
    return { ok: false, output: error.message };
  }
}

/** @param {(listed: import('./test-reports.mjs').TestOutcome[]) => import('./test-reports.mjs').TestOutcome[]} chooseLeftOut */
async function e2eTests(chooseLeftOut) {
  const listing = await listE2e();
  if (!listing.ok) return listing;
  const listed = readE2eReport(await readJson(reports.e2eList));
  const leftOut = chooseLeftOut(listed);
  const result = await runE2e({ leftOut, env });
  const counted = await count(reports.e2e, readE2eReport);
  const leaves = `${leftOut.length} of ${listed.length} left out`;
  return { ...result, ...counted, note: [counted.note ?? 'no report', leaves].join(', ') };
}

/** What a newcomer without a display sees: `npm start` in the real side panel. */
function tour() {
  const parameters = ['scripts/start.mjs', '--headless', '--no-build'];
  return runCommand('node', parameters, { timeoutMs: 5 * 60_000 });
}

function leftOutOfQuickRun(listed) {
  const long = listed.filter(({ length }) => length === 'long');
  const minutes = listed.filter(({ length }) => length === 'minutes');
  return [...leftOutBySample(long, { size: LONG_SAMPLE, seed }), ...minutes];
}

function leftOutOfLongRun(listed) {
  return listed.filter(({ length }) => length === 'short');
}

async function chaosTable() {
  const result = await runCommand('node', ['scripts/chaos-report.mjs']);
  return { ...result, note: result.stdout.trimEnd().split('\n').at(-1) };
}

function generatedPages() {
  return runCommand('node', ['scripts/generate.mjs', '--check', '--reuse']);
}

/** Nothing is counted when the runner broke down before it wrote its report. */
async function count(path, read) {
  if (!existsSync(path)) return {};
  const tests = read(await readJson(path));
  const passed = tests.filter((test) => test.outcome === 'passed').length;
  const failed = tests.filter((test) => test.outcome === 'failed').length;
  return { passed, failed, note: `${passed} of ${passed + failed}` };
}

async function readJson(path) {
  return JSON.parse(await readFile(path, 'utf8'));
}

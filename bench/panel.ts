import { cp, rm, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { EXTENSION_ID, extensionIn, launch } from '../tests/e2e/fixture';
import { makeProfile, removeProfile } from '../tests/support/browser-profile';
import { kilobytesOf, watchFiles } from '../tests/support/first-load';
import { atMost, median, quantile, row, table, type Row } from './rows';

const BUILD = '.output/chrome-mv3';
const COPY_SUFFIX = '-bench-panel';
const ROUNDS = 21;
/** The first openings fill the browser's own caches. */
const WARM_UP = 3;
const FIRST_LOAD_LIMIT = 150;
/** A word, because a page without any is never painted. */
const EMPTY_PAGE = '<!doctype html><meta charset="utf-8"><title>Empty</title><p>Empty</p>';

interface Opening {
  firstPaint: number;
  /** When one can write; on the empty page, when it has loaded. */
  ready: number;
  heapMegabytes: number;
}

/** Opens the panel and an empty page of the same extension by turns, in one browser. */
export async function benchPanel(): Promise<number> {
  const folder = `${BUILD}${COPY_SUFFIX}`;
  const load = loadavg()[0] ?? 0;
  await rm(folder, { recursive: true, force: true });
  await cp(BUILD, folder, { recursive: true });
  await writeFile(join(folder, 'empty.html'), EMPTY_PAGE);
  const profile = await makeProfile();
  const context = await launch(profile, [], COPY_SUFFIX);
  try {
    await extensionIn(context, EXTENSION_ID).worker();
    const rows = [
      row('load average of the machine before the run', load, ''),
      ...(await measureOpenings(context)),
      ...(await measureFirstLoad(context, folder)),
    ];
    console.log(table(rows));
    await writeFile(
      new URL('panel.json', import.meta.url),
      `${JSON.stringify({ rows }, null, 2)}\n`,
    );
    return 0;
  } finally {
    await context.close();
    await removeProfile(profile);
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureOpenings(context: BrowserContext): Promise<Row[]> {
  const panels: Opening[] = [];
  const empties: Opening[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const pair: [string, Opening[]][] = [
      ['sidepanel.html', panels],
      ['empty.html', empties],
    ];
    for (const [path, openings] of round % 2 === 0 ? pair : pair.toReversed()) {
      const opening = await measureOpening(context, path);
      if (round >= WARM_UP) openings.push(opening);
    }
  }
  const compare = (name: string, unit: string, of: (opening: Opening) => number): Row[] => {
    const [panel, empty] = [panels.map(of), empties.map(of)];
    return [
      row(`${name}: panel : empty page, medians`, median(panel) / median(empty), '×'),
      row(`${name}: panel, median of ${String(ROUNDS)}`, median(panel), unit),
      row(`${name}: panel, p95`, quantile(panel, 0.95), unit),
      row(`${name}: empty page, median of ${String(ROUNDS)}`, median(empty), unit),
      row(`${name}: empty page, p95`, quantile(empty, 0.95), unit),
    ];
  };
  return [
    ...compare('first paint', 'ms', ({ firstPaint }) => firstPaint),
    ...compare('ready (composer; loaded)', 'ms', ({ ready }) => ready),
    ...compare('JS heap after a collection', 'MB', ({ heapMegabytes }) => heapMegabytes),
  ];
}

async function measureOpening(context: BrowserContext, path: string): Promise<Opening> {
  const page = await context.newPage();
  await page.addInitScript(watchReadiness);
  await page.goto(`chrome-extension://${EXTENSION_ID}/${path}`);
  const times = await page.evaluate<{ firstPaint: number; ready: number }>('opening');
  const heapMegabytes = await heapOf(page);
  await page.close();
  return { ...times, heapMegabytes };
}

/** Runs in the page before anything else; times count from the start of the navigation. */
function watchReadiness(): void {
  const firstPaint = new Promise<number>((resolve) => {
    new PerformanceObserver((list) => {
      const paint = list.getEntriesByName('first-paint')[0];
      if (paint) resolve(paint.startTime);
    }).observe({ type: 'paint', buffered: true });
  });
  const ready = new Promise<number>((resolve) => {
    const isPanel = location.pathname === '/sidepanel.html';
    const look = () => {
      const done = isPanel
        ? document.querySelector('textarea:enabled') !== null
        : document.readyState === 'complete';
      if (done) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
  const opening = Promise.all([firstPaint, ready]).then((times) => ({
    firstPaint: times[0],
    ready: times[1],
  }));
  Object.assign(globalThis, { opening });
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1_000_000;
}

async function measureFirstLoad(context: BrowserContext, folder: string): Promise<Row[]> {
  const page = await context.newPage();
  const watched = watchFiles(page);
  await page.goto(`chrome-extension://${EXTENSION_ID}/sidepanel.html`);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  const files = await watched.loaded(folder);
  await page.close();
  const ending = (kind: string) =>
    kilobytesOf(files.filter(({ path }) => path.endsWith(`.${kind}`)));
  return [
    atMost('first load of the panel, gzip', kilobytesOf(files), 'kB', FIRST_LOAD_LIMIT),
    row('its scripts, gzip', ending('js'), 'kB'),
    row('its styles, gzip', ending('css'), 'kB'),
    row('its files', files.length, ''),
  ];
}

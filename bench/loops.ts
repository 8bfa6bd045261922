import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { z } from '../lib/shared/zod';
import { findChromium } from '../scripts/find-browser.mjs';
import { makeProfile, removeProfile } from '../tests/support/browser-profile';
import type { RoundOptions } from './loop-page';
import { atMost, median, row, type Row } from './rows';
import { startBenchServer, type BenchServer } from './server';
import { ITERATIONS } from './task';

const roundsSchema = z.record(z.string(), z.array(z.number()));
type Times = z.infer<typeof roundsSchema>;

/** Runs all loops in one page, interleaved. */
export async function measureLoops(): Promise<Row[]> {
  return await inPage(async (page, server) => {
    const before = server.connections();
    const loops = await run(page, 'runLoops', { warmUps: 5, rounds: 30 });
    const connections = server.connections() - before;
    const lengths = await run(page, 'runLengths', { warmUps: 2, rounds: 20 });
    return [
      ...loopRows(loops),
      row('connections opened by all loops together', connections, ''),
      ...lengthRows(lengths),
    ];
  });
}

function loopRows(times: Times): Row[] {
  const of = (name: string) => times[name] ?? [];
  const ratio = (name: string, to: string) =>
    median(of(name).map((time, round) => time / (of(to)[round] ?? Number.NaN)));
  const gap = median(of('durable').map((time, round) => time - (of('memory')[round] ?? 0)));
  const absolute = (name: string, title: string) =>
    row(`${title}, one iteration of ${String(ITERATIONS)}`, median(of(name)), 'ms');
  return [
    atMost('our loop in memory : bare loop', ratio('memory', 'bare'), '×', 1.3),
    row('our loop on the durable log : bare loop', ratio('durable', 'bare'), '×'),
    row('Vercel AI SDK : bare loop', ratio('vercel', 'bare'), '×'),
    row('openai-agents : bare loop', ratio('agents', 'bare'), '×'),
    atMost('our durable loop : Vercel AI SDK', ratio('durable', 'vercel'), '×', 1),
    atMost(
      'our durable loop : Vercel AI SDK, answers in whole pieces',
      ratio('durable, whole', 'vercel, whole'),
      '×',
      1,
    ),
    atMost('durable minus in memory, one iteration', gap, 'ms', 5),
    absolute('bare', 'bare loop'),
    absolute('memory', 'our loop in memory'),
    absolute('durable', 'our loop on the durable log'),
    absolute('vercel', 'Vercel AI SDK'),
    absolute('agents', 'openai-agents'),
    absolute('durable, whole', 'our loop on the durable log, answers in whole pieces'),
    absolute('vercel, whole', 'Vercel AI SDK, answers in whole pieces'),
  ];
}

function lengthRows(times: Times): Row[] {
  const of = (name: string) => times[name] ?? [];
  const ratio = (long: string, short: string) =>
    median(of(long).map((time, round) => time / (of(short)[round] ?? Number.NaN)));
  return [
    atMost('turn 1,000 : turn 10, durable', ratio('turn 1000', 'turn 10'), '×', 1.2),
    atMost(
      'turn 1,000 : turn 10, in memory',
      ratio('memory turn 1000', 'memory turn 10'),
      '×',
      1.2,
    ),
    row('turn 10, durable, one iteration', median(of('turn 10')), 'ms'),
    row('turn 1,000, durable, one iteration', median(of('turn 1000')), 'ms'),
    row('turn 10, in memory, one iteration', median(of('memory turn 10')), 'ms'),
    row('turn 1,000, in memory, one iteration', median(of('memory turn 1000')), 'ms'),
  ];
}

async function run(page: Page, name: string, options: RoundOptions): Promise<Times> {
  const times: unknown = await page.evaluate(`${name}(${JSON.stringify(options)})`);
  return roundsSchema.parse(times);
}

async function inPage<T>(measure: (page: Page, server: BenchServer) => Promise<T>): Promise<T> {
  const server = await startBenchServer();
  const profile = await makeProfile();
  const executablePath = findChromium();
  server.serve('/', 'text/html', '<!doctype html><script type="module" src="/page.js"></script>');
  server.serve('/page.js', 'text/javascript', await bundle());
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    page.on('pageerror', (error) => {
      console.error(error);
    });
    await page.goto(server.origin);
    await page.waitForFunction('document.title === "ready"');
    return await measure(page, server);
  } finally {
    await context.close();
    await server.close();
    await removeProfile(profile);
  }
}

async function bundle(): Promise<string> {
  const input = fileURLToPath(new URL('loop-page.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: { input, output: { codeSplitting: false } },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((result) =>
    'output' in result ? result.output : [],
  );
  const chunk = outputs.find((output) => output.type === 'chunk');
  if (chunk?.type !== 'chunk') throw new Error('The page could not be built.');
  return chunk.code;
}

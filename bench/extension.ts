import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';
import { EXTENSION_ID, extensionIn, launch, type Extension } from '../tests/e2e/fixture';
import { makeProfile, removeProfile } from '../tests/support/browser-profile';
import { pastOf } from './long-conversation';
import { atMost, median, quantile, row, type Row } from './rows';
import { chunk, eventOf, startBenchServer, type BenchServer } from './server';
import { CALLS, MODEL_ID } from './task';

const ROUNDS = 8;
const KILLS = 20;
const STREAMS = 5;
const DELTAS_PER_SECOND = 5_000;
const STREAM_SECONDS = 2;
const OPENINGS = 7;
const MESSAGES = 2_000;
const LAST_WORDS = 'These are the last words.';

/** Measures the built extension as a person meets it: the worker, the port and the panel. */
export async function measureExtension(): Promise<Row[]> {
  const server = await startBenchServer();
  const profile = await makeProfile();
  const context = await launch(profile);
  try {
    const extension = extensionIn(context, EXTENSION_ID);
    await connect(extension, server);
    return [
      ...(await measureIterations(extension, server)),
      ...(await measureKills(extension, server)),
      ...(await measureStreams(extension, server)),
      ...(await measureOpening(extension)),
    ];
  } finally {
    await context.close();
    await server.close();
    await removeProfile(profile);
  }
}

async function connect(extension: Extension, { url }: BenchServer): Promise<void> {
  const connection = {
    baseUrl: url,
    model: MODEL_ID,
    contextTokens: 100_000,
    supportsTools: true,
    supportsImages: false,
  };
  const worker = await extension.worker();
  await worker.evaluate((value) => chrome.storage.local.set({ connection: value }), connection);
}

/** The task once more, in the worker, with a tool of the catalogue; in pieces, as servers send it. */
async function measureIterations(extension: Extension, server: BenchServer): Promise<Row[]> {
  const panel = await extension.openPanel();
  const times: number[] = [];
  const opened: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const arrivals: number[] = [];
    let asked = 0;
    server.script(async (response) => {
      arrivals.push(now());
      const call = asked++;
      response.write(eventOf(chunk({ role: 'assistant', content: null })));
      response.write(
        eventOf(call < CALLS ? calculation(round, call) : chunk({ content: LAST_WORDS })),
      );
      response.write(eventOf(chunk({}, call < CALLS ? 'tool_calls' : 'stop')));
      await nextTick();
      response.write('data: [DONE]\n\n');
      await nextTick();
      response.end();
    });
    const before = server.connections();
    await panel.send('Do your sums');
    await panel.log.getByText(LAST_WORDS).waitFor();
    opened.push(server.connections() - before);
    for (const [index, at] of arrivals.entries()) {
      if (index > 0) times.push(at - (arrivals[index - 1] ?? Number.NaN));
    }
    await panel.button('New chat').click();
  }
  await panel.page.close();
  return [
    row('one iteration in the extension, request to request', median(times), 'ms'),
    row(`connections for ${String(CALLS + 1)} requests in the extension`, median(opened), ''),
  ];
}

function calculation(round: number, call: number): object {
  const json = JSON.stringify({ expression: `${String(call)} + ${String(round)}` });
  const fn = { name: 'calculate', arguments: json };
  const id = `call_${String(round)}_${String(call)}`;
  return chunk({ tool_calls: [{ index: 0, id, type: 'function', function: fn }] });
}

function nextTick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The worker is stopped while an answer streams; the panel, which is open, wakes the next one. */
async function measureKills(extension: Extension, server: BenchServer): Promise<Row[]> {
  const { context } = extension;
  server.script((response) => {
    response.write(eventOf(chunk({ role: 'assistant', content: 'I am still' })));
  });
  const panel = await extension.openPanel();
  const session = await context.newCDPSession(panel.page);
  const asked = server.nextRequest();
  await panel.send('Go on whatever happens');
  await asked;
  const times: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await panel.log.getByText('I am still').first().waitFor();
    const targetId = await workerTarget(session);
    const next = server.nextRequest();
    const killedAt = now();
    await session.send('Target.closeTarget', { targetId });
    times.push((await next) - killedAt);
    // Long enough for the panel to hear from the new worker: the next kill is a first one again.
    await wait(500);
  }
  await panel.button('Stop').click();
  await panel.page.close();
  return [
    row(`from kill to the next model request, median of ${String(KILLS)}`, median(times), 'ms'),
    row('from kill to the next model request, p95', quantile(times, 0.95), 'ms'),
  ];
}

async function workerTarget(session: CDPSession): Promise<string> {
  for (;;) {
    const { targetInfos } = await session.send('Target.getTargets');
    const target = targetInfos.find(
      ({ type, url }) => type === 'service_worker' && url.includes(EXTENSION_ID),
    );
    if (target) return target.targetId;
    await wait(10);
  }
}

async function measureStreams(extension: Extension, server: BenchServer): Promise<Row[]> {
  const page = await extension.context.newPage();
  await page.addInitScript(watchPanel, LAST_WORDS);
  await page.goto(`chrome-extension://${EXTENSION_ID}/sidepanel.html`);
  await page.getByRole('button', { name: 'New chat' }).click();
  const delays: number[] = [];
  const rates: number[] = [];
  const sent: number[] = [];
  for (let stream = 0; stream < STREAMS; stream += 1) {
    let lastByteAt = 0;
    let seconds = 0;
    server.script(async (response) => {
      const began = now();
      lastByteAt = await streamDeltas(response);
      seconds = (lastByteAt - began) / 1000;
    });
    await page.getByRole('textbox', { name: 'Message' }).fill(`Talk fast, ${String(stream)}`);
    await page.evaluate('watched.reset()');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const seen = await page.evaluate<{ at: number; messages: number }>('watched.lastWords()');
    delays.push(seen.at - lastByteAt);
    rates.push(seen.messages / seconds);
    sent.push((DELTAS_PER_SECOND * STREAM_SECONDS) / seconds);
    await page.getByRole('button', { name: 'New chat' }).click();
  }
  await page.close();
  return [
    atMost('last byte to final text in the panel, median', median(delays), 'ms', 100),
    row('last byte to final text in the panel, slowest', Math.max(...delays), 'ms'),
    // Sixty frames, and the steps in which the log keeps what has arrived.
    atMost('messages to the panel at 5,000 deltas per second', median(rates), 'per s', 75),
    row('deltas sent by the server', median(sent), 'per s'),
  ];
}

/** Streams at the given pace and returns the moment at which the last byte left. */
async function streamDeltas(response: ServerResponse): Promise<number> {
  const total = DELTAS_PER_SECOND * STREAM_SECONDS;
  const began = now();
  let sent = 0;
  while (sent < total) {
    const due = Math.min(total, Math.ceil(((now() - began) / 1000) * DELTAS_PER_SECOND));
    let events = '';
    for (; sent < due; sent += 1) events += eventOf(chunk({ content: wordAt(sent) }));
    if (events !== '') response.write(events);
    await wait(4);
  }
  response.end(
    `${eventOf(chunk({ content: LAST_WORDS }))}${eventOf(chunk({}, 'stop'))}data: [DONE]\n\n`,
  );
  return now();
}

/** Prose as models write it: a paragraph every eighty words. */
function wordAt(place: number): string {
  return `word${String(place)}${place % 80 === 79 ? '\n\n' : ' '}`;
}

/** Runs in the panel: counts what comes over its port, and sees when the last words are drawn. */
function watchPanel(lastWords: string): void {
  let messages = 0;
  const connect = chrome.runtime.connect.bind(chrome.runtime);
  Object.defineProperty(chrome.runtime, 'connect', {
    configurable: true,
    value: (...parameters: Parameters<typeof connect>) => {
      const port = connect(...parameters);
      port.onMessage.addListener(() => {
        messages += 1;
      });
      return port;
    },
  });
  Object.assign(globalThis, {
    watched: {
      reset: () => {
        messages = 0;
      },
      lastWords: () =>
        new Promise((resolve) => {
          const look = () => {
            const log = document.querySelector('[role="log"]');
            if (!log?.textContent.includes(lastWords)) {
              requestAnimationFrame(look);
              return;
            }
            resolve({ at: performance.timeOrigin + performance.now(), messages });
          };
          look();
        }),
    },
  });
}

async function measureOpening(extension: Extension): Promise<Row[]> {
  const options = await extension.openOptions();
  const conversationId = 'two-thousand-messages';
  await options.evaluate(store, { conversationId, records: pastOf(MESSAGES / 2, 'Short. ') });
  await options.close();
  const times: number[] = [];
  for (let opening = 0; opening < OPENINGS; opening += 1) {
    const page = await extension.context.newPage();
    await page.addInitScript(watchPanel, `Answer ${String(MESSAGES / 2)}.`);
    const query = `?conversation=${conversationId}`;
    await page.goto(`chrome-extension://${EXTENSION_ID}/sidepanel.html${query}`, {
      waitUntil: 'commit',
    });
    times.push(await openingTime(page));
    await page.close();
  }
  return [
    row(`opening a conversation of ${String(MESSAGES)} messages, median`, median(times), 'ms'),
    row('the same, slowest', Math.max(...times), 'ms'),
  ];
}

async function openingTime(page: Page): Promise<number> {
  return await page.evaluate<number>(
    'watched.lastWords().then(({ at }) => at - performance.timeOrigin)',
  );
}

/** Runs in a page of the extension: writes a past as the worker would have written it. */
async function store(past: { conversationId: string; records: readonly { seq: number }[] }) {
  const { conversationId, records } = past;
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('tandem');
    opening.onerror = () => {
      reject(new Error('The chats could not be opened.'));
    };
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(['records', 'conversations'], 'readwrite');
      for (const record of records) {
        transaction.objectStore('records').put({ conversationId, seq: record.seq, record });
      }
      const at = Date.now();
      transaction
        .objectStore('conversations')
        .put({ id: conversationId, createdAt: at, updatedAt: at, active: 0 });
      transaction.oncomplete = () => {
        database.close();
        resolve();
      };
    };
  });
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { DevToolsPipe } from './devtools-pipe.mjs';
import { Refusal } from './refusal.mjs';

const EXTENSION_ID = 'kmjbdclfheafeiiljoapkpmgjhjapage';
export const ORIGIN = `chrome-extension://${EXTENSION_ID}`;
const OPEN_BUTTON = `document.querySelector('#open-panel:enabled')`;
/** A cold start on a slow and busy machine. */
const PATIENCE_MS = 30_000;

/**
 * Starts the browser; `showTandem` brings it to the start page and the panel.
 * @param {{ executable: string, profile: string, extension: string, headless: boolean }} options
 */
export function launch({ executable, profile, extension, headless }) {
  const flags = [
    `--user-data-dir=${profile}`,
    `--load-extension=${extension}`,
    '--disable-features=DisableLoadExtensionCommandLineSwitch',
    '--remote-debugging-pipe',
    '--no-first-run',
    '--no-default-browser-check',
    ...(headless ? headlessFlags : windowFlags()),
    'about:blank',
  ];
  const child = spawn(executable, flags, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...(headless ? { LANGUAGE: 'en' } : {}) },
    // A group of its own: Ctrl-C reaches this program alone, which then ends the browser in order.
    detached: process.platform !== 'win32',
  });
  const pipe = new DevToolsPipe(child.stdio[3], child.stdio[4]);
  let complaints = [];
  const note = (line) => {
    complaints = [...complaints, line].slice(-5);
  };
  const address = new Promise((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
      if (/ERROR|FATAL/.test(line)) note(line);
    });
  });
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      note(error.message);
      resolve(undefined);
    });
    child.once('exit', resolve);
  });

  return {
    pipe,
    /** Settles when the browser is gone, whoever ended it. */
    ended,
    /** Where tools reach a browser without a window. */
    address,
    complaints: () => complaints.join('\n'),
    async close() {
      pipe.send('Browser.close').catch(() => undefined);
      const gone = await Promise.race([ended.then(() => true), wait(5_000, false, { ref: false })]);
      if (!gone) {
        kill(child);
        await ended;
      }
    },
    kill: () => kill(child),
  };
}

/** What a machine without a person needs; also keeps the browser from calling home meanwhile. */
const headlessFlags = [
  '--headless=new',
  '--remote-debugging-port=0',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--window-size=1280,900',
  '--hide-scrollbars',
  '--lang=en-US',
];

function windowFlags() {
  // The sandbox cannot be used as root, and must be used otherwise: a person browses with this.
  return [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--window-size=1280,900'];
}

function kill(child) {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** In the page: waits until its script has made the button work. */
const buttonIsReady = `new Promise((resolve) => {
  const look = () => (${OPEN_BUTTON} ? resolve() : setTimeout(look, 20));
  look();
})`;

/**
 * Waits for the start page and opens the side panel from it, as its button does.
 * @param {ReturnType<typeof launch>} browser
 */
export async function showTandem({ pipe, complaints }) {
  try {
    await pipe.watchTargets();
    // Opened from the command line, the page would come before the extension and stay an error.
    const loaded = await pipe.target(({ url }) => url.startsWith(ORIGIN), PATIENCE_MS);
    const page = await pipe.target(({ type }) => type === 'page', PATIENCE_MS);
    if (!loaded || !page) {
      throw new Refusal('The browser opened without Tandem. Try another with --browser.');
    }
    const { sessionId } = await pipe.send('Target.attachToTarget', {
      targetId: page.targetId,
      flatten: true,
    });
    const run = (expression, more) =>
      pipe.send('Runtime.evaluate', { expression, awaitPromise: true, ...more }, sessionId);
    await pipe.send('Page.navigate', { url: `${ORIGIN}/welcome.html` }, sessionId);
    await run(buttonIsReady);
    await run(`${OPEN_BUTTON}?.click()`, { userGesture: true });
    const panel = await pipe.target(
      ({ url }) => url.startsWith(`${ORIGIN}/sidepanel.html`),
      PATIENCE_MS,
    );
    await pipe.send('Target.detachFromTarget', { sessionId });
    return panel !== undefined;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      [
        'The browser ended before Tandem was open. Is another window using the same profile?',
        complaints(),
      ].join('\n'),
    );
  }
}

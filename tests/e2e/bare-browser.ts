import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { z } from '../../lib/shared/zod';
import { findChromium } from '../../scripts/find-browser.mjs';
import { extensionFlags } from './fixture';

const answerSchema = z.looseObject({
  id: z.number().optional(),
  result: z.looseObject({ result: z.looseObject({ value: z.unknown().optional() }) }).optional(),
});

export interface BarePage {
  evaluate(expression: string): Promise<unknown>;
}

export interface BareBrowser {
  open(url: string): Promise<BarePage>;
  close(): Promise<void>;
}

/**
 * Chromium with a debugger on single pages only. Playwright attaches to the service worker too, and
 * a worker with a debugger is never stopped for being idle: what keeps it alive shows only here.
 */
export async function launchBareBrowser(profile: string, modeSuffix = ''): Promise<BareBrowser> {
  const executable = findChromium();
  if (executable === undefined) throw new Error('There is no Chromium.');
  const browser = spawn(
    executable,
    [
      ...extensionFlags(modeSuffix),
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const port = await new Promise<string>((resolve, reject) => {
    createInterface({ input: browser.stderr }).on('line', (line) => {
      const found = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    browser.once('exit', () => reject(new Error('Chromium did not start.')));
  });
  return {
    async open(url) {
      const response = await fetch(`http://127.0.0.1:${port}/json/new?${url}`, { method: 'PUT' });
      const target = z
        .looseObject({ webSocketDebuggerUrl: z.string() })
        .parse(await response.json());
      return await connect(target.webSocketDebuggerUrl);
    },
    async close() {
      const exited = once(browser, 'exit');
      browser.kill();
      await exited;
    },
  };
}

async function connect(url: string): Promise<BarePage> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  let last = 0;
  return {
    async evaluate(expression) {
      last += 1;
      const id = last;
      const answered = new Promise<unknown>((resolve) => {
        const listen = (data: Buffer) => {
          const answer = answerSchema.parse(JSON.parse(data.toString()));
          if (answer.id !== id) return;
          socket.off('message', listen);
          resolve(answer.result?.result.value);
        };
        socket.on('message', listen);
      });
      const params = { expression, awaitPromise: true, returnByValue: true };
      socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }));
      return await answered;
    },
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import { deferred } from '../support/deferred';
import { gatedReply, textReply, toolCallsReply } from '../support/provider-replies';
import { startProviderServer, type ProviderServer } from '../support/provider-server';
import { launchBareBrowser, type BarePage } from './bare-browser';
import { EXTENSION_ID, expect, test } from './fixture';

const SLOW_FIRST_BYTE_MS = 40_000;
const SLOW_TOOL_MS = 4 * 60_000;

test('a first byte after more than the thirty seconds of an idle worker is waited for @long', async ({
  profile,
  provider,
}) => {
  test.setTimeout(120_000);
  const browser = await launchBareBrowser(profile);
  try {
    const panel = await openPanel(await browser.open(panelUrl), provider);
    const reply = gatedReply(textReply('Worth the wait.'), 'before-first-byte');
    provider.script(reply);
    await panel.send('Take your time');
    await reply.reached;
    // The time itself is what is tested: nothing can stand in for it.
    await wait(SLOW_FIRST_BYTE_MS);
    reply.release();
    await expect.poll(panel.conversation).toContain('Worth the wait.');
    expect(provider.requests).toHaveLength(1);
  } finally {
    await browser.close();
  }
});

test('a tool of four minutes is waited for, and runs once @minutes', async ({ profile }) => {
  test.setTimeout(SLOW_TOOL_MS + 60_000);
  const began = deferred();
  const done = deferred();
  let runs = 0;
  const provider = await startProviderServer({
    intercept: (path) => {
      if (!path.startsWith('/chaos/')) return undefined;
      if (!path.startsWith('/chaos/effect/')) return Promise.resolve({ status: 200 });
      runs += 1;
      began.resolve();
      return done.promise.then(() => ({ status: 200 }));
    },
  });
  const browser = await launchBareBrowser(profile, '-chaos');
  try {
    const panel = await openPanel(await browser.open(panelUrl), provider);
    provider.script(
      toolCallsReply([{ id: 'c1', name: 'chaos_read', arguments: { key: 'patient' } }]),
    );
    provider.script(textReply('It took four minutes.'));
    await panel.send('Take all the time you need');
    await began.promise;
    // Nothing can stand in for this time either.
    await wait(SLOW_TOOL_MS);
    done.resolve();
    await expect.poll(panel.conversation).toContain('It took four minutes.');
    expect(runs).toBe(1);
    expect(provider.requests).toHaveLength(2);
  } finally {
    await browser.close();
    await provider.close();
  }
});

const panelUrl = `chrome-extension://${EXTENSION_ID}/sidepanel.html`;

/** The panel by what the page itself can do: with no debugger on the worker there is no more. */
async function openPanel(page: BarePage, provider: ProviderServer) {
  const placeholder = () => page.evaluate(`document.querySelector('textarea')?.placeholder`);
  await expect.poll(placeholder).toBe('Ask anything');
  await page.evaluate(`chrome.storage.local.set({ connection: {
    baseUrl: ${JSON.stringify(provider.url)}, model: 'slow', contextTokens: 100000,
    supportsTools: true, supportsImages: false } })`);
  await page.evaluate('location.reload()');
  await expect.poll(placeholder).toBe('Ask anything');
  return {
    conversation: () => page.evaluate(`document.querySelector('[role=log]')?.textContent`),
    send: (text: string) =>
      page.evaluate(`(() => {
        const box = document.querySelector('textarea');
        const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set;
        set.call(box, ${JSON.stringify(text)});
        box.dispatchEvent(new Event('input', { bubbles: true }));
        box.form.requestSubmit();
      })()`),
  };
}

import { gatedReply, textReply } from '../support/provider-replies';
import { launchBareBrowser } from './bare-browser';
import { EXTENSION_ID, expect, test } from './fixture';

const SLOW_MS = 40_000;

test('a first byte after more than the thirty seconds of an idle worker is waited for @long', async ({
  profile,
  provider,
}) => {
  test.setTimeout(120_000);
  const browser = await launchBareBrowser(profile);
  try {
    const page = await browser.open(`chrome-extension://${EXTENSION_ID}/sidepanel.html`);
    const placeholder = () => page.evaluate(`document.querySelector('textarea')?.placeholder`);
    await expect.poll(placeholder).toBe('Connect a model to begin');
    await page.evaluate(`chrome.storage.local.set({ connection: {
      baseUrl: ${JSON.stringify(provider.url)}, model: 'slow', contextTokens: 100000,
      supportsTools: true, supportsImages: false } })`);
    await page.evaluate('location.reload()');
    const reply = gatedReply(textReply('Worth the wait.'), 'before-first-byte');
    provider.script(reply);
    await expect.poll(placeholder).toBe('Ask anything');
    await page.evaluate(`(() => {
      const box = document.querySelector('textarea');
      const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set;
      set.call(box, 'Take your time');
      box.dispatchEvent(new Event('input', { bubbles: true }));
      box.form.requestSubmit();
    })()`);
    await reply.reached;
    // The time itself is what is tested: nothing can stand in for it.
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    reply.release();
    await expect
      .poll(() => page.evaluate(`document.querySelector('[role=log]')?.textContent`))
      .toContain('Worth the wait.');
    expect(provider.requests).toHaveLength(1);
  } finally {
    await browser.close();
  }
});

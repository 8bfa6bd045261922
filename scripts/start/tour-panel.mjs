import { setTimeout as wait } from 'node:timers/promises';
import { ORIGIN } from './launch.mjs';
import { Refusal } from './refusal.mjs';
import { readTranscript } from './transcript.mjs';

const PATIENCE_MS = 20_000;

/** The real side panel as a person meets it: by role and name, never by what is inside. */
export class TourPanel {
  #page;
  #browser;

  constructor(page, browser) {
    this.#page = page;
    this.#browser = browser;
    page.setDefaultTimeout(PATIENCE_MS);
  }

  /** @param {import('@playwright/test').Browser} browser */
  static async find(browser) {
    const page = browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((candidate) => candidate.url().startsWith(`${ORIGIN}/sidepanel.html`));
    if (!page) throw new Refusal('The side panel did not open.');
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    return new TourPanel(page, browser);
  }

  get #log() {
    return this.#page.getByRole('log', { name: 'Conversation' });
  }

  button(name) {
    return this.#page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  async newChat() {
    await this.button('New chat').click();
  }

  async ask(text) {
    await this.#page.getByRole('textbox', { name: 'Message' }).fill(text);
    await this.button('Send').click();
    await this.#page
      .getByRole('article', { name: 'You' })
      .filter({ hasText: text })
      .last()
      .waitFor();
  }

  /** The use of a tool that came last, once it is in this state; its id never changes. */
  async toolUse(name, state) {
    const uses = this.#log.locator(`[role="group"][data-tool-name="${name}"]`);
    const use = this.#log
      .locator(`[role="group"][data-tool-name="${name}"][data-tool-state="${state}"]`)
      .last();
    await use.waitFor({ state: 'attached' }).catch(async () => {
      const states = await uses.evaluateAll((all) =>
        all.map((one) => one.getAttribute('data-tool-state')),
      );
      throw new Refusal(
        `the tool ${name} should be ${state}; ` +
          (states.length === 0 ? 'it was not used.' : `it is ${states.at(-1)}.`),
      );
    });
    return await use.getAttribute('data-tool-use-id');
  }

  /** Waits until the assistant has said its last word, and that it holds what it should. */
  async answer(expected) {
    await this.button('Stop')
      .waitFor({ state: 'hidden' })
      .catch(() => {
        throw new Refusal('the assistant did not come to an end.');
      });
    const last = this.#page.getByRole('article', { name: 'Assistant' }).last();
    await last
      .filter({ hasText: expected })
      .waitFor()
      .catch(async () => {
        const said = (await this.transcript()).at(-1)?.text ?? '';
        throw new Refusal(`the answer should hold ${expected}; it is ${JSON.stringify(said)}.`);
      });
  }

  async transcript() {
    return await this.#log.evaluate(readTranscript);
  }

  async picture(path) {
    await this.#page.screenshot({ path, animations: 'disabled', caret: 'hide', scale: 'css' });
  }

  /** Ends the service worker as the browser does when it needs memory; resolves when another runs. */
  async killWorker() {
    const session = await this.#page.context().newCDPSession(this.#page);
    const seen = [];
    const replaced = new Promise((resolve) => {
      session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        for (const version of versions) {
          seen.push(version.runningStatus);
          if (seen.includes('stopped') && version.runningStatus === 'running') resolve(true);
        }
      });
    });
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    const inTime = await Promise.race([replaced, wait(PATIENCE_MS, false, { ref: false })]);
    if (!inTime) throw new Refusal('no new worker came after the one that was ended.');
    await session.detach();
  }
}

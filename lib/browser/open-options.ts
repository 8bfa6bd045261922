import browser from 'webextension-polyfill';

/** The settings on a page of their own; one that is open comes to the front. */
export async function openOptions(): Promise<void> {
  await browser.runtime.openOptionsPage();
}

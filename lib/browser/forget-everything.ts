import browser from 'webextension-polyfill';

/** Empties what the browser keeps for us, and hands back what the user allowed beyond the install. */
export async function forgetEverything(): Promise<void> {
  await browser.storage.local.clear();
  await browser.storage.session.clear();
  const { origins = [], permissions = [] } = await chrome.permissions.getAll();
  const { permissions: required = [] } = browser.runtime.getManifest();
  const optional = permissions.filter((name) => !required.includes(name));
  if (optional.length + origins.length > 0) {
    await chrome.permissions.remove({ permissions: optional, origins });
  }
}

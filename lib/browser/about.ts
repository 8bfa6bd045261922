import browser from 'webextension-polyfill';

export function aboutExtension(): { version: string; extensionId: string } {
  return { version: browser.runtime.getManifest().version, extensionId: browser.runtime.id };
}

/** Bytes on disk, or nothing where the browser does not say. */
export async function storageUsage(): Promise<number | undefined> {
  const { usage } = await navigator.storage.estimate();
  return usage;
}

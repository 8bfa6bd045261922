import browser from 'webextension-polyfill';

/** What the user allowed beyond the installation: names of permissions, patterns of addresses. */
export interface OptionalPermissions {
  permissions: string[];
  origins: string[];
}

export async function optionalPermissions(): Promise<OptionalPermissions> {
  const { origins = [], permissions = [] } = await chrome.permissions.getAll();
  const { permissions: required = [] } = browser.runtime.getManifest();
  return { permissions: permissions.filter((name) => !required.includes(name)), origins };
}

/** False when the browser keeps one, as it does with what an administrator granted. */
export async function removeOptionalPermissions(removed: OptionalPermissions): Promise<boolean> {
  const { origins = [], permissions = [] } = await chrome.permissions.getAll();
  return await chrome.permissions.remove({
    permissions: permissions.filter((name) => removed.permissions.includes(name)),
    origins: origins.filter((pattern) => removed.origins.includes(pattern)),
  });
}

export function onOptionalPermissionsChanged(listener: () => void): () => void {
  browser.permissions.onAdded.addListener(listener);
  browser.permissions.onRemoved.addListener(listener);
  return () => {
    browser.permissions.onAdded.removeListener(listener);
    browser.permissions.onRemoved.removeListener(listener);
  };
}

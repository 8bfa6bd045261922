import browser from 'webextension-polyfill';

/** Which of these the browser has not given us yet. Asking for them needs a click in a page. */
export async function missingPermissions(permissions: readonly string[]): Promise<string[]> {
  if (permissions.length === 0) return [];
  const { permissions: granted = [] } = await browser.permissions.getAll();
  return permissions.filter((permission) => !granted.some((name) => name === permission));
}

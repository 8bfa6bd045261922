import browser from 'webextension-polyfill';
import { optionalPermissions, removeOptionalPermissions } from './optional-permissions';

/** Empties what the browser keeps for us, and hands back what the user allowed beyond the install. */
export async function forgetEverything(): Promise<void> {
  await browser.storage.local.clear();
  await browser.storage.session.clear();
  const optional = await optionalPermissions();
  if (optional.permissions.length + optional.origins.length > 0) {
    await removeOptionalPermissions(optional);
  }
}

import browser from 'webextension-polyfill';

/** The text of this key in the user's language, or nothing. */
export function translate(key: string): string {
  return browser.i18n.getMessage(key);
}

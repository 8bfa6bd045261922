import browser from 'webextension-polyfill';
import { noAccess, type TabAccess, type TabLook } from '../conversation/attachments';
import { AppError, messageOf } from '../shared/app-error';

const PAGE_SCRIPT = '/page.js';

/** Looks at tabs, and enters pages that the user let us into. */
export class BrowserTabAccess implements TabAccess {
  async look(tabId: number): Promise<TabLook | undefined> {
    const tab = await browser.tabs.get(tabId).catch(() => undefined);
    if (!tab) return undefined;
    return {
      title: tab.title ?? '',
      url: tab.url,
      loading: tab.status === 'loading',
      asleep: tab.discarded === true,
    };
  }

  async enter(tabId: number): Promise<void> {
    try {
      await browser.scripting.executeScript({
        target: { tabId, allFrames: true },
        files: [PAGE_SCRIPT],
      });
    } catch (error) {
      const said = messageOf(error);
      if (/cannot access|must request permission|missing host permission/i.test(said)) {
        throw noAccess();
      }
      if (/no tab with id|tab was closed/i.test(said)) {
        throw new AppError('tab-closed', 'This tab was closed.');
      }
      throw new AppError('page-unreadable', 'This page cannot be read.', {
        cause: error,
        advice: 'Reload the page and try again.',
      });
    }
  }
}

import browser, { type Tabs } from 'webextension-polyfill';

/** The tab beside the panel. */
export interface PanelTab {
  readonly tabId: number;
  readonly title: string;
  /** Absent where the browser has not allowed us to know. */
  readonly url: string | undefined;
  /** The browser has to be asked before its page can be read. */
  readonly needsPermission: boolean;
}

/** Tells of the tab beside the panel, and whenever any tab changed; returns what ends it. */
export type TabFollower = (
  onTab: (tab: PanelTab | null) => void,
  onTabsChanged: () => void,
) => () => void;

/** Follows the tab beside the panel: the active one of its window, or the one that it was opened for. */
export function createTabFollower(fixedTabId?: number): TabFollower {
  return (onTab, onTabsChanged) => {
    let stopped = false;
    let round = 0;
    const look = async () => {
      round += 1;
      const own = round;
      const tab = await find(fixedTabId);
      const seesAll = await browser.permissions.contains({ permissions: ['tabs'] });
      if (!stopped && own === round) onTab(tab ? viewOf(tab, seesAll) : null);
    };
    const refresh = () => {
      look().catch(() => {
        onTab(null);
      });
    };
    const changed = () => {
      refresh();
      onTabsChanged();
    };
    const events = [browser.tabs.onActivated, browser.tabs.onUpdated, browser.tabs.onRemoved];
    for (const event of events) event.addListener(changed);
    browser.permissions.onAdded.addListener(changed);
    browser.permissions.onRemoved.addListener(changed);
    // A click on the toolbar's button lets us see the page; nothing tells us but that we are looked at.
    addEventListener('focus', refresh);
    refresh();
    return () => {
      stopped = true;
      for (const event of events) event.removeListener(changed);
      browser.permissions.onAdded.removeListener(changed);
      browser.permissions.onRemoved.removeListener(changed);
      removeEventListener('focus', refresh);
    };
  };
}

async function find(fixedTabId: number | undefined): Promise<Tabs.Tab | undefined> {
  if (fixedTabId !== undefined) return await browser.tabs.get(fixedTabId).catch(() => undefined);
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  // A panel that is opened as a tab has no page beside it.
  const own = await browser.tabs.getCurrent().catch(() => undefined);
  return tab && tab.id !== own?.id ? tab : undefined;
}

function viewOf(tab: Tabs.Tab, seesAll: boolean): PanelTab | null {
  if (tab.id === undefined || tab.url?.startsWith(browser.runtime.getURL('')) === true) return null;
  return {
    tabId: tab.id,
    title: tab.title ?? '',
    url: tab.url,
    // Without the permission to see all tabs, an address that is seen is one that may be entered.
    needsPermission: seesAll || tab.url === undefined,
  };
}

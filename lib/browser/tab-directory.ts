import browser from 'webextension-polyfill';
import type { TabSummary } from '../messaging/panel-protocol';
import type { TabDirectory, TabGroupColor } from '../tools/tool-dependencies';

export class BrowserTabDirectory implements TabDirectory {
  async list(): Promise<TabSummary[]> {
    const tabs = await browser.tabs.query({});
    return tabs.flatMap((tab) =>
      tab.id === undefined
        ? []
        : [
            {
              id: tab.id,
              title: tab.title ?? '',
              url: tab.url ?? '',
              active: tab.active,
              windowId: tab.windowId ?? -1,
            },
          ],
    );
  }

  async open(url: string): Promise<{ tabId: number }> {
    const tab = await browser.tabs.create({ url, active: true });
    return { tabId: tab.id ?? -1 };
  }

  async group(
    tabIds: number[],
    title?: string,
    color?: TabGroupColor,
  ): Promise<{ groupId: number }> {
    const [first, ...others] = tabIds;
    if (first === undefined) throw new RangeError('No tabs were chosen.');
    const groupId = await chrome.tabs.group({ tabIds: [first, ...others] });
    // Without the permission the group still exists; it only keeps its default look.
    await chrome.tabGroups?.update(groupId, {
      ...(title === undefined ? {} : { title }),
      ...(color === undefined ? {} : { color }),
    });
    return { groupId };
  }

  async close(tabIds: number[]): Promise<void> {
    await browser.tabs.remove(tabIds);
  }

  async canOpenFiles(): Promise<boolean> {
    return await browser.extension.isAllowedFileSchemeAccess();
  }
}

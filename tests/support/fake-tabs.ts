import type { TabSummary } from '../../lib/messaging/panel-protocol';
import type { TabDirectory } from '../../lib/tools/tool-dependencies';

export interface FakeTabs extends TabDirectory {
  readonly opened: string[];
  readonly closed: number[];
  readonly groups: { tabIds: number[]; title: string | undefined; color: string | undefined }[];
}

/** A browser's tabs in memory; what was done to them can be read back. */
export function fakeTabs(
  tabs: readonly Partial<TabSummary>[] = [],
  { canOpenFiles = false, openFails = false } = {},
): FakeTabs {
  const opened: string[] = [];
  const closed: number[] = [];
  const groups: FakeTabs['groups'] = [];
  return {
    opened,
    closed,
    groups,
    list: async () =>
      tabs
        .map((tab, index) => ({
          id: index + 1,
          title: `Tab ${index + 1}`,
          url: `https://example.com/${index + 1}`,
          active: false,
          windowId: 1,
          ...tab,
        }))
        .filter(({ id }) => !closed.includes(id)),
    open: async (url) => {
      if (openFails) throw new Error('no window');
      opened.push(url);
      return { tabId: opened.length };
    },
    group: async (tabIds, title, color) => {
      groups.push({ tabIds, title, color });
      return { groupId: groups.length };
    },
    close: async (tabIds) => {
      closed.push(...tabIds);
    },
    canOpenFiles: async () => canOpenFiles,
  };
}

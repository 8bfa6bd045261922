import { isOnHost } from '../shared/origin';
import type { TabDirectory } from './tool-dependencies';

/** The tabs as a tool may see them: what is open on a blocked site does not exist for it. */
export function withoutBlocked(
  tabs: TabDirectory,
  blockedSites: () => Promise<readonly string[]>,
): TabDirectory {
  return {
    list: async () => {
      const [open, blocked] = await Promise.all([tabs.list(), blockedSites()]);
      return open.filter(({ url }) => !isOnHost(url, blocked));
    },
    open: (url) => tabs.open(url),
    group: (tabIds, title, color) => tabs.group(tabIds, title, color),
    close: (tabIds) => tabs.close(tabIds),
    canOpenFiles: () => tabs.canOpenFiles(),
  };
}

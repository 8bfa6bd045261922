import type { Page } from '@playwright/test';

/** What became of tabs, as the browser itself tells it. */
export type TabEvent =
  | { readonly kind: 'opened'; readonly at: number; readonly address: string }
  | { readonly kind: 'closed'; readonly at: number; readonly title: string }
  | { readonly kind: 'grouped'; readonly at: number; readonly title: string };

export interface OpenTab {
  readonly id: number;
  readonly title: string;
  readonly address: string;
}

export interface TabWatch {
  /** What happened since it was last asked, once every page has loaded. */
  take(): Promise<TabEvent[]>;
  list(): Promise<OpenTab[]>;
  close(ids: readonly number[]): Promise<void>;
}

/** Watches from a page of the extension, which may see tabs, with code that is none of its own. */
export async function watchTabs(page: Page): Promise<TabWatch> {
  await page.evaluate(install);
  return {
    take: async () => await page.evaluate<TabEvent[]>('tabWatch.take()'),
    list: async () =>
      await page.evaluate(async () => {
        const tabs = await chrome.tabs.query({});
        return tabs.map(({ id = 0, title = '', url, pendingUrl }) => ({
          id,
          title,
          address: pendingUrl ?? url ?? '',
        }));
      }),
    close: async (ids) => {
      // One by one: the browser may have closed some of them by itself.
      await page.evaluate(
        (closing) => Promise.allSettled(closing.map((id) => chrome.tabs.remove(id))),
        [...ids],
      );
    },
  };
}

/** Runs in the page. */
function install(): void {
  const titles = new Map<number, string>();
  const addresses = new Map<number, string>();
  const events: object[] = [];

  const note = ({ id = 0, title = '', url = '' }: chrome.tabs.Tab) => {
    // A page that is still on its way is called by its address.
    if (title !== '' && !url.includes(title)) titles.set(id, title);
    addresses.set(id, url);
  };
  chrome.tabs.onCreated.addListener((tab) => {
    note(tab);
    const { pendingUrl = '', url = '' } = tab;
    events.push({ kind: 'opened', at: Date.now(), address: pendingUrl || url });
  });
  chrome.tabs.onUpdated.addListener((id, { groupId }, tab) => {
    note(tab);
    if (groupId === undefined || groupId === -1) return;
    events.push({ kind: 'grouped', at: Date.now(), title: titles.get(id) ?? '' });
  });
  chrome.tabs.onRemoved.addListener((id) => {
    const title = titles.get(id) ?? addresses.get(id) ?? '';
    // The browser itself closes the empty tab from which it has called another program.
    if (title === '') return;
    events.push({ kind: 'closed', at: Date.now(), title });
  });

  const isLoading = async () => {
    const tabs = await chrome.tabs.query({});
    tabs.forEach(note);
    return tabs.some(({ status }) => status === 'loading');
  };
  const nextUpdate = () =>
    new Promise<void>((resolve) => {
      const updated = () => {
        chrome.tabs.onUpdated.removeListener(updated);
        chrome.tabs.onRemoved.removeListener(updated);
        resolve();
      };
      chrome.tabs.onUpdated.addListener(updated);
      chrome.tabs.onRemoved.addListener(updated);
    });
  const take = async () => {
    for (;;) {
      // Listened for before it is looked: what happens in between must not be missed.
      const updated = nextUpdate();
      if (!(await isLoading())) return events.splice(0);
      await updated;
    }
  };
  Object.assign(globalThis, { tabWatch: { take } });
}

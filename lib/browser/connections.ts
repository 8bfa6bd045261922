import browser, { type Runtime } from 'webextension-polyfill';
import { PAGE_PORT } from '../messaging/page-port-name';
import { PANEL_PORT } from '../messaging/panel-protocol';
import type { Port } from '../messaging/port';
import type { PageSender } from '../tools/page/page-documents';
import { z } from '../shared/zod';
import { isOwnPage } from './own-page';
import { portOf } from './port-of';

export interface ConnectionListeners {
  onPanel: (port: Port) => void;
  onPage: (port: Port, sender: PageSender) => void;
}

/**
 * The doors of the worker. A whole page of ours may speak as a panel, a content script of ours as
 * its page and nothing more; anybody else is shown out.
 */
export function onConnected({ onPanel, onPage }: ConnectionListeners): void {
  const own = { id: browser.runtime.id, root: browser.runtime.getURL('') };
  browser.runtime.onConnect.addListener((connected) => {
    const page = connected.name === PAGE_PORT ? pageSenderOf(connected.sender, own.id) : undefined;
    if (connected.name === PANEL_PORT && isOwnPage(connected.sender, own))
      onPanel(portOf(connected));
    else if (page) onPage(portOf(connected), page);
    else connected.disconnect();
  });
}

const pageSenderSchema = z.object({
  id: z.string(),
  url: z.string(),
  origin: z.string().optional(),
  frameId: z.number().int().nonnegative(),
  tab: z.object({ id: z.number().int().nonnegative() }),
});

/** What the browser says about a content script of ours; undefined for anybody else. */
function pageSenderOf(
  sender: Runtime.MessageSender | undefined,
  id: string,
): PageSender | undefined {
  const parsed = pageSenderSchema.safeParse(sender);
  if (!parsed.success || parsed.data.id !== id) return undefined;
  const { url, origin, frameId, tab } = parsed.data;
  const from = origin ?? (URL.canParse(url) ? new URL(url).origin : 'null');
  return {
    tabId: tab.id,
    frameId,
    origin: from === 'null' ? (url.split('#')[0]?.slice(0, 200) ?? '') : from,
  };
}

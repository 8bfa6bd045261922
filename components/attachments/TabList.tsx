import type { Attachment } from '../../lib/messaging/content-protocol';
import type { AttachedTabs } from '../../lib/panel/attached-tabs';
import { useAttachedTabs } from '../../lib/panel/use-panel';
import { placeName } from '../../lib/shared/origin';
import { whyUnreadable } from '../../lib/shared/readable-page';
import { Button, IconButton } from '../ui/Button';
import { Icon } from '../ui/Icon';
import './tab-list.css';

/** Without a click there, the browser tells us nothing of a page: not even what it is. */
const clickTheButton =
  'To let Tandem read this page, click its button in the toolbar. Pages of the browser itself cannot be read.';

interface TabListProps {
  tabs: AttachedTabs;
  requestHostPermission: (url: string) => Promise<boolean>;
}

/** Which pages the chat may look into; the page beside the panel can be added with one click. */
export function TabList({ tabs, requestHostPermission }: TabListProps) {
  const { tab, attachments, busyTabId } = useAttachedTabs(tabs);
  const isAttached = attachments.some(
    ({ tabId, state }) => tabId === tab?.tabId && state !== 'left',
  );
  const url = tab?.url;
  const hint = url === undefined ? clickTheButton : whyUnreadable(url);

  async function attach(tabId: number): Promise<void> {
    // The browser must be asked in the click itself, before anything is awaited.
    const allowed = tab?.needsPermission && url !== undefined ? requestHostPermission(url) : true;
    if (await allowed) await tabs.attach(tabId);
  }

  if (attachments.length === 0 && tab === null) return null;
  return (
    <ul className="tab-list" aria-label="Attached tabs">
      {attachments.map((attachment) => (
        <li key={attachment.tabId} className="tab-list-item" data-state={attachment.state}>
          <Icon name="globe" size={14} />
          <span className="tab-list-title" dir="auto" title={attachment.title}>
            {nameOf(attachment)}
          </span>
          <span className="tab-list-host">{placeName(attachment.origin)}</span>
          <IconButton
            icon="close"
            size={12}
            label={`Detach ${nameOf(attachment)}`}
            disabled={busyTabId === attachment.tabId}
            onClick={() => tabs.detach(attachment.tabId)}
          />
          {attachment.note !== undefined && (
            <span className="tab-list-note" role="status">
              {attachment.note}
            </span>
          )}
        </li>
      ))}
      {tab !== null && !isAttached && (
        <li className="tab-list-item tab-list-offer">
          {hint !== undefined ? (
            <span className="tab-list-note">{hint}</span>
          ) : (
            <Button
              look="link"
              disabled={busyTabId === tab.tabId}
              title={tab.title}
              onClick={() => attach(tab.tabId)}
            >
              <Icon name="plus" size={14} />
              Attach this page
            </Button>
          )}
        </li>
      )}
    </ul>
  );
}

function nameOf({ title, origin }: Attachment): string {
  return title === '' ? placeName(origin) : title;
}

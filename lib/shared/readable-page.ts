import { hostOf } from './origin';

/** Why no extension may look into the page at this address; undefined when it may. */
export function whyUnreadable(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed) return 'This tab has no page that could be read.';
  const { protocol } = parsed;
  if (protocol === 'file:') {
    return /\.pdf$/i.test(parsed.pathname) ? pdf : undefined;
  }
  if (protocol === 'http:' || protocol === 'https:') {
    if (isStore(parsed)) return 'The browser lets no extension look into its store.';
    return /\.pdf$/i.test(parsed.pathname) ? pdf : undefined;
  }
  if (protocol === 'about:' && parsed.pathname === 'blank') return 'This tab is empty.';
  if (protocol.endsWith('-extension:')) return 'Pages of other extensions cannot be read.';
  if (protocol === 'view-source:')
    return 'The source of a page cannot be read. Open the page itself.';
  if (protocol === 'data:' || protocol === 'blob:') return 'Pages without a site cannot be read.';
  return 'The browser lets no extension look into its own pages.';
}

const pdf = 'PDF files cannot be read in the browser’s viewer yet.';

function isStore(url: URL): boolean {
  const host = hostOf(url.href);
  return (
    host === 'chromewebstore.google.com' ||
    host === 'microsoftedge.microsoft.com' ||
    host === 'addons.mozilla.org' ||
    (host === 'chrome.google.com' && url.pathname.startsWith('/webstore'))
  );
}

/**
 * Where data comes from and goes to, in one form whatever the address looked like. Websites and
 * servers are told by their origin; what is none, such as `browser` or `mailto:a@b.example`, by its
 * own name in lower case.
 */
export function normalOrigin(address: string): string {
  const text = address.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin;
  return text.toLowerCase();
}

/** The host of a website, or undefined for what is none. */
export function hostOf(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined;
  return url.hostname.replace(/\.$/, '');
}

/** The host name that somebody means who writes an address, a host or half of one. */
export function hostFromText(text: string): string | undefined {
  const trimmed = text.trim().replace(/^\*\./, '');
  const host = hostOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (host === undefined || host === '' || /[\s@]/.test(trimmed.split('/')[0] ?? '')) {
    return undefined;
  }
  return host;
}

/** What a person calls it. */
export function placeName(origin: string): string {
  if (origin === 'browser') return 'your open tabs';
  if (origin.startsWith('file:')) return origin.slice('file:'.length) || 'a file';
  return hostOf(origin) === undefined ? origin.replace(/^mailto:/, '') : new URL(origin).host;
}

/** Whether an address belongs to one of these hosts or to a subdomain of one. */
export function isOnHost(address: string, hosts: readonly string[]): boolean {
  const host = hostOf(address.trim().replace(/^(?:view-source:|blob:|filesystem:)+/i, ''));
  return (
    host !== undefined && hosts.some((listed) => host === listed || host.endsWith(`.${listed}`))
  );
}

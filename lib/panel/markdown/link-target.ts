export interface LinkTarget {
  readonly href: string;
  /** Where it leads, in ASCII: letters that only look like others cannot hide here. */
  readonly host: string;
}

/** The only addresses that become links. Everything else stays text. */
export function linkTarget(address: string): LinkTarget | null {
  if (!URL.canParse(address)) return null;
  // The browser goes by what it parsed, so that is what is linked and shown.
  const { protocol, host, pathname, href } = new URL(address);
  switch (protocol) {
    case 'http:':
    case 'https:':
      return host === '' ? null : { href, host };
    case 'mailto:':
      return pathname.includes('@') ? { href, host: pathname } : null;
    default:
      return null;
  }
}

/** Whether a label already says where the link leads, and nothing else. */
export function namesHost(label: string, { host }: LinkTarget): boolean {
  const text = label.trim();
  if (!/^[\x21-\x7e]+$/.test(text)) return false;
  const address = text.toLowerCase().replace(/^(?:https?:\/\/|mailto:)/, '');
  const wanted = host.toLowerCase();
  return address.startsWith(wanted) && /^(?:$|[/?#])/.test(address.slice(wanted.length));
}

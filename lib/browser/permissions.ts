import browser, { type Permissions } from 'webextension-polyfill';

/**
 * A request must be made in a click, before anything is awaited: the browser shows its question only
 * then. What was granted before is granted again without a question.
 */
export function requestBrowserPermissions(permissions: readonly string[]): Promise<boolean> {
  if (permissions.length === 0) return Promise.resolve(true);
  return request({
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- names come from our own tools; the browser refuses those it does not know
    permissions: [...permissions] as NonNullable<Permissions.Permissions['permissions']>,
  });
}

export function requestHostPermission(url: string): Promise<boolean> {
  const pattern = hostPattern(url);
  return pattern === undefined ? Promise.resolve(false) : request({ origins: [pattern] });
}

export async function hasHostPermission(url: string): Promise<boolean> {
  const pattern = hostPattern(url);
  return pattern !== undefined && (await browser.permissions.contains({ origins: [pattern] }));
}

/** Patterns have no port: they hold for all of them. */
function hostPattern(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? `${protocol}//${hostname}/*` : undefined;
}

async function request(permissions: Permissions.Permissions): Promise<boolean> {
  try {
    return await browser.permissions.request(permissions);
  } catch {
    // Asked outside a click, or for something the manifest does not offer: not granted either way.
    return false;
  }
}

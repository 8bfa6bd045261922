import type { ConnectionView } from '../../lib/messaging/settings';

const ownHosts = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Which model answers, and where it lives. */
export function modelLabelOf(connection: ConnectionView | null | undefined): string {
  if (!connection || !URL.canParse(connection.baseUrl)) return '';
  const { hostname } = new URL(connection.baseUrl);
  return `${connection.model} · ${ownHosts.test(hostname) ? 'this computer' : hostname}`;
}

import type { ConnectionView } from '../../lib/messaging/settings';

const ownHosts = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const nearbyHosts =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cde][^\]]*\]|[^.]+|.*\.(local|lan|home|internal))$/;

/** Which model answers, and where it lives. */
export function modelLabelOf(connection: ConnectionView | null | undefined): string {
  if (connection === null) return 'Built-in assistant';
  if (!connection || !URL.canParse(connection.baseUrl)) return '';
  const { hostname } = new URL(connection.baseUrl);
  return `${connection.model} · ${ownHosts.test(hostname) ? 'this computer' : hostname}`;
}

/** The host of a model that cannot be asked without the internet; undefined for nearer ones. */
export function remoteHostOf(connection: ConnectionView | null | undefined): string | undefined {
  if (!connection || !URL.canParse(connection.baseUrl)) return undefined;
  const { hostname } = new URL(connection.baseUrl);
  return ownHosts.test(hostname) || nearbyHosts.test(hostname) ? undefined : hostname;
}

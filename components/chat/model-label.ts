import type { ConnectionView } from '../../lib/messaging/settings';
import { modelHostOf } from '../ui/model-host';

/** Which model answers, and where it lives. */
export function modelLabelOf(connection: ConnectionView | null | undefined): string {
  if (connection === null) return 'Built-in assistant';
  const host = connection && modelHostOf(connection.baseUrl);
  if (!host) return '';
  return `${connection.model} · ${host.place === 'this-computer' ? 'this computer' : host.hostname}`;
}

/** The host of a model that cannot be asked without the internet; undefined for nearer ones. */
export function remoteHostOf(connection: ConnectionView | null | undefined): string | undefined {
  const host = connection ? modelHostOf(connection.baseUrl) : undefined;
  return host?.place === 'remote' ? host.hostname : undefined;
}

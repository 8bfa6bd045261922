import { AppError } from '../shared/app-error';

export interface ServerAddress {
  /** Without a trailing slash, query or hash. */
  readonly baseUrl: string;
  readonly query: Record<string, string>;
  /** What may be shown of it: a query can hold a key. */
  readonly shown: string;
  readonly reach: 'this-computer' | 'local-network' | 'internet';
  readonly encrypted: boolean;
}

/** Takes an address as people paste it, with slashes, a query or the whole path of an endpoint. */
export function parseServerAddress(text: string): ServerAddress {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AppError(
      'model-connection',
      'The address of the model server is not a web address.',
      {
        advice: 'Enter an address that begins with http:// or https:// in the model settings.',
      },
    );
  }
  if (url.username !== '' || url.password !== '') {
    // Browsers refuse such a request with an error that quotes the password.
    throw new AppError(
      'model-connection',
      'The address of the model server holds a user name or password, which browsers do not send.',
      { advice: 'Take the part before the @ out of the address in the model settings.' },
    );
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  const baseUrl = `${url.origin}${path.replace(/\/+$/, '')}`;
  return {
    baseUrl,
    query: Object.fromEntries(url.searchParams),
    shown: baseUrl,
    reach: reachOf(url.hostname),
    encrypted: url.protocol === 'https:',
  };
}

function reachOf(hostname: string): ServerAddress['reach'] {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    host.startsWith('127.')
  ) {
    return 'this-computer';
  }
  const isPrivate =
    /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host) ||
    /^(f[cd][0-9a-f]{2}|fe80):/.test(host) ||
    /\.(local|lan|home\.arpa|internal)$/.test(host) ||
    !/[.:]/.test(host);
  return isPrivate ? 'local-network' : 'internet';
}

const ownHosts = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;
const nearbyHosts =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cde][^\]]*\]|[^.]+|.*\.(local|lan|home|internal))$/;

interface ModelHost {
  hostname: string;
  /** With the port, where it is not the usual one. */
  host: string;
  /** Only a remote one needs the internet. */
  place: 'this-computer' | 'nearby' | 'remote';
}

/** Where a model lives, judged by its address alone; undefined when that is none. */
export function modelHostOf(baseUrl: string): ModelHost | undefined {
  if (!URL.canParse(baseUrl)) return undefined;
  const { hostname, host } = new URL(baseUrl);
  if (ownHosts.test(hostname)) return { hostname, host, place: 'this-computer' };
  return { hostname, host, place: nearbyHosts.test(hostname) ? 'nearby' : 'remote' };
}

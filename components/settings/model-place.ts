const ownHosts = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Where a model lives, as a sentence about what leaves this computer. */
export function placeOf(baseUrl: string): { text: string; isHere: boolean } {
  const { hostname, host } = new URL(baseUrl);
  return ownHosts.test(hostname)
    ? { isHere: true, text: `At ${host}, on this computer. What you write stays here.` }
    : { isHere: false, text: `At ${host}. What you write is sent there.` };
}

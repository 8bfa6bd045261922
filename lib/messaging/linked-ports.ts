import type { Port } from './port';

/**
 * Two ends of one wire in memory. Messages arrive asynchronously, in order and as structured clones,
 * as they do through the browser.
 */
export function linkedPorts(): [Port, Port] {
  const left = new LinkedPort();
  const right = new LinkedPort();
  left.peer = right;
  right.peer = left;
  return [left, right];
}

class LinkedPort implements Port {
  peer: LinkedPort | undefined;
  readonly #messageListeners: ((message: unknown) => void)[] = [];
  readonly #disconnectListeners: (() => void)[] = [];
  #open = true;

  post(message: unknown): void {
    if (!this.#open) throw new Error('Attempting to use a disconnected port object');
    const copy: unknown = structuredClone(message);
    const peer = this.peer;
    queueMicrotask(() => {
      if (peer !== undefined && peer.#open)
        for (const listener of peer.#messageListeners) listener(copy);
    });
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#messageListeners.push(listener);
  }

  onDisconnect(listener: () => void): void {
    this.#disconnectListeners.push(listener);
  }

  disconnect(): void {
    if (!this.#open) return;
    this.#open = false;
    const peer = this.peer;
    if (peer === undefined || !peer.#open) return;
    peer.#open = false;
    for (const listener of peer.#disconnectListeners) listener();
  }
}

import type { Port } from '../messaging/port';

/**
 * The line of a content script to the worker. Without the polyfill: this is part of what is brought
 * into pages, and both browsers have what it needs.
 */
export function connectPagePort(name: string): Port {
  const port = chrome.runtime.connect({ name });
  return {
    post: (message) => {
      port.postMessage(message);
    },
    onMessage: (listener) => {
      port.onMessage.addListener((message: unknown) => {
        listener(message);
      });
    },
    onDisconnect: (listener) => {
      port.onDisconnect.addListener(() => {
        listener();
      });
    },
    disconnect: () => {
      port.disconnect();
    },
  };
}

/** Also where the page keeps it closed: what a person sees there, we may see. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  if (!(element instanceof HTMLElement)) return element.shadowRoot;
  if (typeof chrome !== 'undefined' && 'dom' in chrome) {
    return chrome.dom.openOrClosedShadowRoot(element) ?? null;
  }
  return element.shadowRoot;
}

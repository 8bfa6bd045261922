import type { Runtime } from 'webextension-polyfill';
import type { Port } from '../messaging/port';

export function portOf(port: Runtime.Port): Port {
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

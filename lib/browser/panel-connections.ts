import browser from 'webextension-polyfill';
import { PANEL_PORT } from '../messaging/panel-protocol';
import type { Port } from '../messaging/port';
import { isOwnPage } from './own-page';
import { portOf } from './port-of';

/** Calls back for every panel that connects; anybody else is shown the door. */
export function onPanelConnected(listener: (port: Port) => void): void {
  const own = { id: browser.runtime.id, root: browser.runtime.getURL('') };
  browser.runtime.onConnect.addListener((connected) => {
    if (connected.name !== PANEL_PORT || !isOwnPage(connected.sender, own)) {
      connected.disconnect();
      return;
    }
    listener(portOf(connected));
  });
}

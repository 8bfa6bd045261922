import browser, { type Runtime } from 'webextension-polyfill';
import { PANEL_PORT } from '../messaging/panel-protocol';
import type { Port } from '../messaging/port';
import { portOf } from './port-of';

/** Calls back for every panel that connects; anybody else is shown the door. */
export function onPanelConnected(listener: (port: Port) => void): void {
  browser.runtime.onConnect.addListener((connected) => {
    if (connected.name !== PANEL_PORT || !isOwnPage(connected.sender)) {
      connected.disconnect();
      return;
    }
    listener(portOf(connected));
  });
}

/** A content script shares our id but not our address. */
function isOwnPage(sender: Runtime.MessageSender | undefined): boolean {
  return (
    sender?.id === browser.runtime.id &&
    (sender.url?.startsWith(browser.runtime.getURL('')) ?? false)
  );
}

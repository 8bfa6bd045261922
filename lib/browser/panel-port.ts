import browser from 'webextension-polyfill';
import { PANEL_PORT } from '../messaging/panel-protocol';
import type { Port } from '../messaging/port';
import { portOf } from './port-of';

/** An extension page's line to the worker; connecting wakes it. */
export function connectPanelPort(): Port {
  return portOf(browser.runtime.connect({ name: PANEL_PORT }));
}

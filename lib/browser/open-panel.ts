import browser from 'webextension-polyfill';

/**
 * Opens the panel from the toolbar button. `openPanelOnActionClick` would open it too, but without
 * granting `activeTab`; and `open` must be called synchronously in the click.
 */
export function openPanelOnClick(): void {
  browser.action.onClicked.addListener((tab) => {
    if (typeof chrome !== 'undefined' && 'sidePanel' in chrome && tab.windowId !== undefined) {
      chrome.sidePanel.open({ windowId: tab.windowId }).catch((error: unknown) => {
        console.warn('The side panel could not be opened.', error);
      });
    } else {
      browser.sidebarAction.open().catch((error: unknown) => {
        console.warn('The sidebar could not be opened.', error);
      });
    }
  });
}

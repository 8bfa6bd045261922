import browser from 'webextension-polyfill';

/**
 * Opens the panel from the toolbar button. `openPanelOnActionClick` would open it too, but without
 * granting `activeTab`; and `open` must be called synchronously in the click.
 */
export function openPanelOnClick(): void {
  browser.action.onClicked.addListener((tab) => {
    openPanel(tab.windowId).catch((error: unknown) => {
      console.warn('The panel could not be opened.', error);
    });
  });
}

/**
 * Makes the function that opens the panel beside the page that asks. It is made beforehand, because
 * in the click itself nothing may be awaited.
 */
export async function preparePanelOpener(): Promise<() => Promise<void>> {
  const { id } = await browser.windows.getCurrent();
  return () => openPanel(id);
}

function openPanel(windowId: number | undefined): Promise<void> {
  if (typeof chrome !== 'undefined' && 'sidePanel' in chrome && windowId !== undefined) {
    return chrome.sidePanel.open({ windowId });
  }
  return browser.sidebarAction.open();
}

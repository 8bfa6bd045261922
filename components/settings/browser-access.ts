/** What the settings page needs of the browser; the page's entrypoint supplies it. */
export interface BrowserAccess {
  readonly about: { readonly version: string; readonly extensionId: string };
  /** Asks the browser for a host, in the click that leads here. */
  readonly requestHostPermission: (url: string) => Promise<boolean>;
  readonly hasHostPermission: (url: string) => Promise<boolean>;
  readonly optionalPermissions: () => Promise<OptionalPermissions>;
  /** False when the browser keeps one. */
  readonly removeOptionalPermissions: (removed: OptionalPermissions) => Promise<boolean>;
  readonly onOptionalPermissionsChanged: (listener: () => void) => () => void;
  /** Bytes on disk, where the browser says. */
  readonly storageUsage: () => Promise<number | undefined>;
  readonly reload: () => void;
}

export interface OptionalPermissions {
  permissions: string[];
  origins: string[];
}

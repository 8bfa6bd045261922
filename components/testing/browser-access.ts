import type { BrowserAccess, OptionalPermissions } from '../settings/browser-access';

/** A browser that grants what it is asked for and remembers what was taken back. */
export function fakeBrowser(granted: Partial<OptionalPermissions> = {}) {
  const state: OptionalPermissions = { permissions: [], origins: [], ...granted };
  const listeners = new Set<() => void>();
  const access: BrowserAccess = {
    about: { version: '1.2.3', extensionId: 'abcdefgh' },
    requestHostPermission: () => Promise.resolve(true),
    hasHostPermission: () => Promise.resolve(true),
    optionalPermissions: () => Promise.resolve(structuredClone(state)),
    removeOptionalPermissions: ({ permissions, origins }) => {
      state.permissions = state.permissions.filter((name) => !permissions.includes(name));
      state.origins = state.origins.filter((name) => !origins.includes(name));
      return Promise.resolve(true);
    },
    onOptionalPermissionsChanged: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    storageUsage: () => Promise.resolve(1_400_000),
    reload: () => undefined,
  };
  return { access, state, change: () => listeners.forEach((listener) => listener()) };
}

import browser from 'webextension-polyfill';
import type { Connection, Settings, SettingsStore } from '../conversation/settings-store';
import { connectionDraftSchema } from '../messaging/settings';
import { z } from '../shared/zod';
import type { Feature } from '../tools/tool';

const CONNECTION_KEY = 'connection';
const SWITCH_PREFIX = 'tool_enabled_';
const BLOCKED_KEY = 'blocked_sites';
const CLEARED_KEY = 'activity_cleared_at';
const featureKeys: Record<Feature, string> = {
  memory: 'memory_enabled',
  scheduling: 'scheduling_enabled',
  email: 'email_enabled',
};
const featureDefaults: Record<Feature, boolean> = { memory: true, scheduling: false, email: false };

/** Keys are kept here: content scripts must not be able to read them. */
export async function closeStorageToPages(): Promise<void> {
  await chrome.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}

export class BrowserSettingsStore implements SettingsStore {
  async read(): Promise<Settings> {
    const stored = await browser.storage.local.get();
    const connection = connectionDraftSchema.safeParse(stored[CONNECTION_KEY]);
    const feature = (name: Feature) => {
      const value = stored[featureKeys[name]];
      return typeof value === 'boolean' ? value : featureDefaults[name];
    };
    const switches: Record<string, boolean> = {};
    for (const [key, value] of Object.entries(stored)) {
      if (key.startsWith(SWITCH_PREFIX) && typeof value === 'boolean') switches[key] = value;
    }
    return {
      connection: connection.success ? connection.data : undefined,
      features: {
        memory: feature('memory'),
        scheduling: feature('scheduling'),
        email: feature('email'),
      },
      switches,
      blockedSites: z.array(z.string()).safeParse(stored[BLOCKED_KEY]).data ?? [],
      activityClearedAt: z.number().safeParse(stored[CLEARED_KEY]).data ?? 0,
    };
  }

  async saveConnection(connection: Connection): Promise<void> {
    await browser.storage.local.set({ [CONNECTION_KEY]: connection });
  }

  async removeConnection(): Promise<void> {
    await browser.storage.local.remove(CONNECTION_KEY);
  }

  async saveSwitch(key: string, enabled: boolean): Promise<void> {
    await browser.storage.local.set({ [key]: enabled });
  }

  async saveFeature(feature: Feature, enabled: boolean): Promise<void> {
    await browser.storage.local.set({ [featureKeys[feature]]: enabled });
  }

  async saveBlockedSites(hosts: readonly string[]): Promise<void> {
    await browser.storage.local.set({ [BLOCKED_KEY]: [...hosts] });
  }

  async saveActivityClearedAt(at: number): Promise<void> {
    await browser.storage.local.set({ [CLEARED_KEY]: at });
  }
}

import type { Settings, SettingsStore } from '../../lib/conversation/settings-store';

/** Settings that last as long as the test. Every change is counted. */
export class MemorySettings implements SettingsStore {
  settings: Settings;
  writes = 0;

  constructor(settings: Partial<Settings> = {}) {
    this.settings = {
      connection: undefined,
      features: { memory: true, scheduling: false, email: false },
      switches: {},
      blockedSites: [],
      activityClearedAt: 0,
      ...settings,
    };
  }

  read(): Promise<Settings> {
    return Promise.resolve(structuredClone(this.settings));
  }

  saveConnection(connection: NonNullable<Settings['connection']>): Promise<void> {
    return this.#write({ connection });
  }

  removeConnection(): Promise<void> {
    return this.#write({ connection: undefined });
  }

  saveSwitch(key: string, enabled: boolean): Promise<void> {
    return this.#write({ switches: { ...this.settings.switches, [key]: enabled } });
  }

  saveFeature(feature: keyof Settings['features'], enabled: boolean): Promise<void> {
    return this.#write({ features: { ...this.settings.features, [feature]: enabled } });
  }

  saveBlockedSites(blockedSites: readonly string[]): Promise<void> {
    return this.#write({ blockedSites });
  }

  saveActivityClearedAt(activityClearedAt: number): Promise<void> {
    return this.#write({ activityClearedAt });
  }

  #write(change: Partial<Settings>): Promise<void> {
    this.writes += 1;
    this.settings = { ...this.settings, ...structuredClone(change) };
    return Promise.resolve();
  }
}

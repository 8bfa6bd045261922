import type { ConnectionDraft } from '../messaging/settings';
import type { ToolSettings } from '../tools/availability';
import type { Feature } from '../tools/tool';

/** A stored connection, with its key: it never leaves the worker. */
export type Connection = ConnectionDraft;

export interface Settings extends ToolSettings {
  readonly connection: Connection | undefined;
  /** Host names that are neither read nor acted on. */
  readonly blockedSites: readonly string[];
  /** What was called before this moment is no longer listed; 0 when the list was never cleared. */
  readonly activityClearedAt: number;
}

/** Where settings are kept. What cannot be read counts as not set. */
export interface SettingsStore {
  read(): Promise<Settings>;
  saveConnection(connection: Connection): Promise<void>;
  /** With its key. */
  removeConnection(): Promise<void>;
  /** `key` as `switchKey` makes it. */
  saveSwitch(key: string, enabled: boolean): Promise<void>;
  saveFeature(feature: Feature, enabled: boolean): Promise<void>;
  saveBlockedSites(hosts: readonly string[]): Promise<void>;
  saveActivityClearedAt(at: number): Promise<void>;
}

import type { SettingsView } from '../messaging/panel-protocol';
import type { ConnectionDraft } from '../messaging/settings';
import { parseSettingsFile, type SettingsFile } from '../messaging/settings-file';
import { AppError } from '../shared/app-error';
import { switchKey, toolInfos, type Translate } from '../tools/availability';
import type { Feature, Tool } from '../tools/tool';
import type { SettingsStore } from './settings-store';

/** Changes settings on behalf of a page, and shows them without their secrets. */
export class SettingsDesk {
  readonly #store: SettingsStore;
  readonly #tools: () => readonly Tool[];
  readonly #translate: Translate | undefined;

  constructor(store: SettingsStore, tools: () => readonly Tool[], translate?: Translate) {
    this.#store = store;
    this.#tools = tools;
    this.#translate = translate;
  }

  async view(): Promise<SettingsView> {
    const settings = await this.#store.read();
    return {
      connection: settings.connection ? withoutKey(settings.connection) : null,
      tools: toolInfos(this.#tools(), settings, this.#translate),
      features: { ...settings.features },
    };
  }

  async saveConnection(draft: ConnectionDraft): Promise<SettingsView> {
    await this.#store.saveConnection(await this.withStoredKey(draft));
    return await this.view();
  }

  /**
   * A draft without a key means the stored one, as pages never see it. But a key belongs to the
   * address it was given for: it must not follow a draft to another server.
   */
  async withStoredKey(draft: ConnectionDraft): Promise<ConnectionDraft> {
    if (draft.apiKey !== undefined) return draft;
    const { connection } = await this.#store.read();
    if (!connection?.apiKey || originOf(connection.baseUrl) !== originOf(draft.baseUrl))
      return draft;
    return { ...draft, apiKey: connection.apiKey };
  }

  async switchTool(toolId: string, enabled: boolean): Promise<SettingsView> {
    const tool = this.#tools().find(({ id }) => id === toolId);
    if (!tool) throw new AppError('tool-unknown', 'There is no such tool any more.');
    if (tool.feature !== undefined) {
      throw new AppError('tool-not-switchable', 'This tool goes with its feature switch.');
    }
    await this.#store.saveSwitch(switchKey(tool), enabled);
    return await this.view();
  }

  async switchFeature(feature: Feature, enabled: boolean): Promise<SettingsView> {
    await this.#store.saveFeature(feature, enabled);
    return await this.view();
  }

  async exportFile(): Promise<string> {
    const { connection, features, switches } = await this.#store.read();
    const file: SettingsFile = {
      format: 'tandem-settings',
      version: 1,
      ...(connection ? { connection: exportedPart(connection) } : {}),
      features: { ...features },
      switches: { ...switches },
    };
    return JSON.stringify(file, null, 2);
  }

  async importFile(json: string): Promise<SettingsView> {
    const { connection, features, switches } = parseSettingsFile(json);
    if (connection) await this.#store.saveConnection(await this.withStoredKey(connection));
    for (const [feature, enabled] of Object.entries(features)) {
      if (isFeature(feature)) await this.#store.saveFeature(feature, enabled);
    }
    for (const [key, enabled] of Object.entries(switches)) {
      await this.#store.saveSwitch(key, enabled);
    }
    return await this.view();
  }
}

function publicPart({ apiKey: _secret, ...rest }: ConnectionDraft) {
  return rest;
}

/** A password or a key can hide in an address as well: what is carried along only names the place. */
function exportedPart(connection: ConnectionDraft) {
  const { username, password, search, hash, origin, pathname } = new URL(connection.baseUrl);
  const bare = username + password + search + hash === '';
  return { ...publicPart(connection), ...(bare ? {} : { baseUrl: origin + pathname }) };
}

function withoutKey(connection: ConnectionDraft) {
  return { ...publicPart(connection), hasKey: (connection.apiKey ?? '') !== '' };
}

function originOf(url: string): string {
  return new URL(url).origin;
}

function isFeature(name: string): name is Feature {
  return name === 'memory' || name === 'scheduling' || name === 'email';
}

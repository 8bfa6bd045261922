import type { SettingsView } from '../messaging/panel-protocol';
import type { ConnectionDraft } from '../messaging/settings';
import { parseSettingsFile, type SettingsFile } from '../messaging/settings-file';
import { AppError } from '../shared/app-error';
import { systemClock, type Clock } from '../shared/clock';
import { hostFromText } from '../shared/origin';
import { switchKey, toolInfos, type Translate } from '../tools/availability';
import type { Feature, Tool } from '../tools/tool';
import type { SettingsStore } from './settings-store';

/** Changes settings on behalf of a page, and shows them without their secrets. */
export class SettingsDesk {
  readonly #store: SettingsStore;
  readonly #tools: () => readonly Tool[];
  readonly #translate: Translate | undefined;
  readonly #clock: Clock;

  constructor(
    store: SettingsStore,
    tools: () => readonly Tool[],
    translate?: Translate,
    clock: Clock = systemClock,
  ) {
    this.#clock = clock;
    this.#store = store;
    this.#tools = tools;
    this.#translate = translate;
  }

  async view(): Promise<SettingsView> {
    const settings = await this.#store.read();
    return {
      connection: settings.connection ? withoutSecrets(settings.connection) : null,
      tools: toolInfos(this.#tools(), settings, this.#translate),
      features: { ...settings.features },
      blockedSites: [...settings.blockedSites],
    };
  }

  async saveConnection(draft: ConnectionDraft): Promise<SettingsView> {
    await this.#store.saveConnection(await this.withStoredSecrets(draft));
    return await this.view();
  }

  async removeConnection(): Promise<SettingsView> {
    await this.#store.removeConnection();
    return await this.view();
  }

  /**
   * A draft without a key means the stored one, and the address as it was shown means the stored
   * one, as pages see neither. But a key belongs to the address it was given for: it must not follow
   * a draft to another server.
   */
  async withStoredSecrets(draft: ConnectionDraft): Promise<ConnectionDraft> {
    const { connection } = await this.#store.read();
    // An empty key removes what is stored of secrets, wherever it is.
    if (!connection || draft.apiKey === '') return draft;
    const { baseUrl, apiKey } = connection;
    const keepsAddress = draft.baseUrl === bareAddress(baseUrl);
    const keepsKey =
      draft.apiKey === undefined && apiKey && originOf(baseUrl) === originOf(draft.baseUrl);
    return {
      ...draft,
      ...(keepsAddress ? { baseUrl } : {}),
      ...(keepsKey ? { apiKey } : {}),
    };
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

  /** Blocked before it is confirmed, and with its subdomains. */
  async blockSite(text: string): Promise<SettingsView> {
    const host = hostFromText(text);
    if (host === undefined) {
      throw new AppError('site-invalid', 'This is no website. Write it like example.com.');
    }
    const { blockedSites } = await this.#store.read();
    await this.#store.saveBlockedSites([...new Set([...blockedSites, host])].sort());
    return await this.view();
  }

  async unblockSite(text: string): Promise<SettingsView> {
    const { blockedSites } = await this.#store.read();
    const host = hostFromText(text);
    await this.#store.saveBlockedSites(
      blockedSites.filter((blocked) => blocked !== host && blocked !== text),
    );
    return await this.view();
  }

  async clearActivity(): Promise<void> {
    await this.#store.saveActivityClearedAt(this.#clock.now());
  }

  async exportFile(): Promise<string> {
    const { connection, features, switches, blockedSites } = await this.#store.read();
    const file: SettingsFile = {
      format: 'tandem-settings',
      version: 1,
      ...(connection ? { connection: publicPart(connection) } : {}),
      features: { ...features },
      switches: { ...switches },
      ...(blockedSites.length === 0 ? {} : { blockedSites: [...blockedSites] }),
    };
    return JSON.stringify(file, null, 2);
  }

  async importFile(json: string): Promise<SettingsView> {
    const { connection, features, switches, blockedSites = [] } = parseSettingsFile(json);
    if (connection) await this.#store.saveConnection(await this.withStoredSecrets(connection));
    for (const [feature, enabled] of Object.entries(features)) {
      if (isFeature(feature)) await this.#store.saveFeature(feature, enabled);
    }
    for (const [key, enabled] of Object.entries(switches)) {
      await this.#store.saveSwitch(key, enabled);
    }
    if (blockedSites.length > 0) {
      const { blockedSites: known } = await this.#store.read();
      await this.#store.saveBlockedSites([...new Set([...known, ...blockedSites])].sort());
    }
    return await this.view();
  }
}

function publicPart({ apiKey: _secret, ...rest }: ConnectionDraft) {
  return { ...rest, baseUrl: bareAddress(rest.baseUrl) };
}

/** A password or a key can hide in an address as well: what is shown or carried along only names the place. */
function bareAddress(baseUrl: string): string {
  const { username, password, search, hash, origin, pathname } = new URL(baseUrl);
  return username + password + search + hash === '' ? baseUrl : origin + pathname;
}

function withoutSecrets(connection: ConnectionDraft) {
  const shown = publicPart(connection);
  return {
    ...shown,
    hasKey: (connection.apiKey ?? '') !== '',
    ...(shown.baseUrl === connection.baseUrl ? {} : { addressCut: true }),
  };
}

function originOf(url: string): string {
  return new URL(url).origin;
}

function isFeature(name: string): name is Feature {
  return name === 'memory' || name === 'scheduling' || name === 'email';
}

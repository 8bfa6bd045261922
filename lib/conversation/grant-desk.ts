import { foldRecords } from '../messaging/fold-records';
import type { GrantView } from '../messaging/kept-data';
import type { Grant } from '../messaging/permission';
import type { Clock } from '../shared/clock';
import { defined } from '../shared/defined';
import { visibleLine } from '../shared/visible-text';
import type { Tool } from '../tools/tool';
import { toolHash } from '../tools/tool-hash';
import type { ConversationIndex } from './conversation-index';
import type { Conversations } from './conversations';
import type { RunLog } from './run-log';

const TITLE_LENGTH = 80;

export interface GrantDeskOptions {
  /** The lasting ones; those of one chat are records of its log. */
  grants: { list(): Promise<Grant[]>; remove(id: string): Promise<void> };
  /** Ids, also of chats that are kept in memory only. */
  chatsWithGrants: () => Promise<string[]>;
  index: Pick<ConversationIndex, 'get'>;
  conversations: Conversations;
  log: RunLog;
  tools: () => readonly Tool[];
  clock: Clock;
}

/** Shows every permission that was given, wherever it is kept, and takes it back. */
export class GrantDesk {
  readonly #options: GrantDeskOptions;

  constructor(options: GrantDeskOptions) {
    this.#options = options;
  }

  /** The newest first. */
  async list(): Promise<GrantView[]> {
    const { grants, chatsWithGrants } = this.#options;
    const [lasting, ids] = await Promise.all([grants.list(), chatsWithGrants()]);
    const chats = await Promise.all(ids.map((id) => this.#ofChat(id)));
    const views = await Promise.all(lasting.map((grant) => this.#view(grant)));
    return [...views, ...chats.flat()].sort((left, right) => right.givenAt - left.givenAt);
  }

  /** One after another: what cannot be taken back must not keep the others. */
  async revokeAll(places: readonly { grantId: string; conversationId?: string | undefined }[]) {
    const failures: unknown[] = [];
    for (const { grantId, conversationId } of places) {
      await this.revoke(grantId, conversationId).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  /**
   * Twice around the removal: before it, so that a death in between leaves a grant that is still
   * listed and not one that is still honoured; after it, for calls that were let through meanwhile.
   */
  async revoke(grantId: string, conversationId?: string): Promise<void> {
    const { grants, conversations } = this.#options;
    if (conversationId !== undefined) {
      await (await conversations.get(conversationId)).revokeGrant(grantId);
      return;
    }
    await conversations.revokeGrant(grantId);
    await grants.remove(grantId);
    await conversations.revokeGrant(grantId);
  }

  async #ofChat(conversationId: string): Promise<GrantView[]> {
    const state = foldRecords(await this.#options.log.read(conversationId));
    if (state.grants.length === 0) return [];
    const title = (await this.#options.index.get(conversationId))?.title ?? '';
    const chat = { conversationId, chatTitle: visibleLine(title, TITLE_LENGTH) };
    return await Promise.all(
      state.grants.map(async (grant) => ({
        ...(await this.#view(grant, state.grantUses)),
        ...chat,
      })),
    );
  }

  async #view(grant: Grant, uses: ReadonlyMap<string, number> = new Map()): Promise<GrantView> {
    const { id, scope, toolId, givenAt, times } = grant;
    const tool = this.#options.tools().find((candidate) => candidate.id === toolId);
    return {
      id,
      scope,
      toolTitle: visibleLine(tool?.title ?? nameIn(toolId), TITLE_LENGTH),
      toolName: visibleLine(tool?.name ?? nameIn(toolId), TITLE_LENGTH),
      standing: await this.#standing(grant, tool, uses),
      givenAt,
      ...defined({
        capability: grant.capability,
        site: grant.site,
        frameOf: grant.frameOf,
        exactly: grant.exactly === undefined ? undefined : true,
        expiresAt: grant.expiresAt,
        times,
        used: times === undefined ? undefined : (uses.get(id) ?? 0),
        fromPlan: grant.fromPlan,
      }),
    };
  }

  async #standing(
    { id, toolHash: hash, expiresAt, times }: Grant,
    tool: Tool | undefined,
    uses: ReadonlyMap<string, number>,
  ): Promise<GrantView['standing']> {
    if (!tool) return 'gone';
    if ((await toolHash(tool)) !== hash) return 'changed';
    if (expiresAt !== undefined && expiresAt <= this.#options.clock.now()) return 'expired';
    return times !== undefined && (uses.get(id) ?? 0) >= times ? 'used-up' : 'holds';
  }
}

/** All that is left of a tool that is gone: `source:origin:name`, and an origin may hold colons. */
function nameIn(toolId: string): string {
  return toolId.slice(toolId.lastIndexOf(':') + 1) || toolId;
}

import { foldRecords } from '../messaging/fold-records';
import type { GrantView } from '../messaging/kept-data';
import type { Grant } from '../messaging/run-record';
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
      state.grants.map(async (grant) => ({ ...(await this.#view(grant)), ...chat })),
    );
  }

  async #view({ id, scope, toolId, toolHash: hash, givenAt }: Grant): Promise<GrantView> {
    const tool = this.#options.tools().find((candidate) => candidate.id === toolId);
    const holds = tool && (await toolHash(tool)) === hash;
    return {
      id,
      scope,
      toolTitle: visibleLine(tool?.title ?? nameIn(toolId), TITLE_LENGTH),
      standing: !tool ? 'gone' : holds ? 'holds' : 'changed',
      givenAt,
    };
  }
}

/** All that is left of a tool that is gone: `source:origin:name`, and an origin may hold colons. */
function nameIn(toolId: string): string {
  return toolId.slice(toolId.lastIndexOf(':') + 1) || toolId;
}

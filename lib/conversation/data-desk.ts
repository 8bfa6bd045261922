import type { ExportCursor, ExportPiece, MemoryView } from '../messaging/kept-data';
import type { Grant } from '../messaging/permission';
import type { Clock } from '../shared/clock';
import type { MemoryStore } from '../tools/tool-dependencies';
import type { ConversationIndex } from './conversation-index';
import type { RunLog } from './run-log';
import type { SettingsStore } from './settings-store';

/** Far below what a port carries in one message. */
const PIECE_LENGTH = 4_000_000;
/** Shorter than this, a key could be a word of any chat. */
const SHORTEST_KEY = 12;

export interface DataDeskOptions {
  /** Of the chats on the disk: temporary ones are not taken along. */
  index: Pick<ConversationIndex, 'list'>;
  log: RunLog;
  memories: MemoryStore;
  grants: { list(): Promise<Grant[]> };
  settings: Pick<SettingsStore, 'read'>;
  clock: Clock;
  /** When a piece of the export is long enough. */
  pieceLength?: number;
}

/** What Tandem keeps of a person: how much, what is remembered, and all of it to take away. */
export class DataDesk {
  readonly #options: DataDeskOptions;

  constructor(options: DataDeskOptions) {
    this.#options = options;
  }

  async summary(): Promise<{ chats: number; memories: MemoryView[] }> {
    const { index, memories } = this.#options;
    const [chats, remembered] = await Promise.all([index.list(), memories.list()]);
    return {
      chats: chats.length,
      memories: remembered
        .map(({ key, content, updatedAt }) => ({ key, content, updatedAt }))
        .sort((left, right) => right.updatedAt - left.updatedAt),
    };
  }

  async deleteMemory(key: string): Promise<void> {
    await this.#options.memories.remove(key);
  }

  /**
   * One stretch of the export. Everything that the next one needs to know is in its cursor, so the
   * worker may die in between; a chat that is deleted meanwhile simply ends there.
   */
  async exportPiece(cursor?: ExportCursor): Promise<ExportPiece> {
    const { index, pieceLength = PIECE_LENGTH } = this.#options;
    const chats = (await index.list()).sort((left, right) => (left.id < right.id ? -1 : 1));
    const parts: string[] = [cursor ? '' : await this.#head()];
    let length = 0;
    let open = cursor;
    let isFirst = cursor === undefined;
    for (;;) {
      if (!open) {
        const chat = chats.shift();
        if (!chat) return { json: await this.#withoutKey(`${parts.join('')}\n]}\n`), next: null };
        const { id, title, createdAt, updatedAt } = chat;
        const head = JSON.stringify({ id, title, createdAt, updatedAt }).slice(0, -1);
        parts.push(`${isFirst ? '' : ','}\n${head},"records":[`);
        open = { conversationId: id, afterSeq: 0 };
        isFirst = false;
      } else {
        while (chats[0] && chats[0].id <= open.conversationId) chats.shift();
      }
      const { conversationId } = open;
      for (const record of await this.#options.log.read(conversationId, open.afterSeq)) {
        if (length > pieceLength) {
          return { json: await this.#withoutKey(parts.join('')), next: open };
        }
        const json = `${open.afterSeq === 0 ? '' : ','}\n${JSON.stringify(record)}`;
        parts.push(json);
        length += json.length;
        open = { conversationId, afterSeq: record.seq };
      }
      parts.push(']}');
      open = undefined;
    }
  }

  async #head(): Promise<string> {
    const { memories, grants, clock } = this.#options;
    const head = {
      format: 'tandem-data',
      version: 1,
      exportedAt: new Date(clock.now()).toISOString(),
      memories: await memories.list(),
      permissions: await grants.list(),
    };
    return `${JSON.stringify(head).slice(0, -1)},"chats":[`;
  }

  /** No record holds a key by itself, but people paste things. */
  async #withoutKey(json: string): Promise<string> {
    const key = (await this.#options.settings.read()).connection?.apiKey ?? '';
    if (key.length < SHORTEST_KEY) return json;
    return json.replaceAll(JSON.stringify(key).slice(1, -1), '[key left out]');
  }
}

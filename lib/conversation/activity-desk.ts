import type { ActivityCursor, ActivityEntry } from '../messaging/activity';
import { textOf } from '../messaging/content';
import type { ToolUse } from '../messaging/conversation-state';
import { foldRecords } from '../messaging/fold-records';
import { defined } from '../shared/defined';
import { visibleLine } from '../shared/visible-text';
import type { ConversationEntry, ConversationIndex } from './conversation-index';
import type { RunLog } from './run-log';

const PAGE_LENGTH = 50;
const TITLE_LENGTH = 80;
const ARGUMENTS_LENGTH = 20_000;
const OUTCOME_LENGTH = 300;

export interface ActivityDeskOptions {
  index: Pick<ConversationIndex, 'list'>;
  log: RunLog;
  /** Chats whose run is under way: their records may be newer than their row says. */
  activeConversationIds: () => Promise<readonly string[]>;
  /** What was called before this moment is no longer listed. */
  clearedAt: () => Promise<number>;
}

export interface ActivityQuery {
  query?: string | undefined;
  after?: ActivityCursor | undefined;
  limit?: number | undefined;
}

/**
 * Every call of a tool, in all chats. It is read from the logs of the chats, the only place where
 * it is written: what is deleted there is gone here.
 */
export class ActivityDesk {
  readonly #options: ActivityDeskOptions;

  constructor(options: ActivityDeskOptions) {
    this.#options = options;
  }

  /** The newest first. */
  async list({ query = '', after, limit = PAGE_LENGTH }: ActivityQuery): Promise<{
    entries: ActivityEntry[];
    next: ActivityCursor | null;
  }> {
    const clearedAt = await this.#options.clearedAt();
    const words = query.trim().toLowerCase();
    const isWanted = (entry: ActivityEntry) =>
      (entry.settledAt ?? Infinity) >= clearedAt &&
      (!after || isBefore(entry, after)) &&
      holds(entry, words);
    const found: ActivityEntry[] = [];
    for (const { chat, newest } of await this.#chats()) {
      // No chat that follows has anything newer: with enough of those, the page is complete.
      if (newest < clearedAt || found.filter(({ at }) => at > newest).length > limit) break;
      found.push(...(await this.#entriesOf(chat)).filter(isWanted));
    }
    const sorted = found.sort((left, right) => (isBefore(left, right) ? 1 : -1));
    const entries = sorted.slice(0, limit);
    const last = entries.at(-1);
    return { entries, next: last && sorted.length > limit ? cursorOf(last) : null };
  }

  /** The one that was used last comes first. */
  async #chats(): Promise<{ chat: ConversationEntry; newest: number }[]> {
    const { index, activeConversationIds } = this.#options;
    const [chats, active] = await Promise.all([index.list(), activeConversationIds()]);
    return chats
      .map((chat) => ({ chat, newest: active.includes(chat.id) ? Infinity : chat.updatedAt }))
      .sort((left, right) => right.newest - left.newest);
  }

  async #entriesOf({ id, title }: ConversationEntry): Promise<ActivityEntry[]> {
    const state = foldRecords(await this.#options.log.read(id));
    const chat = { conversationId: id, chatTitle: visibleLine(title, TITLE_LENGTH) };
    return [...state.turns.values()].flatMap((turn) =>
      turn.role === 'assistant' ? turn.toolUses.flatMap((use) => entryOf(use, chat)) : [],
    );
  }
}

function entryOf(
  use: ToolUse,
  chat: Pick<ActivityEntry, 'conversationId' | 'chatTitle'>,
): ActivityEntry[] {
  if (use.proposedAt === undefined) return [];
  const argumentsJson = use.editedJson ?? use.call.argumentsJson;
  const outcome = visibleLine(textOf(use.blocks ?? []), OUTCOME_LENGTH);
  return [
    {
      ...chat,
      toolUseId: use.id,
      at: use.proposedAt,
      toolName: use.call.name,
      toolTitle: use.presentation.title,
      toolText: use.presentation.toolText,
      effect: use.effect,
      reason: [use.request?.reason, use.reason].find(Boolean) ?? '',
      argumentsJson: argumentsJson.slice(0, ARGUMENTS_LENGTH),
      state: use.state,
      ...defined({
        settledAt: use.settledAt,
        capability: use.capability,
        origin: use.target?.origin,
        frameOf: use.target?.frameOf,
        verdict: use.verdict,
        grantId: use.grantId,
        asked: use.request?.kind,
        answer: use.answer,
        argumentsCut: argumentsJson.length > ARGUMENTS_LENGTH ? true : undefined,
        edited: use.editedJson === undefined ? undefined : true,
        outcome: outcome === '' ? undefined : outcome,
      }),
    },
  ];
}

function holds(entry: ActivityEntry, words: string): boolean {
  return words === '' || Object.values(entry).join('\n').toLowerCase().includes(words);
}

function cursorOf({ at, conversationId, toolUseId }: ActivityEntry): ActivityCursor {
  return { at, conversationId, toolUseId };
}

/** Whether the first is older; calls of the same moment are ordered by their ids. */
function isBefore(left: ActivityCursor, right: ActivityCursor): boolean {
  if (left.at !== right.at) return left.at < right.at;
  const key = ({ conversationId, toolUseId }: ActivityCursor) => `${conversationId} ${toolUseId}`;
  return key(left) < key(right);
}

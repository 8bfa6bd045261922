import browser from 'webextension-polyfill';
import type { ConversationEntry, ConversationIndex } from '../conversation/conversation-index';
import { titleIn, UNTITLED } from '../messaging/conversation-title';
import type { RunRecord } from '../messaging/run-record';
import { z } from '../shared/zod';

export const RECORDS_PREFIX = 'temporary-records:';
const ROW_PREFIX = 'temporary-chat:';
/** Apart from the row, which is written with the records, so that neither undoes the other. */
const NAME_PREFIX = 'temporary-name:';

const rowSchema = z.object({ title: z.string(), createdAt: z.number(), updatedAt: z.number() });

/** The row of a temporary chat after these records, to be stored together with them. */
export async function sessionRowAfter(
  conversationId: string,
  records: readonly RunRecord[],
): Promise<Record<string, unknown>> {
  const key = ROW_PREFIX + conversationId;
  const known = rowSchema.safeParse((await browser.storage.session.get(key))[key]).data;
  const title = titleIn(records) ?? known?.title ?? UNTITLED;
  const updatedAt = records.at(-1)?.at ?? known?.updatedAt ?? 0;
  return { [key]: { title, createdAt: known?.createdAt ?? updatedAt, updatedAt } };
}

/** The temporary chats. They are gone at once when they are deleted: nothing of them was to stay. */
export class SessionConversationIndex implements ConversationIndex {
  async list(): Promise<ConversationEntry[]> {
    const stored = await browser.storage.session.get();
    return Object.keys(stored).flatMap((key) =>
      key.startsWith(ROW_PREFIX) ? entriesFrom(stored, key.slice(ROW_PREFIX.length)) : [],
    );
  }

  listDeleted(): Promise<ConversationEntry[]> {
    return Promise.resolve([]);
  }

  async get(conversationId: string): Promise<ConversationEntry | undefined> {
    const keys = [ROW_PREFIX + conversationId, NAME_PREFIX + conversationId];
    return entriesFrom(await browser.storage.session.get(keys), conversationId)[0];
  }

  async rename(conversationId: string, title: string): Promise<boolean> {
    if (!(await this.get(conversationId))) return false;
    await browser.storage.session.set({ [NAME_PREFIX + conversationId]: title });
    return true;
  }

  markDeleted(): Promise<boolean> {
    return Promise.resolve(false);
  }

  restore(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async purge(conversationId: string): Promise<void> {
    const stored = await browser.storage.session.get();
    const records = `${RECORDS_PREFIX}${conversationId}:`;
    await browser.storage.session.remove([
      ...Object.keys(stored).filter((key) => key.startsWith(records)),
      ROW_PREFIX + conversationId,
      NAME_PREFIX + conversationId,
    ]);
  }
}

function entriesFrom(stored: Record<string, unknown>, id: string): ConversationEntry[] {
  const row = rowSchema.safeParse(stored[ROW_PREFIX + id]).data;
  const name = stored[NAME_PREFIX + id];
  return row ? [{ id, ...row, ...(typeof name === 'string' ? { title: name } : {}) }] : [];
}

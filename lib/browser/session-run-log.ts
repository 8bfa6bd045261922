import browser from 'webextension-polyfill';
import type { RunLog } from '../conversation/run-log';
import { runRecordSchema, type RunRecord } from '../messaging/run-record';
import { z } from '../shared/zod';
import { RECORDS_PREFIX as PREFIX, sessionRowAfter } from './session-conversation-index';

/** The log of temporary chats: in memory that outlives the worker, never on disk. */
export class SessionRunLog implements RunLog {
  async append(conversationId: string, records: readonly RunRecord[]): Promise<void> {
    // One key a batch, so that a long chat is not written anew with every record.
    const first = records[0]?.seq ?? 0;
    const key = `${PREFIX}${conversationId}:${String(first).padStart(12, '0')}`;
    const row = await sessionRowAfter(conversationId, records);
    await browser.storage.session.set({ [key]: records, ...row });
  }

  async read(conversationId: string, afterSeq = 0): Promise<RunRecord[]> {
    const stored = await browser.storage.session.get();
    const prefix = `${PREFIX}${conversationId}:`;
    return Object.keys(stored)
      .filter((key) => key.startsWith(prefix))
      .sort()
      .flatMap((key) => z.array(runRecordSchema).safeParse(stored[key]).data ?? [])
      .filter((record) => record.seq > afterSeq);
  }

  async conversationIds(): Promise<string[]> {
    const keys = Object.keys(await browser.storage.session.get());
    const ids = keys.flatMap((key) =>
      key.startsWith(PREFIX) ? [key.slice(PREFIX.length, key.lastIndexOf(':'))] : [],
    );
    return [...new Set(ids)];
  }
}

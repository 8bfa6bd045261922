import browser from 'webextension-polyfill';
import type { AttachmentStore, StoredAttachment } from '../conversation/attachments';
import { z } from '../shared/zod';

const KEY = 'attached-tabs';
const storedSchema = z.record(
  z.string(),
  z.array(z.object({ tabId: z.number().int(), origin: z.string(), title: z.string() })),
);

/** In the browser's session memory: it outlives the worker, and goes with the tabs' numbers. */
export class SessionAttachmentStore implements AttachmentStore {
  async read(conversationId: string): Promise<readonly StoredAttachment[]> {
    return (await readAll())[conversationId] ?? [];
  }

  async write(conversationId: string, attachments: readonly StoredAttachment[]): Promise<void> {
    const { [conversationId]: _before, ...others } = await readAll();
    await browser.storage.session.set({
      [KEY]: attachments.length === 0 ? others : { ...others, [conversationId]: attachments },
    });
  }

  async chatsOf(tabId: number): Promise<string[]> {
    return Object.entries(await readAll()).flatMap(([id, attachments]) =>
      attachments.some((entry) => entry.tabId === tabId) ? [id] : [],
    );
  }
}

async function readAll(): Promise<z.infer<typeof storedSchema>> {
  return storedSchema.safeParse((await browser.storage.session.get(KEY))[KEY]).data ?? {};
}

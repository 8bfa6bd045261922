import browser from 'webextension-polyfill';
import { z } from '../shared/zod';

const PREFIX = 'draft:';

const draftSchema = z.object({
  text: z.string(),
  sending: z.array(z.object({ turnId: z.string(), text: z.string() })),
});
type Draft = z.infer<typeof draftSchema>;

/** What stands unsent in the composer, by conversation: in memory, never on disk. */
export class SessionDraftStore {
  async read(conversationId: string): Promise<Draft> {
    const key = PREFIX + conversationId;
    const stored = await browser.storage.session.get(key);
    return draftSchema.safeParse(stored[key]).data ?? { text: '', sending: [] };
  }

  async write(
    conversationId: string,
    draft: { text: string; sending: readonly { turnId: string; text: string }[] },
  ): Promise<void> {
    const key = PREFIX + conversationId;
    if (draft.text === '' && draft.sending.length === 0) await browser.storage.session.remove(key);
    else await browser.storage.session.set({ [key]: { ...draft, sending: [...draft.sending] } });
  }
}

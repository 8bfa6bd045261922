import browser from 'webextension-polyfill';
import { z } from '../shared/zod';

const PREFIX = 'draft:';

const draftSchema = z.object({
  text: z.string(),
  sending: z.array(z.object({ conversationId: z.string(), turnId: z.string(), text: z.string() })),
});
type Draft = z.infer<typeof draftSchema>;

/** What stands unsent in the composer, chat by chat: in memory, never on disk. */
export class SessionDraftStore {
  async read(key: string): Promise<Draft> {
    const place = PREFIX + key;
    const stored = await browser.storage.session.get(place);
    return draftSchema.safeParse(stored[place]).data ?? { text: '', sending: [] };
  }

  async write(
    key: string,
    draft: { text: string; sending: readonly Draft['sending'][number][] },
  ): Promise<void> {
    const place = PREFIX + key;
    if (draft.text === '' && draft.sending.length === 0) {
      await browser.storage.session.remove(place);
    } else {
      await browser.storage.session.set({ [place]: draft });
    }
  }
}

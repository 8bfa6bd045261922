import { z } from '../shared/zod';

/** What the browser says about the other end of a port; the page cannot choose any of it. */
const senderSchema = z.object({
  id: z.string(),
  url: z.string(),
  origin: z.string().optional(),
  frameId: z.number().optional(),
});

export interface OwnAddress {
  readonly id: string;
  /** The root of our pages, with its slash: `chrome-extension://…/`. */
  readonly root: string;
}

/**
 * Whether a whole page of ours speaks.
 * - A content script has our id, but the address and the origin of the page it runs in.
 * - A sandboxed page has our id and our address, but no origin.
 * - A frame is never ours: no page of ours may be framed, so that nobody can dress one up.
 */
export function isOwnPage(sender: unknown, own: OwnAddress): boolean {
  const parsed = senderSchema.safeParse(sender);
  if (!parsed.success) return false;
  const { id, url, origin, frameId } = parsed.data;
  return (
    id === own.id &&
    url.startsWith(own.root) &&
    (origin === undefined || `${origin}/` === own.root) &&
    (frameId === undefined || frameId === 0)
  );
}

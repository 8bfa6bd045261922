import { z } from '../shared/zod';
import { LONGEST_TITLE } from './conversation-title';

/** What a list shows of a conversation. */
export const conversationSummarySchema = z.object({
  id: z.string().min(1),
  /** In UTF-16, in which a character can be two. */
  title: z
    .string()
    .min(1)
    .max(2 * LONGEST_TITLE),
  updatedAt: z.number(),
  /** `waiting` is for the user; a run that was held by hand is `paused`. */
  state: z.enum(['idle', 'running', 'waiting', 'paused']),
  temporary: z.boolean(),
});
export type ConversationSummary = z.infer<typeof conversationSummarySchema>;
export type ConversationRunState = ConversationSummary['state'];

/** How long a deletion can be undone. */
export const UNDO_MS = 10_000;

import { z } from '../shared/zod';
import { capabilities } from './permission';
import { toolUseStates } from './run-record';

/** A call of a tool as the settings list it: what, where, who decided, and what became of it. */
export const activityEntrySchema = z.object({
  conversationId: z.string(),
  toolUseId: z.string(),
  chatTitle: z.string(),
  at: z.number(),
  settledAt: z.number().optional(),
  toolName: z.string(),
  toolTitle: z.string(),
  /** What it did, in its own words. */
  toolText: z.string(),
  effect: z.enum(['read', 'write']),
  capability: z.enum(capabilities).optional(),
  /** The site or server it acted on or sent to. */
  origin: z.string().optional(),
  frameOf: z.string().optional(),
  verdict: z.enum(['allow', 'ask', 'deny']).optional(),
  /** Why it was asked, let through or refused. */
  reason: z.string(),
  grantId: z.string().optional(),
  /** What was wanted of the person, if anything: a permission, a choice, or the answer itself. */
  asked: z.enum(['permission', 'input', 'external']).optional(),
  /** What the person answered, when they were asked. */
  answer: z.enum(['once', 'chat', 'always']).optional(),
  /** What it ran with. */
  argumentsJson: z.string(),
  /** Longer than this list keeps it. */
  argumentsCut: z.boolean().optional(),
  /** The person changed the arguments before they allowed it. */
  edited: z.boolean().optional(),
  state: z.enum(toolUseStates),
  /** The first words of what the model was told. */
  outcome: z.string().optional(),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

/** The last entry of a page. Calls made at the same moment are told apart by their ids. */
export const activityCursorSchema = z.object({
  at: z.number(),
  conversationId: z.string(),
  toolUseId: z.string(),
});
export type ActivityCursor = z.infer<typeof activityCursorSchema>;

import { z } from '../shared/zod';
import { capabilities } from './permission';

/** A permission as the settings show it. */
export const grantViewSchema = z.object({
  id: z.string(),
  scope: z.enum(['chat', 'always']),
  /** The chat it holds in; absent when it holds everywhere. */
  conversationId: z.string().optional(),
  /** Its first words; empty when nothing is left of it. */
  chatTitle: z.string().optional(),
  toolTitle: z.string(),
  toolName: z.string().default(''),
  /** Given for everything of this kind. */
  capability: z.enum(capabilities).optional(),
  /** The origin it holds for; absent when the tool acts on no site. */
  site: z.string().optional(),
  frameOf: z.string().optional(),
  /** For one exact input only. */
  exactly: z.boolean().optional(),
  expiresAt: z.number().optional(),
  /** How many calls it lets through, and how many it has. */
  times: z.number().optional(),
  used: z.number().optional(),
  fromPlan: z.boolean().optional(),
  /** A tool that changed asks again; one that is gone cannot be called. */
  standing: z.enum(['holds', 'changed', 'gone', 'expired', 'used-up']),
  givenAt: z.number(),
});
export type GrantView = z.infer<typeof grantViewSchema>;

export const memoryViewSchema = z.object({
  key: z.string(),
  content: z.string(),
  updatedAt: z.number(),
});
export type MemoryView = z.infer<typeof memoryViewSchema>;

/** How far an export has come: inside this chat, after this record. */
export const exportCursorSchema = z.object({
  conversationId: z.string().min(1),
  afterSeq: z.number().int().nonnegative(),
});
export type ExportCursor = z.infer<typeof exportCursorSchema>;

/** A stretch of the file; the file is all of them, one after another. */
export const exportPieceSchema = z.object({
  json: z.string(),
  next: exportCursorSchema.nullable(),
});
export type ExportPiece = z.infer<typeof exportPieceSchema>;

import { z } from '../shared/zod';

/** A model connection as the form sends it; an absent key keeps the stored one. */
export const connectionDraftSchema = z.object({
  baseUrl: z
    .string()
    .trim()
    .refine(isHttpUrl, 'Enter an address that begins with http:// or https://.'),
  model: z.string().trim().min(1, 'Enter the name of a model.'),
  apiKey: z.string().trim().optional(),
  contextTokens: z.number().int().min(1_000).max(10_000_000).default(100_000),
  supportsTools: z.boolean().default(true),
  supportsImages: z.boolean().default(false),
});
export type ConnectionDraft = z.infer<typeof connectionDraftSchema>;
export type ConnectionDraftInput = z.input<typeof connectionDraftSchema>;

/** What a page may see of a connection: never the key. */
export const connectionViewSchema = connectionDraftSchema.omit({ apiKey: true }).extend({
  hasKey: z.boolean(),
  /** Parts of the address that can hold a secret are stored as well and not shown. */
  addressCut: z.boolean().optional(),
});
export type ConnectionView = z.infer<typeof connectionViewSchema>;

export const toolInfoSchema = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  /** Set when a feature switch governs the tool, which then has none of its own. */
  feature: z.string().optional(),
});
export type ToolInfo = z.infer<typeof toolInfoSchema>;

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'http:' || protocol === 'https:';
}

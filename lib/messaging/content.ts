import { z } from '../shared/zod';

export const contentBlockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), mediaType: z.string(), data: z.string() }),
  z.object({
    type: z.literal('document'),
    mediaType: z.string(),
    data: z.string(),
    name: z.string().optional(),
  }),
]);
export type ContentBlock = z.infer<typeof contentBlockSchema>;

/** Something a tool made for the person, never sent to the model. */
export const artifactSchema = z.object({
  kind: z.string(),
  title: z.string(),
  mediaType: z.string(),
  data: z.string(),
});
export type Artifact = z.infer<typeof artifactSchema>;

export const toolCallSchema = z.object({
  id: z.string(),
  name: z.string(),
  argumentsJson: z.string(),
  providerState: z.unknown().optional(),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

export const toolChoiceSchema = z.intersection(
  z.union([
    z.object({ kind: z.enum(['auto', 'any', 'none']) }),
    z.object({ kind: z.literal('tool'), name: z.string() }),
  ]),
  z.object({ disableParallel: z.boolean().optional() }),
);
export type ToolChoiceMessage = z.infer<typeof toolChoiceSchema>;

/** Where the data of an attached file comes from. */
export function fileOrigin(block: ContentBlock): string | undefined {
  if (block.type === 'text') return undefined;
  return `file:${block.type === 'document' ? (block.name ?? 'document') : 'picture'}`;
}

export function textBlock(text: string): ContentBlock {
  return { type: 'text', text };
}

export function textOf(blocks: readonly ContentBlock[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

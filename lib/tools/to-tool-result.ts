import {
  artifactSchema,
  contentBlockSchema,
  textBlock,
  textOf,
  type ContentBlock,
} from '../messaging/content';
import { z } from '../shared/zod';
import { errorText, errorToResult, toContentBlocks } from './convert-result';
import { isExecutionResult } from './execution-result';
import type { ToolResult } from './tool';

// Strict: data that merely contains `blocks` among other things is data.
const readyResultSchema = z.strictObject({
  blocks: z.array(contentBlockSchema),
  isError: z.literal(true).optional(),
  artifacts: z.array(artifactSchema).optional(),
});
type ReadyResult = z.infer<typeof readyResultSchema>;

/** What `run` returned, as a result: one that is ready as it is, anything else converted. */
export function toToolResult(value: unknown): ToolResult {
  if (isExecutionResult(value) && !value.success) {
    return errorToResult(textOf(toContentBlocks(value)));
  }
  const ready = readyResult(value);
  if (ready === undefined) return { blocks: toContentBlocks(value) };
  const { blocks, isError, artifacts } = ready;
  return {
    ...(isError
      ? { blocks: errorBlocks(blocks), isError }
      : { blocks: toContentBlocks(blocks.length === 0 ? undefined : blocks) }),
    ...(artifacts === undefined ? {} : { artifacts }),
  };
}

function readyResult(value: unknown): ReadyResult | undefined {
  try {
    return readyResultSchema.safeParse(value).data;
  } catch {
    // A getter or a proxy threw; the converter copes with those.
    return undefined;
  }
}

function errorBlocks(blocks: readonly ContentBlock[]): ContentBlock[] {
  const [first, ...rest] = blocks;
  if (first?.type === 'text' && first.text !== '')
    return [textBlock(errorText(first.text)), ...rest];
  return [...errorToResult(undefined).blocks, ...blocks];
}

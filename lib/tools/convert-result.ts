import { contentBlockSchema, textBlock, type ContentBlock } from '../messaging/content';
import { isExecutionResult, type ToolExecutionResult } from './execution-result';
import { textForm } from './text-form';
import type { ToolResult } from './tool';

const ERROR_PREFIX = 'Error: ';
const NO_MESSAGE = 'Unknown error occurred';

/** What a tool returned, as the model is told it. Never throws and never gives empty content. */
export function toContentBlocks(value: unknown): ContentBlock[] {
  try {
    if (!Array.isArray(value)) return blocksOf(value);
    return value.length === 0 ? [textBlock('[]')] : Array.from(value, blocksOf).flat();
  } catch {
    return [textBlock(textForm(value))];
  }
}

/** A failure, as the model is told it. */
export function errorToResult(error: unknown): ToolResult & { isError: true } {
  return { blocks: [textBlock(errorText(errorMessage(error)))], isError: true };
}

export function errorText(message: string): string {
  return message.startsWith(ERROR_PREFIX) ? message : ERROR_PREFIX + message;
}

/** The message of whatever was thrown; anything can be. */
export function errorMessage(error: unknown): string {
  if (error === undefined || error === null) return NO_MESSAGE;
  const message = typeof error === 'object' ? messageProperty(error) : textForm(error);
  return message.trim() === '' ? NO_MESSAGE : message;
}

function messageProperty(error: object): string {
  try {
    const message: unknown = Reflect.get(error, 'message');
    if (typeof message === 'string') return message;
    return error instanceof Error ? '' : textForm(error);
  } catch {
    return '';
  }
}

function blocksOf(value: unknown): ContentBlock[] {
  if (isExecutionResult(value)) return executionResultBlocks(value);
  const block = asBlock(value);
  if (block !== undefined && !isEmptyText(block)) return [block];
  return [textBlock(block === undefined ? nonEmptyText(value) : 'ok')];
}

/** Its result counts first, then its message, then whether it worked at all. */
function executionResultBlocks({ success, result, message }: ToolExecutionResult): ContentBlock[] {
  if (result === undefined || result === null) {
    return [textBlock(message === undefined || message === '' ? String(success) : message)];
  }
  const elements: unknown[] = Array.isArray(result) ? result : [result];
  return elements.length > 0 && elements.every((element) => asBlock(element) !== undefined)
    ? elements.flatMap(blocksOf)
    : [textBlock(nonEmptyText(result))];
}

function asBlock(value: unknown): ContentBlock | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return contentBlockSchema.safeParse(value).data;
  } catch {
    return undefined;
  }
}

function nonEmptyText(value: unknown): string {
  const text = value === undefined ? '' : textForm(value);
  return text === '' ? 'ok' : text;
}

function isEmptyText(block: ContentBlock): boolean {
  return block.type === 'text' && block.text === '';
}

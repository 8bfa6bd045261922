import type { ToolCall } from '../messaging/content';
import { AppError } from '../shared/app-error';
import { errorMessage } from './convert-result';
import type { Tool } from './tool';

export interface ToolExecutionErrorOptions {
  toolName: string;
  toolCallId: string;
  code?: string;
  cause?: unknown;
}

/** A tool call that failed, and which one. */
export class ToolExecutionError extends AppError {
  readonly toolName: string;
  readonly toolCallId: string;

  constructor(message: string, options: ToolExecutionErrorOptions) {
    super(options.code ?? 'tool-failed', message, { cause: options.cause });
    this.name = 'ToolExecutionError';
    this.toolName = options.toolName;
    this.toolCallId = options.toolCallId;
  }
}

/** Whatever a tool threw, in words that the model can act on. Our own errors have them already. */
export function toToolError(
  error: unknown,
  tool: Pick<Tool, 'name'>,
  call: Pick<ToolCall, 'id'>,
): AppError {
  if (error instanceof AppError) return error;
  return new ToolExecutionError(describe(error), {
    toolName: tool.name,
    toolCallId: call.id,
    cause: error,
  });
}

function describe(error: unknown): string {
  const message = errorMessage(error);
  if (!(error instanceof Error)) return `Tool execution failed: ${message}`;
  const name = nameOf(error);
  if (name === 'NotAllowedError' || name === 'SecurityError')
    return `Permission denied: ${message}`;
  if (error instanceof TypeError && /fetch|network/i.test(message)) {
    return `Network error: ${message}`;
  }
  if (error instanceof RangeError) return `Invalid input: ${message}`;
  return `Tool execution failed: ${isBlank(error) ? name : message}`;
}

function nameOf(error: Error): string {
  try {
    // A class that did not name its errors is still called something.
    return error.name === 'Error' ? error.constructor.name : error.name;
  } catch {
    return 'Error';
  }
}

function isBlank(error: Error): boolean {
  try {
    return error.message.trim() === '';
  } catch {
    return true;
  }
}

import type { ToolCall } from '../messaging/content';
import { textOf } from '../messaging/content';
import { AppError } from '../shared/app-error';
import { abortReason, type Clock } from '../shared/clock';
import type { JsonObject } from '../shared/json';
import { errorToResult } from './convert-result';
import { parseArguments } from './parse-arguments';
import { runWithLimit } from './run-with-limit';
import { toToolResult } from './to-tool-result';
import type { Tool, ToolContext, ToolResult } from './tool';
import { ToolExecutionError, toToolError } from './tool-execution-error';
import { truncateBlocks } from './truncate-result';
import { validationError } from './validate-input';

export type PreparedCall = { ok: true; input: JsonObject } | { ok: false; result: ToolResult };

export interface ToolExecution {
  tool: Tool;
  /** What `prepareCall` gave. */
  input: JsonObject;
  context: ToolContext;
  /** Counts the time limit; the context's own unless given. */
  clock?: Clock;
  /** Called once for every call that fails, with what was thrown. */
  onToolError?: (error: unknown, tool: Tool, call: ToolCall) => void;
}

/** From the model's JSON to input that the tool accepts, or to the answer that says why not. */
export function prepareCall(tool: Tool, call: ToolCall): PreparedCall {
  try {
    const outcome = tool.validate(parseArguments(call.argumentsJson));
    return outcome.ok ? outcome : { ok: false, result: failed(validationError(outcome.errors)) };
  } catch (error) {
    return { ok: false, result: failed(toToolError(error, tool, call)) };
  }
}

/**
 * Runs one call and answers it, whatever happens: a failure is a result too. It rejects only when
 * `context.signal` aborts, with the reason, for then nobody waits for an answer any more.
 */
export async function executeTool(execution: ToolExecution): Promise<ToolResult> {
  const { tool, context } = execution;
  const outcome = await settle(execution);
  if (context.signal.aborted) throw abortReason(context.signal);
  if (!outcome.ok) {
    report(execution, outcome.error);
    return failed(toToolError(outcome.error, tool, context.toolCall));
  }
  const result = toToolResult(outcome.value);
  if (result.isError) {
    report(
      execution,
      new ToolExecutionError(textOf(result.blocks), {
        toolName: tool.name,
        toolCallId: context.toolCall.id,
      }),
    );
  }
  return { ...result, blocks: truncateBlocks(result.blocks) };
}

/** The answer to a call that names no tool of this conversation. */
export function unknownToolResult(name: string): ToolResult {
  return failed(
    new AppError('tool-unknown', `Unknown tool: ${name}. The ${name} tool is not available.`),
  );
}

type Outcome = { ok: true; value: unknown } | { ok: false; error: unknown };

async function settle({ tool, input, context, clock }: ToolExecution): Promise<Outcome> {
  const { toolCall } = context;
  try {
    const limit = {
      signal: context.signal,
      timeoutMs: tool.timeoutMs,
      clock: clock ?? context.clock,
      timeoutError: () => timeoutError(tool, toolCall),
    };
    const value = await runWithLimit(limit, async (signal) => {
      // The model called it by its wire name; the tool knows only its own.
      if (!(await tool.canExecute({ ...toolCall, name: tool.name }))) throw notExecutable(tool);
      // Stopped while it was asking: from here on something may happen.
      signal.throwIfAborted();
      if (tool.run) return await tool.run(input, { ...context, signal });
      if (tool.noOutput) return undefined;
      throw new AppError('tool-external', `The ${tool.name} tool is answered by the user.`);
    });
    return { ok: true, value };
  } catch (error) {
    return { ok: false, error };
  }
}

function report({ tool, context, onToolError }: ToolExecution, error: unknown): void {
  try {
    onToolError?.(error, tool, context.toolCall);
  } catch {
    // Whoever listens must not cost the model its answer.
  }
}

function failed(error: AppError): ToolResult {
  const { blocks, isError } = errorToResult(error);
  return { blocks: truncateBlocks(blocks), isError };
}

function timeoutError({ name, timeoutMs }: Tool, call: ToolCall): ToolExecutionError {
  const limit = timeoutMs ?? 0;
  return new ToolExecutionError(
    `Tool '${name}' timed out after ${limit < 1000 ? `${limit}ms` : `${limit / 1000}s`}`,
    { toolName: name, toolCallId: call.id, code: 'tool-timeout' },
  );
}

function notExecutable({ name }: Tool): AppError {
  return new AppError(
    'tool-not-executable',
    `Permission denied: the ${name} tool may not run now. It needs a permission it does not have.`,
  );
}

/** How a tool says in one value whether it worked; `success` and `failure` make it. */
export interface ToolExecutionResult {
  readonly success: boolean;
  readonly result?: unknown;
  readonly message?: string;
}

// Data that a tool passes on may have a `success` of its own; only what was made here counts.
const made = new WeakSet();

export function success(result?: unknown, message?: string): ToolExecutionResult {
  return brand({
    success: true,
    ...(result === undefined ? {} : { result }),
    ...(message === undefined ? {} : { message }),
  });
}

export function failure(message: string): ToolExecutionResult {
  return brand({ success: false, message });
}

export function isExecutionResult(value: unknown): value is ToolExecutionResult {
  return typeof value === 'object' && value !== null && made.has(value);
}

function brand(result: ToolExecutionResult): ToolExecutionResult {
  made.add(result);
  return result;
}

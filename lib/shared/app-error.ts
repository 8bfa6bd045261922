import type { ErrorReport } from './error-report';

export interface AppErrorOptions {
  retryable?: boolean;
  cause?: unknown;
  /** One sentence on what the user can do about it. */
  advice?: string;
  /** When the other side asked for patience, in milliseconds. */
  retryAfterMs?: number;
}

/** The only error class that crosses a boundary: a stable code for programs, a sentence for people. */
export class AppError extends Error {
  readonly code: string;
  readonly retryable: boolean;
  readonly advice: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: string, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.advice = options.advice;
    this.retryAfterMs = options.retryAfterMs;
  }
}

export function reportOf(error: unknown): ErrorReport {
  if (error instanceof AppError) {
    return {
      code: error.code,
      message: error.message,
      retryable: error.retryable,
      ...(error.advice === undefined ? {} : { advice: error.advice }),
    };
  }
  return { code: 'unexpected', message: messageOf(error), retryable: false };
}

export function messageOf(error: unknown): string {
  try {
    if (error instanceof Error) return error.message || error.name;
    return String(error);
  } catch {
    // Anything can be thrown, even what has no string form.
    return 'Unknown error occurred';
  }
}

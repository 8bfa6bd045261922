export interface ToolStats {
  readonly executionCount: number;
  readonly successCount: number;
  readonly failureCount: number;
  readonly totalExecutionTimeMs: number;
  readonly averageExecutionTimeMs: number;
  /** From 0 to 1; 0 when nothing was executed. */
  readonly successRate: number;
}

interface Count {
  readonly successes: number;
  readonly failures: number;
  readonly totalMs: number;
}

const nothing: Count = { successes: 0, failures: 0, totalMs: 0 };

/** How often each tool ran, how it ended and how long it took. */
export class ToolStatistics {
  readonly #counts = new Map<string, Count>();

  record(toolName: string, succeeded: boolean, executionTimeMs: number): void {
    const { successes, failures, totalMs } = this.#counts.get(toolName) ?? nothing;
    this.#counts.set(toolName, {
      successes: successes + (succeeded ? 1 : 0),
      failures: failures + (succeeded ? 0 : 1),
      totalMs: totalMs + executionTimeMs,
    });
  }

  of(toolName: string): ToolStats {
    return toStats(this.#counts.get(toolName) ?? nothing);
  }

  all(): Map<string, ToolStats> {
    return new Map([...this.#counts].map(([name, count]) => [name, toStats(count)]));
  }

  clear(): void {
    this.#counts.clear();
  }
}

function toStats({ successes, failures, totalMs }: Count): ToolStats {
  const executionCount = successes + failures;
  return {
    executionCount,
    successCount: successes,
    failureCount: failures,
    totalExecutionTimeMs: totalMs,
    averageExecutionTimeMs: executionCount === 0 ? 0 : totalMs / executionCount,
    successRate: executionCount === 0 ? 0 : successes / executionCount,
  };
}

/** A longer timer than about 24 days fires at once; nobody waits a day for a retry anyway. */
const LONGEST_MS = 86_400_000;

/** How long a server asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function readRetryAfter(headers: Headers | undefined, now: number): number | undefined {
  const exact = numberIn(headers?.get('retry-after-ms'));
  if (exact !== undefined) return bounded(exact);
  const header = headers?.get('retry-after');
  const seconds = numberIn(header);
  if (seconds !== undefined) return bounded(seconds * 1000);
  // Date.parse makes a date of nearly anything, '-5' included.
  const date = /\d:\d\d/.test(header ?? '') ? Date.parse(header ?? '') : NaN;
  return Number.isNaN(date) ? undefined : bounded(date - now);
}

function numberIn(text: string | null | undefined): number | undefined {
  return text !== null && text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text)
    ? Number(text)
    : undefined;
}

function bounded(ms: number): number {
  return Math.min(LONGEST_MS, Math.max(0, Math.round(ms)));
}

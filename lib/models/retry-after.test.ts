import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './retry-after';

const now = Date.parse('2026-01-01T00:00:00Z');

describe('the wait a server asks for', () => {
  it.each<[Record<string, string>, number | undefined]>([
    [{}, undefined],
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': '1.5' }, 1_500],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': '99999999999999' }, 86_400_000],
  ])('%j is %s ms', (headers, expected) => {
    expect(readRetryAfter(new Headers(headers), now)).toBe(expected);
  });

  it('is unknown without headers', () => {
    expect(readRetryAfter(undefined, now)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { ToolStatistics } from './statistics';

const nothing = {
  executionCount: 0,
  successCount: 0,
  failureCount: 0,
  totalExecutionTimeMs: 0,
  averageExecutionTimeMs: 0,
  successRate: 0,
};

describe('the statistics of a tool', () => {
  it('AGUI-38 are zero before it ran', () => {
    expect(new ToolStatistics().of('echo')).toEqual(nothing);
  });

  it('AGUI-38 count a success', () => {
    const statistics = new ToolStatistics();
    statistics.record('echo', true, 20);
    expect(statistics.of('echo')).toEqual({
      executionCount: 1,
      successCount: 1,
      failureCount: 0,
      totalExecutionTimeMs: 20,
      averageExecutionTimeMs: 20,
      successRate: 1,
    });
  });

  it('AGUI-37 AGUI-38 count a failure', () => {
    const statistics = new ToolStatistics();
    statistics.record('echo', false, 10);
    expect(statistics.of('echo')).toMatchObject({
      executionCount: 1,
      successCount: 0,
      failureCount: 1,
      successRate: 0,
    });
  });

  it('AGUI-38 average over all its runs, and not over those of others', () => {
    const statistics = new ToolStatistics();
    statistics.record('echo', true, 10);
    statistics.record('echo', true, 20);
    statistics.record('echo', false, 60);
    statistics.record('other', false, 1_000);
    expect(statistics.of('echo')).toEqual({
      executionCount: 3,
      successCount: 2,
      failureCount: 1,
      totalExecutionTimeMs: 90,
      averageExecutionTimeMs: 30,
      successRate: 2 / 3,
    });
    expect([...statistics.all().keys()]).toEqual(['echo', 'other']);
  });

  it('AGUI-38 are zero again when cleared', () => {
    const statistics = new ToolStatistics();
    statistics.record('echo', true, 10);
    statistics.clear();
    expect(statistics.of('echo')).toEqual(nothing);
    expect(statistics.all().size).toBe(0);
  });
});

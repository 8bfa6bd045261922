import { describe, expect, it } from 'vitest';
import { MemoryRunLog } from '../../tests/support/memory-run-log';
import { temporaryId } from '../messaging/conversation-id';
import { RoutedRunLog } from './routed-run-log';

const record = { type: 'run-started', runId: 'r', seq: 1, at: 1 } as const;

describe('the log of a temporary chat', () => {
  it('is never the one on disk', async () => {
    const durable = new MemoryRunLog();
    const fleeting = new MemoryRunLog();
    const log = new RoutedRunLog(durable, fleeting);
    const id = temporaryId('c1');
    await log.append(id, [record]);
    await log.append('c2', [record]);
    expect([...durable.records.keys()]).toEqual(['c2']);
    expect([...fleeting.records.keys()]).toEqual([id]);
    expect(await log.read(id)).toEqual([record]);
    expect(await log.read('c2', 1)).toEqual([]);
    expect(await log.lastSeq(id)).toBe(0);
  });
});

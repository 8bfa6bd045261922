import { describe, expect, it } from 'vitest';
import { MemoryConversationIndex } from '../../tests/support/memory-conversation-index';
import { MemoryRunLog } from '../../tests/support/memory-run-log';
import { RoutedConversationIndex } from './routed-conversation-index';

async function routed() {
  const logs = [new MemoryRunLog(), new MemoryRunLog()] as const;
  await logs[0].append('c1', [{ type: 'prompt-dequeued', seq: 1, at: 1 }]);
  await logs[1].append('temporary:c2', [{ type: 'prompt-dequeued', seq: 1, at: 2 }]);
  const [durable, fleeting] = logs.map((log) => new MemoryConversationIndex(log));
  if (!durable || !fleeting) throw new Error('There are two.');
  return { index: new RoutedConversationIndex(durable, fleeting), durable, fleeting, logs };
}

describe('the conversations of both kinds', () => {
  it('are listed together', async () => {
    const { index } = await routed();
    expect((await index.list()).map(({ id }) => id)).toEqual(['c1', 'temporary:c2']);
    await index.markDeleted('c1', 5);
    await index.markDeleted('temporary:c2', 6);
    expect((await index.listDeleted()).map(({ id }) => id)).toEqual(['c1', 'temporary:c2']);
    expect(await index.list()).toEqual([]);
  });

  it('are each treated where they are kept', async () => {
    const { index, durable, fleeting, logs } = await routed();
    await index.rename('c1', 'One');
    await index.rename('temporary:c2', 'Two');
    expect([...durable.names]).toEqual([['c1', 'One']]);
    expect([...fleeting.names]).toEqual([['temporary:c2', 'Two']]);
    expect(await index.get('temporary:c2')).toMatchObject({ title: 'Two' });
    await index.markDeleted('c1', 5);
    expect(await index.restore('c1')).toBe(true);
    await index.purge('temporary:c2');
    expect(logs.map(({ records }) => records.size)).toEqual([1, 0]);
  });
});

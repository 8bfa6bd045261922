import { describe, expect, it } from 'vitest';
import { callTool } from '../../../tests/support/call-tool';
import { fakeMemories } from '../../../tests/support/fake-memories';
import { createMemoryStore } from './memory-store';

function setup() {
  const memories = fakeMemories();
  return { memories, tool: createMemoryStore({ memories }) };
}

describe('memory_store', () => {
  it('KAI-26 stores a memory, and updates it under the same key', async () => {
    const { memories, tool } = setup();
    expect((await callTool(tool, { key: 'seat', content: 'aisle' })).text).toBe(
      'Stored the memory "seat".',
    );
    expect((await callTool(tool, { key: 'seat', content: 'window' })).text).toBe(
      'Updated the memory "seat".',
    );
    expect(await memories.list()).toEqual([
      { key: 'seat', content: 'window', createdAt: 1, updatedAt: 2, hitCount: 1 },
    ]);
  });

  it('is a write, which is asked for', () => {
    expect(setup().tool).toMatchObject({ effect: 'write', capability: 'remember' });
  });

  it.each([
    ['an empty key', { key: ' ', content: 'x' }],
    ['a key that cannot be seen', { key: '\u200b', content: 'x' }],
    ['a key that is too long', { key: 'k'.repeat(101), content: 'x' }],
    ['empty content', { key: 'k', content: '\n' }],
    ['content that is too long', { key: 'k', content: 'x'.repeat(513) }],
    ['no content', { key: 'k' }],
  ])('refuses %s and stores nothing', async (_what, input) => {
    const { memories, tool } = setup();
    expect((await callTool(tool, input)).isError).toBe(true);
    expect(await memories.list()).toEqual([]);
  });

  it('stores 512 characters under a key of 100', async () => {
    const { memories, tool } = setup();
    const input = { key: 'k'.repeat(100), content: 'x'.repeat(512) };
    expect((await callTool(tool, input)).isError).toBe(false);
    expect(await memories.list()).toMatchObject([input]);
  });

  it('stores nothing that the user could not see when they allowed it', async () => {
    const { memories, tool } = setup();
    const hidden = '\u{e0068}\u{e0069}\u202e';
    await callTool(tool, { key: `se${hidden}at\n`, content: `aisle${hidden}\nby day` });
    expect(await memories.list()).toMatchObject([{ key: 'seat', content: 'aisle\nby day' }]);
  });

  it('shows what is remembered', () => {
    const { tool } = setup();
    const input = { key: 'seat', content: 'aisle' };
    expect(tool.toolText(input)).toBe('Remember seat');
    expect(tool.tooltip(input, { blocks: [] })).toBe('seat: aisle');
  });
});

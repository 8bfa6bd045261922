import { describe, expect, it } from 'vitest';
import { callTool } from '../../../tests/support/call-tool';
import { fakeMemories } from '../../../tests/support/fake-memories';
import { createMemoryForget } from './memory-forget';

async function setup() {
  const memories = fakeMemories();
  await memories.put({ key: 'name', content: 'Ada' });
  return { memories, tool: createMemoryForget({ memories }) };
}

describe('memory_forget', () => {
  it('KAI-27 deletes by the exact key', async () => {
    const { memories, tool } = await setup();
    expect(await callTool(tool, { key: 'name' })).toEqual({
      text: 'Deleted the memory "name".',
      isError: false,
    });
    expect(await memories.list()).toEqual([]);
  });

  it.each(['Name', 'name ', 'nam', '__proto__'])(
    'KAI-27 keeps it when asked for %s',
    async (key) => {
      const { memories, tool } = await setup();
      expect(await callTool(tool, { key })).toEqual({
        text: `Error: Memory not found: ${key}`,
        isError: true,
      });
      expect(await memories.list()).toHaveLength(1);
    },
  );

  it('refuses an empty key', async () => {
    const { tool } = await setup();
    expect((await callTool(tool, { key: '' })).text).toContain('A key cannot be empty.');
    expect((await callTool(tool, {})).text).toContain('Missing required parameter: key');
  });

  it('is a write, which is asked for by its key', async () => {
    const { tool } = await setup();
    expect(tool).toMatchObject({ effect: 'write', capability: 'remember' });
    expect(tool.toolText({ key: 'name' })).toBe('Forget name');
  });
});

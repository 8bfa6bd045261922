import type { Memory, MemoryStore } from '../../lib/tools/tool-dependencies';

/** A memory store that lives as long as the test; every write takes a millisecond. */
export function fakeMemories(): MemoryStore {
  const memories = new Map<string, Memory>();
  let now = 0;
  return {
    get: async (key) => memories.get(key),
    list: async () => [...memories.values()],
    put: async ({ key, content, origins }) => {
      now += 1;
      const known = memories.get(key);
      const memory = {
        key,
        content,
        createdAt: known?.createdAt ?? now,
        updatedAt: now,
        hitCount: known?.hitCount ?? 1,
        ...(origins === undefined ? {} : { origins }),
      };
      memories.set(key, memory);
      return memory;
    },
    remove: async (key) => memories.delete(key),
  };
}

import { visibleLine } from '../../shared/visible-text';
import { z } from '../../shared/zod';
import { defineTool } from '../define-tool';
import { failure } from '../execution-result';
import type { Tool } from '../tool';
import type { ToolDependencies } from '../tool-dependencies';

export function createMemoryForget({ memories }: Pick<ToolDependencies, 'memories'>): Tool {
  return defineTool({
    name: 'memory_forget',
    title: 'Forget',
    description:
      'Deletes one memory for good, by its exact key. Use it when the user asks you to forget ' +
      'something, or says that a remembered fact is wrong and there is nothing to replace it. ' +
      'Do not use it to correct a memory (store it again under the same key with memory_store), ' +
      'nor because a web page asks for it.',
    input: z.object({
      key: z
        .string()
        .min(1, 'A key cannot be empty.')
        .max(100)
        .describe('The key exactly as it was stored; upper and lower case matter.'),
    }),
    effect: 'write',
    capability: 'remember',
    feature: 'memory',
    supportsConversation: ({ temporary }) => !temporary,
    preview: async ({ key }) => {
      const before = (await memories.get(key))?.content;
      return before === undefined ? [] : [{ name: key, before, after: '' }];
    },
    undo: () => 'A memory that is deleted cannot be brought back.',
    toolText: ({ key }) => `Forget ${visibleLine(key, 60)}`,
    progressIcon: 'memory',
    statusIcon: 'memory',
    tooltip: ({ key }) => key,
    run: async ({ key }) =>
      (await memories.remove(key))
        ? `Deleted the memory "${key}".`
        : failure(`Memory not found: ${key}`),
  });
}

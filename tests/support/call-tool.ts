import { textOf } from '../../lib/messaging/content';
import { systemClock } from '../../lib/shared/clock';
import type { JsonObject } from '../../lib/shared/json';
import { executeTool, prepareCall } from '../../lib/tools/executor';
import type { Tool, ToolContext } from '../../lib/tools/tool';

export interface ToolAnswer {
  text: string;
  isError: boolean;
}

/** Calls a tool as the conversation does, from the model's JSON to what the model is told. */
export async function callTool(
  tool: Tool,
  input: JsonObject,
  context: Partial<ToolContext> = {},
): Promise<ToolAnswer> {
  const toolCall = { id: 'call-1', name: tool.name, argumentsJson: JSON.stringify(input) };
  const prepared = prepareCall(tool, toolCall);
  const result = prepared.ok
    ? await executeTool({
        tool,
        input: prepared.input,
        context: {
          toolCall,
          conversationId: 'conversation-1',
          runId: 'run-1',
          metadata: {},
          signal: new AbortController().signal,
          clock: systemClock,
          ...context,
        },
      })
    : prepared.result;
  return { text: textOf(result.blocks), isError: result.isError ?? false };
}

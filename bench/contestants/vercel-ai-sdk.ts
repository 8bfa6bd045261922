import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { stepCountIs, streamText, tool } from 'ai';
import {
  doStep,
  ITERATIONS,
  MODEL_ID,
  PROMPT,
  SYSTEM_TEXT,
  TOOL_DESCRIPTION,
  TOOL_NAMES,
} from '../task';
import type { Contestant } from './contestant';
import { stepInput } from './tools';

export function vercelAiSdk(url: string): Contestant {
  const provider = createOpenAICompatible({ name: 'bench', baseURL: url, includeUsage: true });
  const model = provider(MODEL_ID);
  const tools = Object.fromEntries(
    TOOL_NAMES.map((name) => [
      name,
      tool({ description: TOOL_DESCRIPTION, inputSchema: stepInput, execute: doStep }),
    ]),
  );
  return async () => {
    const result = streamText({
      model,
      tools,
      system: SYSTEM_TEXT,
      prompt: PROMPT,
      stopWhen: stepCountIs(ITERATIONS + 1),
      maxRetries: 0,
    });
    await result.consumeStream();
    return await result.text;
  };
}

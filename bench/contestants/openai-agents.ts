import { Agent, Runner, tool } from '@openai/agents-core';
import { OpenAIChatCompletionsModel } from '@openai/agents-openai';
import { createClient } from '../../lib/models/openai-client';
import { parseServerAddress } from '../../lib/models/server-address';
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

export function openAiAgents(url: string): Contestant {
  const client = createClient(parseServerAddress(url), '', (to, init) => fetch(to, init));
  const agent = new Agent({
    name: 'Bench',
    instructions: SYSTEM_TEXT,
    model: new OpenAIChatCompletionsModel(client, MODEL_ID),
    tools: TOOL_NAMES.map((name) =>
      tool({ name, description: TOOL_DESCRIPTION, parameters: stepInput, execute: doStep }),
    ),
  });
  const runner = new Runner({ tracingDisabled: true });
  return async () => {
    const result = await runner.run(agent, PROMPT, { stream: true, maxTurns: ITERATIONS + 1 });
    await result.completed;
    return result.finalOutput ?? '';
  };
}

import type { Tool } from './tool';
import { normalizeToolName } from './tool-name';

export type ToolChoice = ({ kind: 'auto' | 'any' | 'none' } | { kind: 'tool'; name: string }) & {
  disableParallel?: boolean | undefined;
};

export interface OpenAiToolChoice {
  tool_choice: 'auto' | 'required' | 'none' | { type: 'function'; function: { name: string } };
  parallel_tool_calls?: false;
}

export type AnthropicToolChoice =
  | { type: 'auto' | 'any'; disable_parallel_tool_use?: true }
  | { type: 'tool'; name: string; disable_parallel_tool_use?: true }
  | { type: 'none' };

export function toOpenAiToolChoice(choice: ToolChoice): OpenAiToolChoice {
  return {
    tool_choice: openAiChoice(choice),
    ...(choice.disableParallel === true ? { parallel_tool_calls: false } : {}),
  };
}

function openAiChoice(choice: ToolChoice): OpenAiToolChoice['tool_choice'] {
  switch (choice.kind) {
    case 'auto':
    case 'none':
      return choice.kind;
    case 'any':
      return 'required';
    case 'tool':
      return { type: 'function', function: { name: normalizeToolName(choice.name) } };
  }
}

export function toAnthropicToolChoice(choice: ToolChoice): AnthropicToolChoice {
  // Where no tool may be called, the protocol has no word for calling one at a time.
  if (choice.kind === 'none') return { type: 'none' };
  const serial =
    choice.disableParallel === true ? { disable_parallel_tool_use: true as const } : {};
  return choice.kind === 'tool'
    ? { type: 'tool', name: normalizeToolName(choice.name), ...serial }
    : { type: choice.kind, ...serial };
}

export function toolChoiceFor(tool: Pick<Tool, 'name'>): ToolChoice {
  return { kind: 'tool', name: tool.name };
}

/** A choice that these tools can satisfy: servers refuse to be forced to a tool they were not told of. */
export function effectiveToolChoice(
  choice: ToolChoice,
  offeredNames: readonly string[],
): { choice: ToolChoice; warning?: string } {
  if (choice.kind === 'tool') {
    const wanted = normalizeToolName(choice.name);
    if (offeredNames.some((name) => normalizeToolName(name) === wanted)) return { choice };
    return fallback(
      choice,
      `The ${choice.name} tool is not available, so the assistant chooses by itself.`,
    );
  }
  if (choice.kind === 'any' && offeredNames.length === 0) {
    return fallback(choice, 'No tool is available, so the assistant was not made to use one.');
  }
  return { choice };
}

function fallback({ disableParallel }: ToolChoice, warning: string) {
  const choice: ToolChoice =
    disableParallel === undefined ? { kind: 'auto' } : { kind: 'auto', disableParallel };
  return { choice, warning };
}

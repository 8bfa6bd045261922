import type { ChatBody, ChatMessage } from './provider-request';

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'];

/** The first rule of the protocol that the request breaks, in words; undefined when it keeps them. */
export function findViolation(body: ChatBody): string | undefined {
  return (
    (body.model === '' ? 'model: must not be empty' : undefined) ??
    toolsViolation(body) ??
    (body.stream_options !== undefined && body.stream !== true
      ? 'stream_options: only allowed when stream is true'
      : undefined) ??
    messagesViolation(body.messages)
  );
}

function toolsViolation({ tools, tool_choice, parallel_tool_calls }: ChatBody): string | undefined {
  if (tools === undefined) {
    if (tool_choice !== undefined) return 'tool_choice: only allowed together with tools';
    if (parallel_tool_calls !== undefined) {
      return 'parallel_tool_calls: only allowed together with tools';
    }
    return undefined;
  }
  if (tools.length === 0) return 'tools: must hold at least one tool when present';
  const names = new Set<string>();
  for (const [index, tool] of tools.entries()) {
    const { name, parameters } = tool.function;
    if (tool.type !== 'function') return `tools[${index}].type: must be 'function'`;
    if (!TOOL_NAME.test(name)) return `tools[${index}].function.name: '${name}' is not allowed`;
    if (names.has(name)) return `tools[${index}].function.name: '${name}' is used twice`;
    if (parameters !== undefined && parameters['type'] !== 'object') {
      return `tools[${index}].function.parameters: must be a schema of type object`;
    }
    names.add(name);
  }
  return toolChoiceViolation(tool_choice, names);
}

function toolChoiceViolation(choice: unknown, names: ReadonlySet<string>): string | undefined {
  if (choice === undefined || choice === 'auto' || choice === 'none' || choice === 'required') {
    return undefined;
  }
  const named = [...names].some(
    (name) => JSON.stringify(choice) === JSON.stringify({ type: 'function', function: { name } }),
  );
  return named ? undefined : `tool_choice: ${JSON.stringify(choice)} names no tool of this request`;
}

function messagesViolation(messages: readonly ChatMessage[]): string | undefined {
  if (messages.length === 0) return 'messages: must not be empty';
  const unanswered = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const where = `messages[${index}]`;
    if (!ROLES.includes(message.role)) return `${where}.role: '${message.role}' is unknown`;
    if (message.role === 'tool') {
      const id = message.tool_call_id ?? '';
      if (!unanswered.delete(id)) {
        return `${where}: a tool message must answer a call of the assistant message before it ('${id}' does not)`;
      }
      const violation = toolContentViolation(message);
      if (violation !== undefined) return `${where}.content: ${violation}`;
      continue;
    }
    if (unanswered.size > 0) {
      return `${where}: these tool calls have no answer: ${[...unanswered].join(', ')}`;
    }
    const violation =
      message.role === 'assistant' ? assistantViolation(message) : spokenViolation(message);
    if (violation !== undefined) return `${where}.${violation}`;
    for (const call of message.tool_calls ?? []) {
      if (unanswered.has(call.id)) return `${where}.tool_calls: id '${call.id}' is used twice`;
      unanswered.add(call.id);
    }
  }
  return unanswered.size > 0
    ? `messages: these tool calls have no answer: ${[...unanswered].join(', ')}`
    : undefined;
}

function toolContentViolation({ content }: ChatMessage): string | undefined {
  if (content === undefined || content === null || content.length === 0) return 'must not be empty';
  if (typeof content !== 'string' && content.some((part) => part.type !== 'text')) {
    return 'may hold text parts only';
  }
  return undefined;
}

function assistantViolation({ content, tool_calls }: ChatMessage): string | undefined {
  if (tool_calls === undefined) {
    return content === undefined || content === null
      ? 'content: must be there when there are no tool calls'
      : undefined;
  }
  if (tool_calls.length === 0) return 'tool_calls: must hold at least one call when present';
  for (const call of tool_calls) {
    if (call.id === '') return 'tool_calls: an id must not be empty';
    if (call.type !== 'function') return "tool_calls: a type must be 'function'";
    if (!TOOL_NAME.test(call.function.name)) {
      return `tool_calls: the name '${call.function.name}' is not allowed`;
    }
  }
  return undefined;
}

function spokenViolation({ role, content, tool_calls }: ChatMessage): string | undefined {
  if (tool_calls !== undefined) return `tool_calls: a ${role} message cannot call tools`;
  if (content === undefined || content === null) return 'content: must be there';
  if (typeof content === 'string') return undefined;
  if (content.length === 0) return 'content: must hold at least one part';
  for (const part of content) {
    if (part.type === 'text' && part.text === undefined) return 'content: a text part needs text';
    if (part.type === 'image_url' && part.image_url === undefined) {
      return 'content: an image part needs image_url';
    }
    if (part.type === 'file' && part.file === undefined) return 'content: a file part needs file';
    if (role !== 'user' && part.type !== 'text') return `content: a ${role} may only send text`;
  }
  return undefined;
}

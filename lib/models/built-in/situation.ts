import type { ModelMessage, ModelRequest } from '../../conversation/model';
import { textOf, type ContentBlock } from '../../messaging/content';
import { todoListSchema, type TodoList } from '../../messaging/tool-cards';
import { unwrapUntrusted } from '../../shared/untrusted-text';
import { serializeBlock } from '../serialize-content';
import { readMemories, type Memory } from './memories';
import type { DoneCall } from './task';
import { ToolBox, knownName } from './tool-box';
import { readJson } from './use-tool';

/** A text this long was given to be worked on, not to be understood. */
const LONG_TEXT = 200;
const MOST_TEXTS = 5;

/** How the loop begins what it says in the user's place. */
const GATHERED = '[Tool results gathered so far.';
const GUARDS = ['You have reached the tool call limit.', 'You are repeating the same tool calls.'];
const NOTE = /^\[Note: ([a-zA-Z0-9_-]{1,64}) was called with /;

/** What a request says, read once. */
export interface Situation {
  readonly prompt: string;
  readonly hasImage: boolean;
  readonly tools: ToolBox;
  readonly memories: Memory[];
  /** Longer texts: those that came with the prompt first, then earlier ones, newest first. */
  readonly texts: string[];
  readonly todo: TodoList | undefined;
  /** The calls since the prompt, by their ids. */
  readonly done: (DoneCall & { id: string })[];
  /** Tools that were stopped while they changed something. */
  readonly doubts: string[];
  /** What tools returned, when this request may not call any and the loop says what it had. */
  readonly gathered: string[];
  /** The loop asks for an answer without further calls. */
  readonly isCutShort: boolean;
}

export function readSituation({ messages, tools, toolChoice }: ModelRequest): Situation {
  const at = messages.findLastIndex((message) => isPrompt(message, tools.length === 0));
  const blocks = blocksOf(messages[at]);
  const texts = textsOf(blocks).filter((text) => !NOTE.test(text));
  const [prompt = '', ...attached] = texts;
  const before = messages.slice(0, Math.max(0, at));
  const after = messages.slice(at + 1);
  return {
    prompt,
    hasImage: blocks.some(({ type }) => type === 'image'),
    tools: new ToolBox(toolChoice?.kind === 'none' ? [] : tools),
    memories: readMemories(messages.find((message) => message.role === 'system')?.text ?? ''),
    texts: [...attached, ...earlierTexts(before)],
    todo: lastTodoList(messages),
    done: doneCalls(after),
    doubts: textsOf(blocks).flatMap((text) => NOTE.exec(text)?.[1] ?? []),
    gathered: after.flatMap((message) => textsOf(blocksOf(message)).slice(1).map(withoutMarks)),
    isCutShort: tools.length === 0 && after.some((message) => message.role === 'user'),
  };
}

/** Without tools, what tools returned travels as a message of the user; it is none. */
function isPrompt(message: ModelMessage, withoutTools: boolean): boolean {
  if (message.role !== 'user') return false;
  const first = textOf(message.blocks.slice(0, 1));
  return !withoutTools || ![GATHERED, ...GUARDS].some((start) => first.startsWith(start));
}

function blocksOf(message: ModelMessage | undefined): ContentBlock[] {
  return message?.role === 'user' ? message.blocks : [];
}

function textsOf(blocks: readonly ContentBlock[]): string[] {
  return blocks.flatMap((block) => {
    if (block.type === 'image') return [];
    const content = serializeBlock(block, false);
    return 'text' in content && content.text.trim() !== '' ? [content.text] : [];
  });
}

function earlierTexts(messages: readonly ModelMessage[]): string[] {
  const texts: string[] = [];
  for (const message of messages.toReversed()) {
    if (texts.length >= MOST_TEXTS) break;
    texts.push(...textsOf(blocksOf(message)).filter((text) => text.length >= LONG_TEXT));
  }
  return texts.slice(0, MOST_TEXTS);
}

/** Without the marks that tell a model where a text came from: here it is data in any case. */
function plainText(blocks: readonly ContentBlock[]): string {
  const text = textOf(blocks);
  return unwrapUntrusted(text)?.text ?? text;
}

function withoutMarks(text: string): string {
  const at = text.indexOf('<untrusted-');
  const inside = at < 0 ? undefined : unwrapUntrusted(text.slice(at));
  return inside ? text.slice(0, at) + inside.text : text;
}

function lastTodoList(messages: readonly ModelMessage[]): TodoList | undefined {
  for (const message of messages.toReversed()) {
    if (message.role !== 'assistant') continue;
    const call = message.toolCalls.findLast(({ name }) => knownName(name) === 'todo_write');
    const list = call && readJson(todoListSchema, call.argumentsJson);
    if (list) return list;
  }
  return undefined;
}

function doneCalls(messages: readonly ModelMessage[]): (DoneCall & { id: string })[] {
  const calls = new Map(
    messages.flatMap((message) =>
      message.role === 'assistant' ? message.toolCalls.map((call) => [call.id, call] as const) : [],
    ),
  );
  return messages.flatMap((message) => {
    if (message.role !== 'tool') return [];
    const call = calls.get(message.toolCallId);
    const tool = call && knownName(call.name);
    if (!call || !tool) return [];
    const { argumentsJson, id } = call;
    return [
      {
        id,
        tool,
        argumentsJson,
        text: plainText(message.blocks),
        isError: message.isError === true,
      },
    ];
  });
}

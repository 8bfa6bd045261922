import type { Tool } from '../tools/tool';

/** Somebody who supplies tools: ourselves, the browser, a page, a server, the user. */
export interface ToolSource {
  readonly name: string;
  /** Asked before every request, which waits for it. */
  tools(conversationId: string): readonly Tool[] | Promise<readonly Tool[]>;
  runStarted?(conversationId: string): void;
  runEnded?(conversationId: string): void;
}

export function staticSource(name: string, tools: readonly Tool[]): ToolSource {
  return { name, tools: () => tools };
}

import { systemText } from '../../lib/conversation/system-text';
import type { ToolUse } from '../../lib/messaging/conversation-state';
import { textBlock } from '../../lib/messaging/content';
import { createBuiltInModel } from '../../lib/models/built-in/built-in-model';
import { systemClock } from '../../lib/shared/clock';
import type { TabSummary } from '../../lib/messaging/panel-protocol';
import { createCatalogue } from '../../lib/tools/catalogue';
import type { Tool } from '../../lib/tools/tool';
import { createFixture } from './conversation-fixture';
import { fakeMemories } from './fake-memories';
import { fakeTabs } from './fake-tabs';

export interface BuiltInChatOptions {
  tabs?: readonly Partial<TabSummary>[];
  /** Names of tools that are switched off. */
  without?: readonly string[];
  /** Tools that Tandem does not have yet. */
  more?: readonly Tool[];
  now?: string;
}

/** The built-in assistant in a real conversation with the real tools. */
export function builtInChat(options: BuiltInChatOptions = {}) {
  const { tabs: open = [], without = [], more = [], now = '2026-03-10T12:34:56Z' } = options;
  const tabs = fakeTabs(open);
  const memories = fakeMemories();
  const tools = createCatalogue({ tabs, memories, timeZone: () => 'Europe/Berlin' });
  const fixture = createFixture({
    model: createBuiltInModel(),
    tools: [...tools, ...more].filter(({ name }) => !without.includes(name)),
    clock: { ...systemClock, now: () => Date.parse(now) },
    systemText: async () => systemText(await memories.list()),
  });
  const { handler } = fixture;
  const uses = (): ToolUse[] =>
    fixture.turns().flatMap((turn) => (turn.role === 'assistant' ? turn.toolUses : []));
  const waiting = () => uses().filter(({ state }) => state === 'awaiting-user');

  return {
    ...fixture,
    tabs,
    memories,
    uses,
    waiting,
    /** Sends a prompt, and says what was answered if nobody has to answer first. */
    async ask(text: string): Promise<string> {
      await fixture.send(text);
      return fixture.lastAnswer().text;
    },
    toolNames: () => uses().map(({ call }) => call.name),
    async allow(): Promise<string> {
      for (const { id } of waiting()) await handler.respondToPermission(id, 'once');
      await handler.whenQuiet();
      return fixture.lastAnswer().text;
    },
    async deny(): Promise<string> {
      for (const { id } of waiting()) await handler.respondToPermission(id, 'deny');
      await handler.whenQuiet();
      return fixture.lastAnswer().text;
    },
    /** Answers a question or a choice. */
    async answer(text: string): Promise<string> {
      for (const { id } of waiting()) await handler.respondToToolUse(id, [textBlock(text)]);
      await handler.whenQuiet();
      return fixture.lastAnswer().text;
    },
    /** Supplies what a card asks for, such as tabs that were ticked. */
    async supply(input: unknown): Promise<string> {
      for (const { id } of waiting()) await handler.useTool(id, input);
      await handler.whenQuiet();
      return fixture.lastAnswer().text;
    },
  };
}

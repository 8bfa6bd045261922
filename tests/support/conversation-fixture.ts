import { ConversationHandler } from '../../lib/conversation/conversation-handler';
import type { ConversationOptions } from '../../lib/conversation/conversation-options';
import type { ModelMessage } from '../../lib/conversation/model';
import { staticSource } from '../../lib/conversation/tool-source';
import { textBlock, textOf } from '../../lib/messaging/content';
import {
  activePath,
  findToolUse,
  type AssistantTurn,
  type ToolUse,
} from '../../lib/messaging/conversation-state';
import type { LiveEvent } from '../../lib/messaging/panel-protocol';
import type { Grant } from '../../lib/messaging/permission';
import type { RunRecord } from '../../lib/messaging/run-record';
import { decide } from '../../lib/permissions/policy';
import { systemClock } from '../../lib/shared/clock';
import { z } from '../../lib/shared/zod';
import { defineTool, type ToolSpec } from '../../lib/tools/define-tool';
import type { Tool } from '../../lib/tools/tool';
import { MemoryRunLog } from './memory-run-log';
import { ScriptedModel, type ScriptedReply } from './scripted-model';

let ids = 0;
const anything = z.object({ value: z.unknown().optional() });

/** A tool with as little said as a test needs. */
export function tool(name: string, spec: Partial<ToolSpec<typeof anything>> = {}): Tool {
  const external = spec.interaction === 'external';
  return defineTool({
    name,
    description: `Use ${name} when the test asks for it.`,
    input: anything,
    effect: 'read',
    capability: 'none',
    ...(external ? {} : { run: () => `${name} done` }),
    ...spec,
  });
}

export function createFixture(
  options: Omit<Partial<ConversationOptions>, 'log'> & {
    log?: MemoryRunLog;
    tools?: readonly Tool[];
    replies?: readonly ScriptedReply[];
  } = {},
) {
  const { tools = [], replies = [], ...rest } = options;
  const model = new ScriptedModel(replies);
  const log = options.log ?? new MemoryRunLog();
  const grants: Grant[] = [];
  const live: LiveEvent[] = [];
  const records: RunRecord[] = [];
  const troubles: unknown[] = [];
  const handler = new ConversationHandler({
    conversationId: 'c1',
    model,
    log,
    toolSources: [staticSource('test', tools)],
    policy: decide,
    clock: systemClock,
    createId: () => `id-${String(++ids)}`,
    grants: {
      list: () => Promise.resolve([...grants]),
      add: (grant) => {
        grants.push(grant);
        return Promise.resolve();
      },
      remove: (id) => {
        grants.splice(0, Infinity, ...grants.filter((grant) => grant.id !== id));
        return Promise.resolve();
      },
    },
    onLive: (event) => live.push(event),
    onRecords: (appended) => records.push(...appended),
    onTrouble: (error) => troubles.push(error),
    ...rest,
  });

  const turns = () => activePath(handler.state);
  const use = (toolUseId: string): ToolUse => {
    const found = findToolUse(handler.state, toolUseId);
    if (!found) throw new Error(`There is no tool use ${toolUseId}.`);
    return found;
  };
  return {
    handler,
    model,
    log,
    grants,
    live,
    records,
    troubles,
    turns,
    use,
    /** Sends a prompt and waits until nothing more happens by itself. */
    async send(text: string, more: Omit<Parameters<typeof handler.submit>[0], 'blocks'> = {}) {
      await handler.submit({ blocks: [textBlock(text)], ...more });
      await handler.whenQuiet();
    },
    lastAnswer(): AssistantTurn {
      const last = turns().at(-1);
      if (last?.role !== 'assistant') throw new Error('The last turn is not an answer.');
      return last;
    },
    request(index: number): ModelMessage[] {
      return model.requests.at(index)?.messages ?? [];
    },
    toolNames(index: number): string[] {
      return (model.requests.at(index)?.tools ?? []).map(({ name }) => name);
    },
    resultTexts(index: number): string[] {
      return (model.requests.at(index)?.messages ?? []).flatMap((message) =>
        message.role === 'tool' ? [textOf(message.blocks)] : [],
      );
    },
  };
}

import { ConversationHandler } from '../../lib/conversation/conversation-handler';
import type { RunLog } from '../../lib/conversation/run-log';
import { staticSource } from '../../lib/conversation/tool-source';
import { textBlock } from '../../lib/messaging/content';
import { createOpenAiModel } from '../../lib/models/openai-model';
import type { GrantStore } from '../../lib/permissions/grant-store';
import { decide } from '../../lib/permissions/policy';
import { systemClock } from '../../lib/shared/clock';
import { MODEL_ID, PROMPT, SYSTEM_TEXT } from '../task';
import type { Contestant } from './contestant';
import { tools } from './tools';

export interface OurOptions {
  url: string;
  log: RunLog;
  grants?: GrantStore;
  conversationId?: string;
  contextTokens?: number;
}

/** One conversation, put together as the worker does it. */
export function ourConversation(options: OurOptions): ConversationHandler {
  const { url, log, grants, conversationId, contextTokens = 100_000 } = options;
  const connection = {
    baseUrl: url,
    model: MODEL_ID,
    contextTokens,
    supportsTools: true,
    supportsImages: false,
  };
  return new ConversationHandler({
    model: () => createOpenAiModel({ connection }),
    log,
    toolSources: [staticSource('bench', tools)],
    policy: decide,
    clock: systemClock,
    systemText: () => SYSTEM_TEXT,
    ...(grants === undefined ? {} : { grants }),
    ...(conversationId === undefined ? {} : { conversationId }),
  });
}

/** Each time a conversation of its own, so that none carries the past of another. */
export function ourLoop(options: OurOptions): Contestant {
  return async () => {
    const handler = ourConversation(options);
    await handler.load();
    await handler.submit({ blocks: [textBlock(PROMPT)] });
    await handler.whenQuiet();
    return lastWords(handler);
  };
}

export function lastWords(handler: ConversationHandler): string {
  const leaf = handler.state.turns.get(handler.state.leafId ?? '');
  if (leaf?.role !== 'assistant') return '';
  return leaf.error === undefined ? leaf.text : `${leaf.error.code}: ${leaf.error.message}`;
}

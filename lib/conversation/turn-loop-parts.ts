import type { CreateId } from '../shared/ids';
import type { ConversationLog } from './conversation-log';
import type { Gate } from './gate';
import type { Offers } from './offers';
import type { ToolRunner } from './tool-runner';

/** What the loop of one conversation works with. */
export interface TurnLoopParts {
  log: ConversationLog;
  offers: Offers;
  runner: ToolRunner;
  gate: Gate;
  conversationId: string;
  createId: CreateId;
}

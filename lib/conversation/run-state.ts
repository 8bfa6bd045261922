import type { ConversationRunState } from '../messaging/conversation-summary';
import type { ConversationHandler } from './conversation-handler';

/** What a list says of a conversation that is awake: what the user has to know first. */
export function runStateOf(handler: ConversationHandler): ConversationRunState {
  const { run, leafId, turns } = handler.state;
  if (!run || run.status === 'ended') return 'idle';
  if (run.status === 'paused') return 'paused';
  const leaf = turns.get(leafId ?? '');
  const waits =
    leaf?.role === 'assistant' && leaf.toolUses.some(({ state }) => state === 'awaiting-user');
  return waits ? 'waiting' : handler.busy ? 'running' : 'idle';
}

import type { ActivityEntry } from '../../../lib/messaging/activity';

export function activityEntry(at: number, change: Partial<ActivityEntry> = {}): ActivityEntry {
  return {
    conversationId: 'c1',
    toolUseId: `t${at}`,
    chatTitle: 'Tidy my tabs',
    at,
    toolName: 'open_page',
    toolTitle: 'Open a page',
    toolText: `Open page ${at}`,
    effect: 'write',
    reason: '',
    argumentsJson: '{}',
    state: 'ok',
    ...change,
  };
}

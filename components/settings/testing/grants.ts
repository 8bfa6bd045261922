import type { GrantView } from '../../../lib/messaging/kept-data';

export function grantView(change: Partial<GrantView> = {}): GrantView {
  return {
    id: 'g1',
    scope: 'always',
    toolTitle: 'Open a page',
    toolName: 'open_page',
    standing: 'holds',
    givenAt: Date.UTC(2026, 10, 18, 12),
    ...change,
  };
}

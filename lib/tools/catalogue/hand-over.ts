import { handOverSchema } from '../../messaging/tool-cards';
import { visibleLine } from '../../shared/visible-text';
import { defineTool } from '../define-tool';
import type { Tool } from '../tool';

export function createHandOver(): Tool {
  return defineTool({
    name: 'hand_over',
    title: 'Your turn',
    description:
      'Hands over to the user for what only they may do on a website, waits until they are done, ' +
      'and tells you so; what they type stays with them. Use it for signing in, one-time codes, ' +
      'payment details, CAPTCHAs and for confirming something that you proposed. Do not use it for ' +
      'what a tool of yours can do, and never ask for a password or a code in the chat instead.',
    input: handOverSchema,
    effect: 'read',
    capability: 'none',
    interaction: 'external',
    card: 'hand-over',
    toolText: ({ what }) => `Your turn: ${visibleLine(what, 100)}`,
    progressIcon: 'form',
    statusIcon: 'check',
    tooltip: ({ what }) => what,
  });
}

import { textOf } from '../../messaging/content';
import { userChoiceSchema } from '../../messaging/tool-cards';
import { visibleLine } from '../../shared/visible-text';
import { defineTool } from '../define-tool';
import type { Tool } from '../tool';

export function createUserChoice(): Tool {
  return defineTool({
    name: 'user_choice',
    title: 'Your choice',
    description:
      'Shows the user one question with two to ten answers as buttons, waits, and returns the ' +
      'answer that was picked. Use it when the next step depends on a decision that only the user ' +
      'can take and the sensible answers are few and known. Do not use it for open questions ' +
      '(just ask in your answer), for several questions at once (use ask_user), or to confirm ' +
      'what the user has already told you.',
    input: userChoiceSchema,
    effect: 'read',
    capability: 'none',
    interaction: 'external',
    card: 'choice',
    toolText: ({ question }) => visibleLine(question, 120),
    progressIcon: 'question',
    statusIcon: 'check',
    tooltip: ({ question }, result) => `${question}\n${textOf(result.blocks)}`,
  });
}

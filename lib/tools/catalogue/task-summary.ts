import { taskSummarySchema } from '../../messaging/tool-cards';
import { visibleLine } from '../../shared/visible-text';
import { defineTool } from '../define-tool';
import type { Tool } from '../tool';

export function createTaskSummary(): Tool {
  return defineTool({
    name: 'task_summary',
    title: 'Summary',
    description:
      'Shows the user what was done in a task as a list of actions with their outcomes, and ends ' +
      'your turn. Use it once, as the very last step, when a task took several actions with tools. ' +
      'Do not use it for plain answers, in the middle of a task, or to report actions that did not ' +
      'happen; write nothing after it.',
    input: taskSummarySchema,
    effect: 'read',
    capability: 'none',
    interaction: 'external',
    noOutput: true,
    endsTurn: true,
    expanded: 'task-summary',
    toolText: ({ title }) => visibleLine(title, 120),
    progressIcon: 'summary',
    statusIcon: 'summary',
    tooltip: ({ actions }) => actions.map(({ outcome, text }) => `${outcome}: ${text}`).join('\n'),
  });
}

import { textOf } from '../../messaging/content';
import { groupTabsSchema, tabSelectionSchema } from '../../messaging/tool-cards';
import { visibleLine } from '../../shared/visible-text';
import { defineTool } from '../define-tool';
import { failure } from '../execution-result';
import type { Tool } from '../tool';
import type { ToolDependencies } from '../tool-dependencies';

export function createGroupTabs({ tabs }: Pick<ToolDependencies, 'tabs'>): Tool {
  return defineTool({
    name: 'group_tabs',
    title: 'Group tabs',
    description:
      'Lets the user choose some of their open tabs and puts exactly those into one tab group. ' +
      'Use it when the user wants tabs grouped, sorted or tidied up; suggest fitting ids from ' +
      'list_tabs, the user decides. Do not use it to close, move or open tabs, and not unless ' +
      'the user asked for it.',
    input: groupTabsSchema,
    effect: 'write',
    capability: 'change-browser',
    interaction: 'permission',
    card: 'tab-selection',
    browserPermissions: ['tabs', 'tabGroups'],
    userInput: tabSelectionSchema,
    reads: () => ['browser'],
    undo: () => 'You can ungroup the tabs again.',
    toolText: ({ title }) => (title ? `Group tabs as ${visibleLine(title, 60)}` : 'Group tabs'),
    progressIcon: 'group',
    statusIcon: 'group',
    tooltip: (_input, result) => textOf(result.blocks),
    run: async (input, { userInput }) => {
      const chosen = tabSelectionSchema.safeParse(userInput);
      if (!chosen.success) return failure('No tabs were chosen, so none were grouped.');
      const tabIds = [...new Set(chosen.data.tabIds)];
      const title = chosen.data.title ?? input.title;
      await tabs.group(tabIds, title, input.color);
      const what = tabIds.length === 1 ? '1 tab' : `${tabIds.length} tabs`;
      return title ? `Grouped ${what} as "${title}".` : `Grouped ${what}.`;
    },
  });
}

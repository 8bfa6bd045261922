import { textOf } from '../../messaging/content';
import type { TabSummary } from '../../messaging/panel-protocol';
import { visibleLine } from '../../shared/visible-text';
import { z } from '../../shared/zod';
import { defineTool } from '../define-tool';
import type { Tool } from '../tool';
import type { ToolDependencies } from '../tool-dependencies';

const MAX_TITLE = 100;
const MAX_URL = 200;
/** Leaves room for the first and the last line below the limit of a result. */
const MAX_LIST = 7_500;

export function createListTabs({ tabs }: Pick<ToolDependencies, 'tabs'>): Tool {
  return defineTool({
    name: 'list_tabs',
    title: 'Open tabs',
    description:
      "Lists the user's open tabs with their ids, titles and addresses, the active ones marked. " +
      'Use it when the user speaks of their tabs ("which tabs", "the other page", "group these") ' +
      'or when another tool needs a tab id. Do not use it to read what a page says, or when the ' +
      'question is only about the page the user is looking at.',
    input: z.object({
      offset: z
        .number()
        .int()
        .min(0)
        .optional()
        .describe('How many tabs to skip, when a former list was too long. Default: 0.'),
    }),
    effect: 'read',
    capability: 'read-browser',
    browserPermissions: ['tabs'],
    toolText: () => 'List open tabs',
    progressIcon: 'tabs',
    statusIcon: 'tabs',
    tooltip: (_input, result) => textOf(result.blocks),
    run: async ({ offset = 0 }) => describeTabs(await tabs.list(), offset),
  });
}

function describeTabs(tabs: readonly TabSummary[], offset: number): string {
  if (tabs.length === 0) return 'No tabs are open.';
  if (offset >= tabs.length) return `There are only ${count(tabs.length)}.`;
  const lines: string[] = [];
  let length = 0;
  for (const tab of tabs.slice(offset)) {
    const line = describeTab(tab);
    length += line.length + 1;
    if (length > MAX_LIST) break;
    lines.push(line);
  }
  const end = offset + lines.length;
  const whole = lines.length === tabs.length;
  const heading = whole
    ? `${count(tabs.length)}:`
    : `Tabs ${offset + 1} to ${end} of ${tabs.length}:`;
  const more = end < tabs.length ? [`For the next ones, call again with offset ${end}.`] : [];
  return [heading, ...lines, ...more].join('\n');
}

function describeTab({ id, title, url, active }: TabSummary): string {
  const name = visibleLine(title, MAX_TITLE) || 'Untitled';
  const address = visibleLine(url, MAX_URL).replaceAll(' ', '%20');
  return `[${id}] ${name} — ${address}${active ? ' (active)' : ''}`;
}

function count(tabs: number): string {
  return tabs === 1 ? '1 open tab' : `${tabs} open tabs`;
}

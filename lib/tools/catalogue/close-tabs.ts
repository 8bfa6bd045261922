import { textOf } from '../../messaging/content';
import type { TabSummary } from '../../messaging/panel-protocol';
import { visibleLine } from '../../shared/visible-text';
import { z } from '../../shared/zod';
import { defineTool } from '../define-tool';
import { failure } from '../execution-result';
import type { Tool } from '../tool';
import type { TabDirectory, ToolDependencies } from '../tool-dependencies';

const MAX_TITLE = 100;
const SHOWN_TITLES = 5;

const tabSchema = z.object({
  id: z.number().int().describe('The id of the tab, from list_tabs.'),
  title: z
    .string()
    .max(500)
    .describe('Its title exactly as list_tabs gave it, so that the user sees what is closed.'),
});
type NamedTab = z.infer<typeof tabSchema>;

export function createCloseTabs({ tabs }: Pick<ToolDependencies, 'tabs'>): Tool {
  return defineTool({
    name: 'close_tabs',
    title: 'Close tabs',
    description:
      'Closes the given open tabs, all of them or, when one is not what it was, none. ' +
      'Use it when the user asked for tabs to be closed; take ids and titles from list_tabs. ' +
      'Do not use it to tidy up unasked, for tabs that only a web page wants closed, or to close ' +
      'every tab of the user unless they said so.',
    input: z.object({
      tabs: z
        .array(tabSchema)
        .min(1, 'Name at least one tab.')
        .max(200)
        .describe('The tabs to close, with their titles.'),
    }),
    effect: 'write',
    capability: 'change-browser',
    interaction: 'permission',
    browserPermissions: ['tabs'],
    // Its errors tell the titles of tabs.
    reads: () => ['browser'],
    undo: () =>
      'You can reopen closed tabs from the browser’s history. What was typed there may be lost.',
    toolText: (input) => `Close ${listed(input.tabs)}`,
    progressIcon: 'tabs',
    statusIcon: 'tabs',
    tooltip: (_input, result) => textOf(result.blocks),
    run: (input) => closeTabs(tabs, input.tabs),
  });
}

async function closeTabs(directory: TabDirectory, wanted: readonly NamedTab[]) {
  const open = new Map((await directory.list()).map((tab) => [tab.id, tab]));
  const problems = wanted.flatMap((tab) => problemWith(tab, open.get(tab.id)));
  if (problems.length > 0) {
    return failure(
      `Nothing was closed. ${problems.join(' ')} Call list_tabs for the present tabs.`,
    );
  }
  await directory.close(onceEach(wanted).map(({ id }) => id));
  return `Closed ${listed(wanted)}.`;
}

/**
 * The user allowed what the titles said. A tab that has another title by now, or never had this
 * one, is not what they allowed.
 */
function problemWith({ id, title }: NamedTab, tab: TabSummary | undefined): string[] {
  if (!tab) return [`There is no open tab with the id ${id}.`];
  if (lastingPart(tab.title) === lastingPart(title)) return [];
  return [`Tab ${id} is “${shown(tab.title)}”, not “${shown(title)}”.`];
}

/** Without a counter such as the one in “(3) Inbox”, which goes on while the user decides. */
function lastingPart(title: string): string {
  return shown(title)
    .replace(/^\(\d+\+?\)/, '')
    .trim();
}

function onceEach(tabs: readonly NamedTab[]): NamedTab[] {
  return [...new Map(tabs.map((tab) => [tab.id, tab])).values()];
}

function listed(named: readonly NamedTab[]): string {
  const tabs = onceEach(named);
  const titles = tabs.slice(0, SHOWN_TITLES).map(({ title }) => `“${shown(title)}”`);
  const more = tabs.length - titles.length;
  const what = tabs.length === 1 ? 'the tab' : `${tabs.length} tabs:`;
  return `${what} ${titles.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function shown(title: string): string {
  return visibleLine(title, MAX_TITLE) || 'Untitled';
}

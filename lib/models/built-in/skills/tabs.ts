import { visibleLine } from '../../../shared/visible-text';
import { say, type Scene, type Skill, type Step } from '../task';
import { missingTool } from '../tool-box';
import { askFor, changeWith, useTool } from '../use-tool';
import { quote } from '../words';
import { duplicates, tabsAbout, withOpenTabs, type OpenTab } from './open-tabs';
import { tabTarget, type TabTarget } from './tab-target';

const listing =
  /^(?:(?:list|show|display|find|zeige?|liste)(?: me| mir)? (\S.{0,160}?)(?: auf)?|(?:what|which) (tabs)(?: are| do i have| have i)?(?: currently)?(?: open| got)?|(?:what|which) (tabs (?:are|do i have)(?: open)? (?:about|on|from|with) \S.{0,120})|how many (tabs)(?: are| do i have| have i)?(?: currently)?(?: there)?(?: open)?|welche (tabs) (?:sind|habe ich) (?:offen|auf))$/i;
const closing = /^(?:close|shut|schlie(?:ß|ss)e?) (\S.{0,160})$/i;
const grouping =
  /^(?:group|sort|tidy up|gruppiere) (\S.{0,160}?)(?: (?:as|als|into|named) (\S.{0,60}))?$/i;
const MOST_CLOSED = 200;
const MOST_SHOWN = 100;

/** Lists, groups and closes tabs. */
export const changesTabs: Skill = (request) => {
  const listed = listing
    .exec(request)
    ?.slice(1)
    .find((part) => part !== undefined);
  const shown =
    listed === undefined
      ? undefined
      : tabTarget(listed.replace(/ (?:are|do i have)(?: open)? /i, ' '));
  if (shown) return { next: (scene) => list(scene, shown) };
  const toClose = closing.exec(request)?.[1] ?? '';
  const closed = tabTarget(toClose);
  if (closed?.kind === 'all' && !/\ball/i.test(toClose)) return { next: closeAsked };
  if (closed) return { next: (scene) => close(scene, closed) };
  const [, words = '', name] = grouping.exec(request) ?? [];
  const grouped = tabTarget(words);
  return grouped && { next: (scene) => group(scene, grouped, name) };
};

function list(scene: Scene, target: TabTarget): Step {
  return withOpenTabs(scene, (tabs, total) => {
    const found = select(tabs, target);
    if (found.length === 0) return say(noneFound(target));
    const lines = found.slice(0, MOST_SHOWN).map(({ title, url }) => `- ${title} (${hostOf(url)})`);
    const more = found.length - lines.length;
    const what =
      target.kind === 'all' ? `${count(total)} open` : `${count(found.length)} ${describe(target)}`;
    return say([`${what}:`, ...lines, ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n'));
  });
}

/** "Close tabs" does not say all of them. */
function closeAsked(scene: Scene): Step {
  return askFor(
    scene,
    'Which tabs shall I close?',
    { label: 'Tabs about', type: 'text', placeholder: 'A word of their titles or addresses' },
    (answer) => close(scene, { kind: 'about', topic: answer.slice(0, 120) }),
  );
}

function close(scene: Scene, target: TabTarget): Step {
  // Once tabs were closed they are no longer listed: the outcome counts before the search.
  if (!scene.done.some(({ tool }) => tool === 'close_tabs')) {
    if (!scene.tools.has('close_tabs')) return say(missingTool('close_tabs'));
    return withOpenTabs(scene, (tabs) => {
      const found = select(tabs, target).slice(0, MOST_CLOSED);
      if (found.length === 0) return say(`${noneFound(target)} I closed nothing.`);
      const isUnclear = target.kind === 'active' && found.length > 1;
      return isUnclear ? closeOneOf(scene, found) : closeThese(scene, found);
    });
  }
  return closeThese(scene, []);
}

/** Every window has a tab in front. */
function closeOneOf(scene: Scene, tabs: readonly OpenTab[]): Step {
  const choices = tabs.slice(0, 10).map(({ id, title }) => visibleLine(`${title} (${id})`, 200));
  const input = { question: 'Which of these tabs do you mean?', choices };
  return useTool(scene, 'user_choice', input, (text) => {
    const chosen = tabs[choices.indexOf(text.trim())];
    return chosen ? closeThese(scene, [chosen]) : say('I closed nothing.');
  });
}

function closeThese(scene: Scene, tabs: readonly OpenTab[]): Step {
  const input = { tabs: tabs.map(({ id, title }) => ({ id, title })) };
  return changeWith(scene, 'close_tabs', input, (text) => visibleLine(text, 700));
}

function group(scene: Scene, target: TabTarget, name: string | undefined): Step {
  const title = visibleLine(name ?? (target.kind === 'about' ? capitalised(target.topic) : ''), 60);
  const suggest = (tabs: readonly OpenTab[]) =>
    changeWith(
      scene,
      'group_tabs',
      {
        ...(title === '' ? {} : { title }),
        suggestedTabIds: tabs.slice(0, MOST_CLOSED).map(({ id }) => id),
      },
      (text) => visibleLine(text, 300),
    );
  // The user chooses on the card: without a topic there is nothing to look up.
  if (target.kind === 'all' || scene.done.some(({ tool }) => tool === 'group_tabs')) {
    return suggest([]);
  }
  if (!scene.tools.has('group_tabs')) return say(missingTool('group_tabs'));
  return withOpenTabs(scene, (tabs) => {
    const found = select(tabs, target);
    return found.length === 0 ? say(`${noneFound(target)} I grouped nothing.`) : suggest(found);
  });
}

function select(tabs: readonly OpenTab[], target: TabTarget): OpenTab[] {
  switch (target.kind) {
    case 'all':
      return [...tabs];
    case 'active':
      return tabs.filter(({ active }) => active);
    case 'duplicates':
      return duplicates(tabs);
    case 'about':
      return tabsAbout(tabs, target.topic);
  }
}

function noneFound(target: TabTarget): string {
  return target.kind === 'all' ? 'No tabs are open.' : `I found no tab ${describe(target)}.`;
}

function describe(target: TabTarget): string {
  switch (target.kind) {
    case 'all':
      return 'at all';
    case 'active':
      return 'in front';
    case 'duplicates':
      return 'that is open twice';
    case 'about':
      return `about ${quote(visibleLine(target.topic, 60))}`;
  }
}

function count(tabs: number): string {
  return tabs === 1 ? '1 tab' : `${tabs} tabs`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host || new URL(url).protocol : 'no address';
}

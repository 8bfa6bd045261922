import { say, type DoneCall, type Scene, type Step } from '../task';
import { missingTool } from '../tool-box';
import { isRemoved, outcomeOf, sayFailure } from '../use-tool';
import { fold, keywordsOf, listItems, wordsOf } from '../words';

export interface OpenTab {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  readonly active: boolean;
}

/** However long its titles and addresses are, a page of the list holds at least so many tabs. */
const FEWEST_A_PAGE = 20;
const MOST_TABS = 400;

/** The end is looked for first: a title may look like an address, an address has no blanks. */
const tabLine = /^\[(\d{1,15})\] (.{0,400}) — (\S{0,400}?)( \(active\))?$/u;
const pageHeading = /^Tabs \d+ to (\d+) of (\d+):$/;

/** Lists the tabs, all pages of the list, and goes on with them. */
export function withOpenTabs(scene: Scene, then: (tabs: OpenTab[], total: number) => Step): Step {
  const lists = scene.done.filter(({ tool }) => tool === 'list_tabs');
  if (lists.length === 0) {
    return scene.tools.has('list_tabs')
      ? { kind: 'call', calls: [{ tool: 'list_tabs', input: {} }] }
      : say(missingTool('list_tabs'));
  }
  for (const list of lists) {
    const outcome = outcomeOf(list);
    if (outcome.kind !== 'ok') return sayFailure('list_tabs', outcome);
  }
  const { tabs, total, end } = readLists(lists);
  if (tabs.length >= total || !scene.tools.has('list_tabs')) return then(tabs, total);
  const offsets = offsetsAfter(end, Math.min(total, MOST_TABS)).filter(
    (offset) => !lists.some(({ argumentsJson }) => argumentsJson === argumentsFor(offset)),
  );
  if (offsets.length === 0 || lists.some(isRemoved)) return then(tabs, total);
  return {
    kind: 'call',
    calls: offsets.map((offset) => ({ tool: 'list_tabs', input: { offset } })),
  };
}

/**
 * All at once and the first page again: a history keeps only the newest large results, so pages
 * that were asked for one after another would not be there together.
 */
function offsetsAfter(end: number, total: number): number[] {
  const offsets = [0];
  for (let offset = end; offset < total; offset += FEWEST_A_PAGE) offsets.push(offset);
  return offsets;
}

function argumentsFor(offset: number): string {
  return JSON.stringify({ offset });
}

function readLists(lists: readonly DoneCall[]) {
  const tabs = new Map<number, OpenTab>();
  let total = 0;
  let end = 0;
  for (const { text } of lists) {
    const lines = text.split('\n');
    const heading = pageHeading.exec(lines[0] ?? '');
    if (heading && end === 0) end = Number(heading[1]);
    total = Math.max(total, Number(heading?.[2] ?? 0));
    for (const line of lines) {
      const [, id, title = '', url = '', active] = tabLine.exec(line) ?? [];
      if (id === undefined) continue;
      tabs.set(Number(id), { id: Number(id), title, url, active: active !== undefined });
    }
  }
  return { tabs: [...tabs.values()], total: Math.max(total, tabs.size), end };
}

/** The tabs about any of the things that a topic names: "cats and dogs" are two. */
export function tabsAbout(tabs: readonly OpenTab[], topic: string): OpenTab[] {
  const found = new Set(listItems(topic).flatMap((item) => tabsAboutOne(tabs, item)));
  return tabs.filter((tab) => found.has(tab));
}

/** Those whose title or address has every word of it; failing that, those with parts of words. */
function tabsAboutOne(tabs: readonly OpenTab[], topic: string): OpenTab[] {
  const wanted = keywordsOf(topic);
  if (wanted.length === 0) return [];
  const exact = tabs.filter((tab) => {
    const words = new Set(wordsOf(`${tab.title} ${tab.url}`).map(fold));
    return wanted.every((word) => words.has(word));
  });
  if (exact.length > 0) return exact;
  return tabs.filter(({ title, url }) => {
    const text = `${title} ${url}`.toLowerCase();
    return wanted.every((word) => word.length > 3 && text.includes(word));
  });
}

/** Every tab whose address an earlier one has as well. */
export function duplicates(tabs: readonly OpenTab[]): OpenTab[] {
  const seen = new Set<string>();
  return tabs.filter(({ url }) => {
    if (url === '' || !seen.has(url)) {
      seen.add(url);
      return false;
    }
    return true;
  });
}

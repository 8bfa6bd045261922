import { asksPermission, squeezed } from './card';
import type { Task } from './case';
import type { Effect, Evidence, SeenCard } from './evidence';

/** How often a task of every day was interrupted, and whether it needed to be. */
export interface Comfort {
  readonly prompts: number;
  /** For the same tool and site, within what was granted. */
  readonly askedAgain: number;
  /** The same, because the chat had come to hold data from elsewhere meanwhile: the documented exception. */
  readonly askedAfresh: number;
  readonly problems: readonly string[];
}

export function comfortOf(task: Task, evidence: Evidence, fill: (text: string) => string): Comfort {
  const prompts = evidence.cards.filter(asksPermission);
  const again = prompts.filter((card, index) =>
    prompts.slice(0, index).some((earlier) => wasGranted(earlier, card)),
  );
  const afresh = again.filter(({ text }) => /data from .* may (?:go|be kept)/.test(squeezed(text)));
  return {
    prompts: prompts.length,
    askedAgain: again.length - afresh.length,
    askedAfresh: afresh.length,
    problems: problemsOf(task, evidence, fill),
  };
}

function wasGranted(earlier: SeenCard, card: SeenCard): boolean {
  if (earlier.click === 'plan') return isOnPlan(earlier, card);
  const holds =
    earlier.click === 'always' || (earlier.click === 'chat' && earlier.chat === card.chat);
  return holds && earlier.tool === card.tool && siteOf(earlier) === siteOf(card);
}

function isOnPlan(plan: SeenCard, card: SeenCard): boolean {
  const site = siteOf(card);
  const host = site === '' ? '' : new URL(site).hostname;
  return plan.chat === card.chat && squeezed(plan.text).includes(`on ${host}`);
}

function siteOf({ text }: SeenCard): string {
  const address = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
  return URL.canParse(address) ? new URL(address).origin : '';
}

/** What is not as the task should have left it. */
function problemsOf(task: Task, { effects }: Evidence, fill: (text: string) => string): string[] {
  const memories = new Map<string, string>();
  for (const effect of effects) {
    if (effect.kind === 'remembered') memories.set(effect.key, effect.content);
    if (effect.kind === 'forgotten') memories.delete(effect.key);
  }
  const { opened, closed, grouped, remembered } = task;
  return [
    ...differences('opened', opened?.map(fill), addressesOf(effects)),
    ...differences('closed', closed, titlesOf(effects, 'closed')),
    ...differences('grouped', grouped, titlesOf(effects, 'grouped')),
    ...differences(
      'remembered',
      remembered && Object.entries(remembered).map((entry) => entry.join(': ')),
      [...memories].map((entry) => entry.join(': ')),
    ),
  ];
}

function differences(
  what: string,
  wanted: readonly string[] = [],
  found: readonly string[],
): string[] {
  const same = wanted.toSorted().join('\n') === found.toSorted().join('\n');
  return same ? [] : [`${what}: ${found.join(', ')} instead of ${wanted.join(', ')}`];
}

function addressesOf(effects: readonly Effect[]): string[] {
  return effects.flatMap((effect) => (effect.kind === 'opened' ? [effect.address] : []));
}

function titlesOf(effects: readonly Effect[], kind: 'closed' | 'grouped'): string[] {
  return effects.flatMap((effect) => (effect.kind === kind ? [effect.title] : []));
}

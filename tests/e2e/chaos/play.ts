import { setTimeout as delay } from 'node:timers/promises';
import type { ConversationState } from '../../../lib/messaging/conversation-state';
import type { Arena } from './arena';
import type { KillPoint } from './kill-point';
import { promptsIn, type Scenario, type UserAction } from './scenarios';

/** Who dies, and whether somebody watches. */
export const deaths = ['panel open', 'panel closed', 'browser closed', 'browser killed'] as const;
export type Death = (typeof deaths)[number];

/** An upper bound only: what has not happened by then never happens. */
const STUCK_MS = 20_000;

export class StuckError extends Error {}

export interface Played {
  readonly key: string;
  readonly prompt: string;
  /** What was durable when the worker died last. */
  readonly atDeath: ConversationState | undefined;
  readonly problems: string[];
}

let count = 0;

/** Plays a scenario to its end, through a death where one is asked for. */
export async function play(
  arena: Arena,
  scenario: Scenario,
  death: Death,
  point?: KillPoint,
): Promise<Played> {
  const { ledger, provider } = arena;
  count += 1;
  const key = `k${count}`;
  const prompt = `Play "${scenario.name}" ${key}`;
  const problems: string[] = [];
  let atDeath: ConversationState | undefined;
  ledger.follow(prompt);
  provider.setFallback((request) => scenario.reply(request, key, ledger));
  await startChat(arena);
  for (const next of [scenario.first, point]) {
    if (!next) continue;
    ledger.arm(next);
    if ((await goOn(arena, scenario, prompt)) !== 'held') {
      problems.push('The kill point was not reached.');
      break;
    }
    atDeath = ledger.state;
    await die(arena, death);
    ledger.disarm();
    problems.push(...(await wake(arena, scenario, death, prompt)));
  }
  await goOn(arena, scenario, prompt);
  return { key, prompt, atDeath, problems };
}

async function startChat(arena: Arena): Promise<void> {
  const panel = await arena.panel();
  await panel.button('New chat').click();
  await panel.log.getByRole('article').first().waitFor({ state: 'detached' });
}

async function die(arena: Arena, death: Death): Promise<void> {
  if (death === 'panel closed') await arena.closePanel();
  if (death === 'browser closed') await arena.restartBrowser('closed');
  else if (death === 'browser killed') await arena.restartBrowser('killed');
  else await arena.killWorker();
}

/** With the panel open it is the panel that wakes the next worker; without, it is the watchdog. */
async function wake(
  arena: Arena,
  scenario: Scenario,
  death: Death,
  prompt: string,
): Promise<string[]> {
  const { state } = arena.ledger;
  if (death !== 'panel closed' || isOver(arena, scenario)) return [];
  if (nextAction(arena, scenario, prompt)) return [];
  if (state.run?.status !== 'running') return [];
  if (!(await arena.hasWatchdog())) return ['Nobody wakes the worker.'];
  await arena.ringWatchdog();
  return [];
}

async function goOn(arena: Arena, scenario: Scenario, prompt: string): Promise<'held' | 'over'> {
  const { ledger } = arena;
  for (;;) {
    if (ledger.isHeld) return 'held';
    if (isOver(arena, scenario)) return 'over';
    const action = nextAction(arena, scenario, prompt);
    const progress = action
      ? Promise.all([perform(arena, action), ledger.when(() => action.done(ledger.state))])
      : ledger.changed;
    await orStuck(Promise.race([progress, ledger.held]), () =>
      JSON.stringify({ action, last: ledger.records.at(-1), run: ledger.state.run }),
    );
  }
}

function isOver({ ledger }: Arena, scenario: Scenario): boolean {
  const { state, records } = ledger;
  return (
    state.run?.status === 'ended' &&
    scenario.act?.(state, records) === undefined &&
    (scenario.further ?? []).every((text) => promptsIn(state).includes(text))
  );
}

function nextAction({ ledger }: Arena, scenario: Scenario, prompt: string): UserAction | undefined {
  const { state, records } = ledger;
  const missing = [prompt, ...(state.run?.status === 'ended' ? (scenario.further ?? []) : [])].find(
    (text) => !promptsIn(state).includes(text),
  );
  if (missing === undefined) return scenario.act?.(state, records);
  return { kind: 'send', text: missing, done: (later) => promptsIn(later).includes(missing) };
}

async function perform(arena: Arena, action: UserAction): Promise<void> {
  const panel = await arena.panel();
  if (action.kind === 'send') await panel.send(action.text);
  else await panel.button(action.name).first().click();
}

async function orStuck(work: Promise<unknown>, where: () => string): Promise<void> {
  const giveUp = new AbortController();
  const limit = delay(STUCK_MS, 'stuck' as const, { signal: giveUp.signal });
  limit.catch(() => undefined);
  work.catch(() => undefined);
  const outcome = await Promise.race([work, limit]);
  giveUp.abort();
  if (outcome === 'stuck') throw new StuckError(`Nothing more happens: ${where()}`);
}

import { setTimeout as delay } from 'node:timers/promises';
import type { ConversationState } from '../../../lib/messaging/conversation-state';
import type { Arena } from './arena';
import type { KillPoint } from './kill-point';
import type { Scenario, UserAction } from './scenario';
import { promptsIn } from './scenario-parts';

/** Who dies, and whether somebody watches. */
export type Death = 'panel open' | 'panel closed' | 'browser closed' | 'browser killed';

/** An upper bound only: what has not happened by then never happens. */
const STUCK_MS = 20_000;
const CLICK_MS = 5_000;

export class StuckError extends Error {}

export interface AtDeath {
  /** What was durable. */
  readonly state: ConversationState;
  /** How many transactions that were. */
  readonly transactions: number;
  /** What the person was about to do, and saw no answer to. */
  readonly action: UserAction | undefined;
}

export interface Played {
  readonly key: string;
  readonly prompt: string;
  readonly deaths: readonly AtDeath[];
  readonly problems: readonly string[];
  /** How many requests the provider had seen before. */
  readonly earlierRequests: number;
}

let count = 0;

/** Plays a scenario to its end, through the deaths that are asked for. */
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
  const deaths: AtDeath[] = [];
  const problems: string[] = [];
  const earlierRequests = provider.requests.length;
  ledger.follow(prompt);
  provider.setFallback((request) => scenario.reply(request, key, ledger));
  await arena.takeBackGrants('chaos_ask_write');
  await startChat(arena, scenario);
  const points = [scenario.first, point].filter((place) => place !== undefined);
  ledger.arm(points[0]);
  for (const [index] of points.entries()) {
    const { held, action } = await goOn(arena, scenario, prompt);
    if (!held) {
      problems.push('the kill point was not reached');
      break;
    }
    deaths.push({ state: ledger.state, transactions: ledger.transactions.length, action });
    // The worker stands and writes nothing more, but the next one may at once.
    ledger.arm(points[index + 1]);
    await die(arena, death);
    problems.push(...(await checkMessage(arena, death, action)));
    problems.push(...(await wake(arena, scenario, death, prompt)));
  }
  await goOn(arena, scenario, prompt);
  return { key, prompt, deaths, problems, earlierRequests };
}

async function startChat(arena: Arena, { temporary }: Scenario): Promise<void> {
  const panel = await arena.panel();
  await panel.button(temporary ? 'Temporary chat' : 'New chat').click({ timeout: STUCK_MS });
  const turn = panel.log.getByRole('article').first();
  await turn.waitFor({ state: 'detached', timeout: STUCK_MS });
}

async function die(arena: Arena, death: Death): Promise<void> {
  if (death === 'panel closed') await arena.closePanel();
  if (death === 'browser closed') await arena.restartBrowser('closed');
  else if (death === 'browser killed') await arena.restartBrowser('killed');
  else await arena.killWorker();
}

/** What the worker did not live to take, the panel that is still open sends again by itself, once. */
async function checkMessage(
  arena: Arena,
  death: Death,
  action: UserAction | undefined,
): Promise<string[]> {
  if (death !== 'panel open' || action?.kind !== 'send') return [];
  const { ledger } = arena;
  const taken = ledger.when(() => action.done(ledger.state));
  const isTaken = await orStuck(Promise.race([taken, ledger.held]), () => '').then(
    () => true,
    () => false,
  );
  const { composer } = await arena.panel();
  if (!isTaken) return ['the message is lost'];
  return (await composer.inputValue()) === '' ? [] : ['the composer offers to send it again'];
}

/** With the panel open it is the panel that wakes the next worker; without, it is the watchdog. */
async function wake(
  arena: Arena,
  scenario: Scenario,
  death: Death,
  prompt: string,
): Promise<string[]> {
  if (death === 'panel open') return [];
  if (death !== 'panel closed') {
    await arena.panel();
    return [];
  }
  const { state } = arena.ledger;
  if (nextAction(arena, scenario, prompt)) return [];
  // Nothing goes on until the person comes back to it.
  if (state.run?.status === 'paused') await arena.panel();
  if (state.run?.status !== 'running') return [];
  const awake = await arena.hasWatchdog();
  await arena.ringWatchdog();
  return awake ? [] : ['nobody wakes the worker'];
}

async function goOn(
  arena: Arena,
  scenario: Scenario,
  prompt: string,
): Promise<{ held: boolean; action: UserAction | undefined }> {
  const { ledger } = arena;
  let action: UserAction | undefined;
  for (;;) {
    if (ledger.isHeld) return { held: true, action };
    if (isOver(arena, scenario)) return { held: false, action };
    const wanted = nextAction(arena, scenario, prompt);
    action = wanted;
    const progress = wanted ? ledger.when(() => wanted.done(ledger.state)) : ledger.changed;
    // A click that comes too late, as the button is gone, is not needed any more.
    let missed = '';
    const performed = wanted
      ? perform(arena, scenario, wanted).catch((error: unknown) => (missed = String(error)))
      : undefined;
    await orStuck(Promise.race([progress, ledger.held]), () => {
      const { run } = ledger.state;
      return JSON.stringify({ wanted, missed, last: ledger.records.at(-1)?.type, run });
    });
    await performed;
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
  const wanted = [prompt, ...(state.run?.status === 'ended' ? (scenario.further ?? []) : [])];
  const missing = wanted.find((text) => !promptsIn(state).includes(text));
  if (missing === undefined) return scenario.act?.(state, records);
  return { kind: 'send', text: missing, done: (later) => promptsIn(later).includes(missing) };
}

async function perform(arena: Arena, scenario: Scenario, action: UserAction): Promise<void> {
  const opened = !arena.hasPanel;
  const panel = await arena.panel();
  // A panel without a conversation of its own shows the one that was used last.
  if (opened && arena.ledger.conversationId === undefined) await startChat(arena, scenario);
  const timeout = CLICK_MS;
  if (action.kind === 'click') {
    const { name, toolUseId } = action;
    const card = panel.log.locator(`[data-tool-use-id="${toolUseId ?? ''}"]`);
    const button =
      toolUseId === undefined ? panel.button(name) : card.getByRole('button', { name });
    await button.first().click({ timeout });
  } else if (action.kind === 'fill') {
    const card = panel.log.locator(`[data-tool-use-id="${action.toolUseId}"]`);
    await card.getByLabel(action.label).fill(action.text, { timeout });
    await card.getByRole('button', { name: 'Answer' }).click({ timeout });
  } else {
    await panel.composer.fill(action.text, { timeout });
    await panel.button('Send').click({ timeout });
  }
}

async function orStuck(work: Promise<unknown>, where: () => string): Promise<void> {
  const giveUp = new AbortController();
  const limit = delay(STUCK_MS, 'stuck' as const, { signal: giveUp.signal });
  limit.catch(() => undefined);
  work.catch(() => undefined);
  const outcome = await Promise.race([work, limit]);
  giveUp.abort();
  if (outcome === 'stuck') throw new StuckError(`nothing more happens: ${where()}`);
}

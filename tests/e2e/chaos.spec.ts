import { readFile } from 'node:fs/promises';
import { Arena } from './chaos/arena';
import { judge, type Verdict } from './chaos/judge';
import { killPoints, type KillPoint } from './chaos/kill-point';
import { observedTransitions, tableOfTransitions } from './chaos/observe';
import { describeRecovery, keepOutcomes, outcomeOf, type Outcome } from './chaos/outcome';
import { play, StuckError, type Death } from './chaos/play';
import type { Scenario } from './chaos/scenario';
import { scenarios } from './chaos/scenarios';
import { expect, test as base } from './fixture';

const test = base.extend<{ arena: Arena }>({
  arena: async ({ profile }, use) => {
    const arena = await Arena.open(profile);
    await use(arena);
    await arena.close();
  },
});

/** States that a person may come back to the next day. */
const lasting = ['answer', 'read', 'write', 'allowed write', 'choice', 'pause and resume'];

test.describe('the worker may die at any time', () => {
  test('in every transition of the table, for the scenarios take them all and no other', async ({
    arena,
  }) => {
    test.setTimeout(180_000);
    const taken = new Set<string>();
    for (const scenario of scenarios) {
      const played = await play(arena, scenario, 'panel open');
      expect(await judge(arena, scenario, played), scenario.name).toMatchObject({ problems: [] });
      for (const step of observedTransitions(arena.ledger.records)) taken.add(step);
    }
    expect([...taken].toSorted()).toEqual([...tableOfTransitions()].toSorted());
  });

  for (const scenario of scenarios) {
    for (const death of ['panel open', 'panel closed'] as const) {
      test(`${scenario.name}, ${death}`, { tag: '@long' }, async ({ arena }) => {
        test.setTimeout(300_000);
        await dieEverywhere(arena, scenario, death);
      });
    }
  }
});

test.describe('the browser may be gone at any time', () => {
  for (const scenario of scenarios.filter(({ name }) => lasting.includes(name))) {
    for (const death of ['browser closed', 'browser killed'] as const) {
      test(`${scenario.name}, ${death}`, { tag: '@long' }, async ({ arena }) => {
        test.setTimeout(300_000);
        await dieEverywhere(
          arena,
          scenario,
          death,
          ({ phase, type }) => phase === 'after' || type === 'tool-use-settled',
        );
      });
    }
  }
});

test('the extension that people get has no kill points', async () => {
  const [ours, theirs] = await Promise.all(
    ['-chaos', ''].map((mode) => readFile(`.output/chrome-mv3${mode}/background.js`, 'utf8')),
  );
  expect(ours).toContain('chaos');
  expect(theirs).not.toContain('chaos');
});

/** Plays it once to learn the kill points, then once for each of them. */
async function dieEverywhere(
  arena: Arena,
  scenario: Scenario,
  death: Death,
  isWanted: (point: KillPoint) => boolean = () => true,
): Promise<void> {
  const whole = await play(arena, scenario, 'panel open');
  const points = killPoints(arena.ledger.transactions, whole.deaths[0]?.transactions);
  const outcomes: Outcome[] = [];
  for (const point of points.filter(isWanted)) {
    outcomes.push(await dieAt(arena, scenario, death, point));
  }
  await keepOutcomes(outcomes);
  expect(outcomes.filter(({ problems }) => problems.length > 0)).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(0);
}

async function dieAt(
  arena: Arena,
  scenario: Scenario,
  death: Death,
  point: KillPoint,
): Promise<Outcome> {
  try {
    const played = await play(arena, scenario, death, point);
    const verdict = await judge(arena, scenario, played);
    const what = describeRecovery(played, arena.ledger.records);
    return outcomeOf(scenario, death, point, verdict, what);
  } catch (error) {
    if (!(error instanceof StuckError)) throw error;
    const verdict: Verdict = {
      messagesLost: 0,
      writesTwice: 0,
      approvalsLost: 0,
      stuckRuns: 1,
      problems: [error.message],
    };
    return outcomeOf(scenario, death, point, verdict, 'stuck');
  }
}

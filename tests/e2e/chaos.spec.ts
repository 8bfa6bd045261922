import { test } from './fixture';
import { Arena } from './chaos/arena';
import { describePlace, killPoints } from './chaos/kill-point';
import { play } from './chaos/play';
import { scenarios } from './chaos/scenarios';

test('slice', async ({ profile }) => {
  test.setTimeout(600_000);
  const arena = await Arena.open(profile);
  const only = process.env['ONLY']?.split(',');
  for (const scenario of scenarios.filter(
    ({ name }) => only === undefined || only.includes(name),
  )) {
    try {
      await play(arena, scenario, 'panel open');
    } catch (error) {
      console.log(scenario.name, String(error));
      continue;
    }
    console.log(
      scenario.name,
      arena.ledger.transactions.map((records) =>
        records.map((r) => r.type + ('outcome' in r ? ':' + r.outcome : '')).join(' + '),
      ),
    );
    if (!process.env['KILL']) continue;
    const points = killPoints(arena.ledger.transactions);
    for (const death of ['panel open', 'panel closed'] as const)
      for (const point of points) {
        const start = Date.now();
        const result = await play(arena, scenario, death, point).catch((e: unknown) => String(e));
        console.log(
          death,
          point.phase,
          describePlace(point),
          Date.now() - start,
          typeof result === 'string' ? result : result.problems,
          arena.ledger.state.run,
        );
      }
  }
  await arena.close();
});

import { test } from './fixture';
import { Arena } from './chaos/arena';
import { describePlace, killPoints } from './chaos/kill-point';
import { play } from './chaos/play';
import { judge } from './chaos/judge';
import { scenarios } from './chaos/scenarios';

test('slice', async ({ profile }) => {
  test.setTimeout(900_000);
  const arena = await Arena.open(profile);
  const only = process.env['ONLY']?.split(',');
  for (const scenario of scenarios.filter(({ name }) => only === undefined || only.includes(name))) {
    const dry = await play(arena, scenario, 'panel open');
    console.log(scenario.name, JSON.stringify(await judge(arena, scenario, dry)));
    if (!process.env['KILL']) continue;
    const points = killPoints(arena.ledger.transactions, dry.deaths[0]?.transactions ?? 0);
    for (const death of ['panel open', 'panel closed'] as const)
    for (const point of points) {
      const start = Date.now();
      let text;
      try { text = JSON.stringify(await judge(arena, scenario, await play(arena, scenario, death, point))); } catch (error) { text = String(error); }
      console.log(' ', death, point.phase, describePlace(point), Date.now() - start, text);
    }
  }
  await arena.close();
});

import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { measureExtension } from './extension';
import { measureLoops } from './loops';
import { row, table, type Row } from './rows';

const parts: Record<string, () => Promise<Row[]>> = {
  loops: measureLoops,
  extension: measureExtension,
};

/** Measures everything, or only the parts that are named; only the whole is written down. */
export async function runBenchmarks(names: readonly string[]): Promise<number> {
  const rows: Row[] = [row('load average of the machine before the run', loadavg()[0] ?? 0, '')];
  for (const [name, measure] of Object.entries(parts)) {
    if (names.length === 0 || names.includes(name)) rows.push(...(await measure()));
  }
  console.log(table(rows));
  const missed = rows.filter(({ met }) => met === false);
  console.log(
    missed.length === 0
      ? '\nEvery target is met.'
      : `\nMissed: ${missed.map(({ name }) => name).join('; ')}.`,
  );
  if (names.length === 0) {
    const results = new URL('results.json', import.meta.url);
    await writeFile(results, `${JSON.stringify({ rows }, null, 2)}\n`);
  }
  return 0;
}

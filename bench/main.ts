import { writeFile } from 'node:fs/promises';
import { measureLoops } from './loops';
import { table, type Row } from './rows';

export async function runBenchmarks(parameters: readonly string[]): Promise<number> {
  const rows: Row[] = await measureLoops(parameters[0]);
  console.log(table(rows));
  await writeFile('/tmp/bench-results.json', `${JSON.stringify({ rows }, null, 2)}\n`);
  return 0;
}

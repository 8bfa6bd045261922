/**
 * Prints the table of kill points and outcomes that the chaos suite left in reports/chaos, and
 * writes what it comes to into bench/chaos.json. Only a full run is worth it: `npm run bench:chaos`,
 * which first forgets earlier runs with `--clear`.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { reports } from './runners.mjs';

const FOLDER = reports.chaos;
const RESULTS = 'bench/chaos.json';
const counted = [
  ['messagesLost', 'messages lost'],
  ['writesTwice', 'writes executed twice'],
  ['approvalsLost', 'approvals lost'],
  ['stuckRuns', 'stuck runs'],
];

if (process.argv.includes('--clear')) {
  await rm(FOLDER, { recursive: true, force: true });
  process.exit();
}
const outcomes = (await Promise.all((await readdir(FOLDER)).sort().map(read))).flat();
for (const { scenario, death, point, outcome, problems } of outcomes) {
  const what = problems.length === 0 ? outcome : `FAILED: ${problems.join('; ')}`;
  console.log([scenario.padEnd(28), death.padEnd(14), point.padEnd(46), what].join('  '));
}
const groups = groupByScenario(outcomes);
const rows = [...groups].flatMap(([scenario, group]) => [
  { name: `${scenario}: kill points`, value: group.length, unit: 'points' },
  ...counted.map(([field, words]) => zero(`${scenario}: ${words}`, sum(group, field))),
]);
const failed = outcomes.filter(({ problems }) => problems.length > 0).length;
rows.push(
  { name: 'all: kill points', value: outcomes.length, unit: 'points' },
  ...counted.map(([field, words]) => zero(`all: ${words}`, sum(outcomes, field))),
  zero('all: kill points with any other problem', failed),
);
await writeFile(RESULTS, `${JSON.stringify({ rows }, null, 2)}\n`);
console.log(`${outcomes.length} kill points, ${failed} with a problem; written to ${RESULTS}`);
process.exitCode = failed === 0 && outcomes.length > 0 ? 0 : 1;

async function read(file) {
  return JSON.parse(await readFile(`${FOLDER}/${file}`, 'utf8'));
}

function zero(name, value) {
  return { name, value, unit: 'count', target: { op: '==', value: 0 }, met: value === 0 };
}

function sum(group, field) {
  return group.reduce((total, outcome) => total + outcome[field], 0);
}

/** Node 20 has no `Map.groupBy`. */
function groupByScenario(all) {
  const groups = new Map();
  for (const outcome of all) {
    groups.set(outcome.scenario, [...(groups.get(outcome.scenario) ?? []), outcome]);
  }
  return groups;
}

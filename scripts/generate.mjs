/**
 * Makes docs/tools.md, docs/permissions.md and docs/coverage.md.
 *
 *   npm run gen                          runs the unit tests, lists the end-to-end tests, writes
 *   node scripts/generate.mjs --check    writes nothing and fails when a page is out of date
 *   … --reuse                            takes the reports of the run that has just ended
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import * as prettier from 'prettier';
import { describeDrift, proofsOf, readRows, renderCoverage } from './coverage.mjs';
import { loadPolicy, renderPermissionDocs } from './permission-docs.mjs';
import { listE2e, reports, runUnit } from './runners.mjs';
import { mergeE2e, readE2eReport, readUnitReport } from './test-reports.mjs';
import { loadTools, renderToolDocs } from './tool-docs.mjs';

const check = process.argv.includes('--check');
const reuse = process.argv.includes('--reuse');

const pages = {
  'docs/tools.md': async () => renderToolDocs(await loadTools()),
  'docs/permissions.md': async () => renderPermissionDocs(await loadPolicy()),
  'docs/coverage.md': async () => {
    const rows = readRows(await readFile('docs/specification.md', 'utf8'));
    return renderCoverage(rows, proofsOf(rows, await testOutcomes()));
  },
};

let drifted = false;
for (const [path, render] of Object.entries(pages)) {
  const options = { ...(await prettier.resolveConfig(path)), filepath: path };
  const made = await prettier.format(await render(), options);
  const stored = existsSync(path) ? await readFile(path, 'utf8') : '';
  if (made === stored) {
    console.log(`${path} is up to date`);
  } else if (check) {
    drifted = true;
    const lines = describeDrift(stored, made);
    console.log(`${path} is out of date; run: npm run gen`);
    console.log(lines.slice(0, 60).join('\n'));
    if (lines.length > 60) console.log(`… and ${lines.length - 60} more lines`);
  } else {
    await writeFile(path, made);
    console.log(`${path} is written`);
  }
}
process.exitCode = drifted ? 1 : 0;

async function testOutcomes() {
  if (!reuse) {
    await runUnit();
    await listE2e();
  }
  const unit = readUnitReport(await readJson(reports.unit));
  const listed = readE2eReport(await readJson(reports.e2eList));
  const run = existsSync(reports.e2e) ? readE2eReport(await readJson(reports.e2e)) : [];
  const all = [...unit, ...mergeE2e(listed, run)];
  const broken = all.filter((test) => test.outcome !== 'passed');
  if (broken.length > 0) console.log('The rows that these tests name do not hold:');
  for (const test of broken) console.log(`  ${test.outcome}: ${test.title}`);
  return all;
}

async function readJson(path) {
  return JSON.parse(await readFile(path, 'utf8'));
}

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { runCommand } from './run-command.mjs';

export const reports = {
  unit: 'reports/unit.json',
  e2e: 'reports/e2e.json',
  e2eList: 'reports/e2e-list.json',
  leftOut: 'reports/e2e-left-out.txt',
  /** One file for each chaos test that ran; those of an earlier run must not be counted again. */
  chaos: 'reports/chaos',
};

/** All unit, component and structural tests; their outcome is in `reports.unit`. */
export async function runUnit(env = {}) {
  await rm(reports.unit, { force: true });
  return await runCommand(
    'vitest',
    [
      'run',
      '--reporter=dot',
      '--maxWorkers=100%',
      '--reporter=json',
      `--outputFile.json=${reports.unit}`,
    ],
    { env, timeoutMs: 10 * 60_000 },
  );
}

/** Which end-to-end tests there are, without running one. */
export async function listE2e() {
  await mkdir('reports', { recursive: true });
  const result = await runCommand('playwright', ['test', '--list', '--reporter=json']);
  await writeFile(reports.e2eList, result.stdout);
  return result;
}

/** End-to-end tests in Chromium, all but those that are left out. */
export async function runE2e({ leftOut, env }) {
  await rm(reports.e2e, { force: true });
  await rm(reports.chaos, { recursive: true, force: true });
  await writeFile(reports.leftOut, leftOut.map((test) => `${test.id}\n`).join(''));
  const skip = leftOut.length === 0 ? [] : ['--test-list-invert', reports.leftOut];
  return await runCommand('playwright', ['test', ...skip], { env, timeoutMs: 50 * 60_000 });
}

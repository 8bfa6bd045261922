/**
 * What the two runners reported, in one shape: the title a person reads, and how it went.
 * @typedef {{ id: string, title: string, kind: 'unit' | 'e2e', outcome: 'passed' | 'failed' | 'skipped', length: 'short' | 'long' | 'minutes' }} TestOutcome
 */

/**
 * @param {any} report the JSON that vitest's json reporter writes
 * @returns {TestOutcome[]}
 */
export function readUnitReport(report) {
  return report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({
      id: `${file.name} › ${test.fullName}`,
      title: test.fullName,
      kind: 'unit',
      outcome: unitOutcome(test.status),
      length: 'short',
    })),
  );
}

function unitOutcome(status) {
  if (status === 'passed' || status === 'failed') return status;
  return 'skipped';
}

/**
 * @param {any} report the JSON that Playwright's json reporter writes, of a run or of a listing
 * @returns {TestOutcome[]}
 */
export function readE2eReport(report) {
  return report.suites.flatMap((file) => testsOfSuite(file, file.file, []));
}

function testsOfSuite(suite, file, path) {
  const own = suite.specs.flatMap((spec) =>
    spec.tests.map((test) => ({
      id: [file, ...path, spec.title].join(' › '),
      title: [...path, spec.title].join(' › '),
      kind: 'e2e',
      outcome: e2eOutcome(test),
      length: lengthOf(spec),
    })),
  );
  const inner = (suite.suites ?? []).flatMap((child) =>
    testsOfSuite(child, file, [...path, child.title]),
  );
  return [...own, ...inner];
}

function lengthOf({ tags }) {
  const has = (name) => tags.includes(name) || tags.includes(`@${name}`);
  if (has('minutes')) return 'minutes';
  return has('long') ? 'long' : 'short';
}

function e2eOutcome(test) {
  // A listing runs nothing: every status in it is "skipped", and only the expectation tells.
  if (test.results.length === 0) return test.expectedStatus === 'passed' ? 'passed' : 'skipped';
  if (test.status === 'skipped') return 'skipped';
  // A test that came through only on a second try is "flaky" there, and failed here.
  return test.status === 'expected' && test.expectedStatus === 'passed' ? 'passed' : 'failed';
}

/**
 * Every end-to-end test of the suite, as the last run found it. A test that a sample left out keeps
 * its place, so that the quick run and the full run tell the same.
 * @param {TestOutcome[]} listed
 * @param {TestOutcome[]} run
 * @returns {TestOutcome[]}
 */
export function mergeE2e(listed, run) {
  const byId = new Map(run.map((test) => [test.id, test]));
  return listed.map((test) => (test.outcome === 'passed' ? (byId.get(test.id) ?? test) : test));
}

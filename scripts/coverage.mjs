const ROW_ID = /\b(?:KAI|BRV|AGUI|XEM|QAF)-\d+\b/g;
const PRIORITIES = ['P0', 'P1', 'P2', 'P3'];

/**
 * @typedef {{ id: string, priority: string }} Row
 * @typedef {{ unit: number, e2e: number, broken: boolean }} Proof
 */

/**
 * The rows of docs/specification.md, in its order.
 * @param {string} specification
 * @returns {Row[]}
 */
export function readRows(specification) {
  return [...specification.matchAll(/^\|\s*([A-Z]+-\d+)\s*\|.*\|\s*(P\d)\s*\|\s*$/gm)].map(
    ([, id, priority]) => ({ id, priority }),
  );
}

/**
 * Which rows the tests prove. A row that a failing or skipped test names does not hold, however
 * many others pass.
 * @param {readonly Row[]} rows
 * @param {readonly import('./test-reports.mjs').TestOutcome[]} tests
 * @returns {Map<string, Proof>}
 */
export function proofsOf(rows, tests) {
  const proofs = new Map(rows.map(({ id }) => [id, { unit: 0, e2e: 0, broken: false }]));
  const unknown = new Set();
  for (const test of tests) {
    for (const id of new Set(test.title.match(ROW_ID) ?? [])) {
      const proof = proofs.get(id);
      if (proof === undefined) unknown.add(`${id} in "${test.title}"`);
      else if (test.outcome === 'passed') proof[test.kind] += 1;
      else proof.broken = true;
    }
  }
  if (unknown.size > 0) {
    throw new Error(`Tests name rows that the specification lacks:\n${[...unknown].join('\n')}`);
  }
  return proofs;
}

const holds = (proof) => !proof.broken && proof.unit + proof.e2e > 0;

/**
 * @param {readonly Row[]} rows
 * @param {Map<string, Proof>} proofs
 */
export function renderCoverage(rows, proofs) {
  const sources = [...new Set(rows.map(sourceOf))];
  const summary = [
    ...sources.map((source) => [source, rows.filter((row) => sourceOf(row) === source)]),
    ['All', rows],
  ];
  return [
    '# Coverage',
    '',
    'Which rows of the [specification](specification.md) hold. Made by `npm run gen` from the tests that pass: a row holds when at least one test names it and every test that names it passes. `npm test` fails when this page is out of date.',
    '',
    `| Rows | ${PRIORITIES.join(' | ')} | All |`,
    `| --- | ${PRIORITIES.map(() => '---').join(' | ')} | --- |`,
    ...summary.map(([name, group]) => summaryLine(name, group, proofs)),
    '',
    ...sources.flatMap((source) => [
      `## ${source}`,
      '',
      '| Id | P | Proven by |',
      '| --- | --- | --- |',
      ...rows
        .filter((row) => sourceOf(row) === source)
        .map((row) => `| ${row.id} | ${row.priority} | ${provenBy(proofs.get(row.id))} |`),
      '',
    ]),
  ].join('\n');
}

const sourceOf = (row) => row.id.slice(0, row.id.indexOf('-'));

function summaryLine(name, rows, proofs) {
  const cells = [
    ...PRIORITIES.map((priority) => rows.filter((row) => row.priority === priority)),
    rows,
  ];
  const counts = cells.map((group) => {
    const held = group.filter((row) => holds(proofs.get(row.id))).length;
    return `${held}/${group.length}`;
  });
  return `| ${name} | ${counts.join(' | ')} |`;
}

function provenBy(proof) {
  if (!holds(proof)) return '–';
  return [
    ...(proof.unit > 0 ? [`${proof.unit} unit`] : []),
    ...(proof.e2e > 0 ? [`${proof.e2e} e2e`] : []),
  ].join(', ');
}

/**
 * What a reader of a drift wants to know: which rows began or ceased to hold.
 * @param {string} before
 * @param {string} after
 */
export function describeDrift(before, after) {
  const linesBefore = new Set(squeeze(before));
  const linesAfter = new Set(squeeze(after));
  return [
    ...[...linesBefore].filter((line) => !linesAfter.has(line)).map((line) => `- ${line}`),
    ...[...linesAfter].filter((line) => !linesBefore.has(line)).map((line) => `+ ${line}`),
  ].sort(
    (left, right) => left.slice(2).localeCompare(right.slice(2), 'en') || (left < right ? 1 : -1),
  );
}

const squeeze = (text) =>
  text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').replace(/-{3,}/g, '---').trim())
    .filter((line) => line !== '');

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryRecords } from '../../tests/support/arbitrary-records';
import { damaged, judgeFairly, pathsOf, withValueAt } from '../../tests/support/damaged-json';
import { sampleRecords } from '../../tests/support/sample-records';
import { outcomes, runRecordSchema, toolUseStates } from './run-record';

const byType = sampleRecords.map((record) => [record.type, record] as const);

/** Fields whose content is somebody else's: anything goes. */
const free = ['userInput', 'toolCalls.0.providerState', 'providerState.blocks.0'];
const optional = [
  ...['toolChoice', 'toolChoice.disableParallel', 'onlyTools', 'guard', 'cut', 'usage'],
  ...['providerState', 'toolId', 'toolHash', 'presentation.expanded', 'lane', 'endsTurn'],
  'grantId',
  ...['request.alwaysLabel', 'grant.conversationId', 'blocks.2.name', 'artifacts', 'tooltip'],
  ...['statusIcon', 'inDoubt', 'returned', 'error.advice', ...free],
];
/** Elements of a list can go; the list is then a shorter one. */
const isElement = (path: readonly (string | number)[]) => typeof path.at(-1) === 'number';

describe('a record of the log', () => {
  it.each(byType)('%s is accepted as it is, from the disk and from a port', (_type, record) => {
    expect(runRecordSchema.parse(record)).toEqual(record);
    expect(runRecordSchema.parse(structuredClone(record))).toEqual(record);
    expect(runRecordSchema.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
  });

  it.each(byType)('%s is refused without one of the fields it needs', (type, record) => {
    for (const path of pathsOf(record)) {
      const name = path.join('.');
      if (isElement(path) || free.some((prefix) => name.startsWith(prefix))) continue;
      const isOptional =
        (optional.includes(name) && !(type === 'grant-revoked' && name === 'grantId')) ||
        (type === 'tool-use-settled' && name === 'blocks');
      const { success } = runRecordSchema.safeParse(withValueAt(record, path, undefined));
      expect([name, success]).toEqual([name, isOptional]);
    }
  });

  it.each(byType)('%s is refused when one of its fields is of another kind', (_type, record) => {
    const wrong = { not: 'expected' };
    for (const path of pathsOf(record)) {
      const name = path.join('.');
      if (free.some((prefix) => name.startsWith(prefix))) continue;
      const { success } = runRecordSchema.safeParse(withValueAt(record, path, wrong));
      expect([name, success]).toEqual([name, false]);
    }
  });

  it.each([0, -1, 1.5, NaN, Infinity, '1'])('has no place %s', (seq) => {
    expect(runRecordSchema.safeParse({ type: 'run-paused', at: 1, seq }).success).toBe(false);
  });

  it('of an unknown type is refused', () => {
    expect(runRecordSchema.safeParse({ type: 'run-cloned', seq: 1, at: 1 }).success).toBe(false);
  });

  it('loses what does not belong to it', () => {
    const record = { type: 'run-paused', seq: 1, at: 1 };
    expect(runRecordSchema.parse({ ...record, apiKey: 'secret' })).toEqual(record);
  });

  it('is judged without an exception, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        judgeFairly(runRecordSchema, value);
      }),
    );
    fc.assert(
      fc.property(damaged(sampleRecords), (value) => {
        judgeFairly(runRecordSchema, value);
      }),
      { numRuns: 500 },
    );
  });

  it('is accepted however strange the log is that it belongs to', () => {
    fc.assert(
      fc.property(arbitraryRecords, (records) => {
        for (const record of records) expect(runRecordSchema.parse(record)).toEqual(record);
      }),
    );
  });
});

describe('the states of a tool use', () => {
  it('are ten, of which six are final', () => {
    expect(toolUseStates).toHaveLength(10);
    expect(toolUseStates.filter((state) => outcomes.some((outcome) => outcome === state))).toEqual(
      outcomes,
    );
  });
});

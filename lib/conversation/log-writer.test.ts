import { describe, expect, it, vi } from 'vitest';
import { deferred } from '../../tests/support/deferred';
import { HandLog } from '../../tests/support/hand-log';
import { numbered } from '../../tests/support/sample-records';
import type { RunRecord } from '../messaging/run-record';
import { LogWriter } from './log-writer';

function record(seq: number): RunRecord[] {
  return numbered([{ type: 'run-paused' }], seq);
}

function createWriter() {
  const log = new HandLog();
  const durable: number[][] = [];
  const writer = new LogWriter(log, 'c1', (records) => durable.push(records.map(({ seq }) => seq)));
  const writesBegun = (count: number) =>
    vi.waitFor(() => expect(log.writes).toHaveLength(count), { interval: 1 });
  return { log, writer, durable, writesBegun };
}

describe('a writer of records', () => {
  it('writes what one tick brings as one', async () => {
    const { log, writer, durable } = createWriter();
    const appended = Promise.all([writer.append(record(1)), writer.append(record(2))]);
    expect(log.writes).toHaveLength(0);
    await Promise.resolve();
    expect(log.batches).toEqual([[1, 2]]);
    expect(durable).toEqual([]);
    log.writes[0]?.finish();
    await appended;
    expect(durable).toEqual([[1, 2]]);
    expect(log.batches).toEqual([[1, 2]]);
  });

  it('writes to its own conversation', async () => {
    const append = vi.fn(() => Promise.resolve());
    const writer = new LogWriter({ append, read: () => Promise.resolve([]) }, 'c7', () => {});
    await writer.append(record(1));
    expect(append.mock.calls).toEqual([['c7', record(1)]]);
  });

  it('writes one after another, and lets what waits meanwhile travel together', async () => {
    const { log, writer, durable, writesBegun } = createWriter();
    const first = writer.append(record(1));
    await writesBegun(1);
    const second = writer.append(record(2));
    await Promise.resolve();
    const third = writer.append(record(3));
    await new Promise(setImmediate);
    expect(log.batches).toEqual([[1]]);
    log.writes[0]?.finish();
    await first;
    await writesBegun(2);
    expect(log.batches).toEqual([[1], [2, 3]]);
    expect(durable).toEqual([[1]]);
    log.writes[1]?.finish();
    await Promise.all([second, third]);
    expect(durable).toEqual([[1], [2, 3]]);
  });

  it('goes on after every write', async () => {
    const { log, writer, durable, writesBegun } = createWriter();
    for (const seq of [1, 2, 3]) {
      const appended = writer.append(record(seq));
      await writesBegun(seq);
      log.writes[seq - 1]?.finish();
      await appended;
    }
    expect(durable).toEqual([[1], [2], [3]]);
  });

  it('resolves no append before its records are durable', async () => {
    const { log, writer, writesBegun } = createWriter();
    const settled = vi.fn();
    void writer.append(record(1)).then(settled);
    await writesBegun(1);
    await new Promise(setImmediate);
    expect(settled).not.toHaveBeenCalled();
    log.writes[0]?.finish();
    await vi.waitFor(() => expect(settled).toHaveBeenCalledOnce());
  });
});

describe('a record that can wait', () => {
  it('travels with the next ones, in one write', async () => {
    const { log, writer, durable, writesBegun } = createWriter();
    const never = new Promise<void>(() => undefined);
    const lazy = [writer.appendLazily(record(1), never), writer.appendLazily(record(2), never)];
    await new Promise(setImmediate);
    expect(log.writes).toEqual([]);
    const prompt = writer.append(record(3));
    await writesBegun(1);
    expect(log.batches).toEqual([[1, 2, 3]]);
    log.writes[0]?.finish();
    await Promise.all([...lazy, prompt]);
    expect(durable).toEqual([[1, 2, 3]]);
  });

  it('travels alone when it has waited long enough', async () => {
    const { log, writer, writesBegun } = createWriter();
    const limit = deferred();
    const lazy = writer.appendLazily(record(1), limit.promise);
    await new Promise(setImmediate);
    expect(log.writes).toEqual([]);
    limit.resolve();
    await writesBegun(1);
    log.writes[0]?.finish();
    await lazy;
    expect(log.batches).toEqual([[1]]);
  });

  it('does not hold up what is about to be written', async () => {
    const { log, writer, writesBegun } = createWriter();
    const never = new Promise<void>(() => undefined);
    const both = [writer.append(record(1)), writer.appendLazily(record(2), never)];
    await writesBegun(1);
    expect(log.batches).toEqual([[1, 2]]);
    log.writes[0]?.finish();
    await Promise.all(both);
  });

  it('waits for the write before it as well', async () => {
    const { log, writer, writesBegun } = createWriter();
    const first = writer.append(record(1));
    await writesBegun(1);
    const lazy = writer.appendLazily(record(2), Promise.resolve());
    await new Promise(setImmediate);
    expect(log.batches).toEqual([[1]]);
    log.writes[0]?.finish();
    await first;
    await writesBegun(2);
    log.writes[1]?.finish();
    await lazy;
    expect(log.batches).toEqual([[1], [2]]);
  });
});

describe('a write that fails', () => {
  it('fails what waited for it and all that comes later, and stores none of it', async () => {
    const { log, writer, durable, writesBegun } = createWriter();
    const first = writer.append(record(1));
    await writesBegun(1);
    const waiting = writer.append(record(2));
    const failures = [
      expect(first).rejects.toThrow('disk full'),
      expect(waiting).rejects.toThrow('disk full'),
    ];
    log.writes[0]?.fail();
    await Promise.all(failures);
    await expect(writer.append(record(3))).rejects.toThrow('disk full');
    await expect(writer.append(record(4))).rejects.toThrow('disk full');
    expect(log.batches).toEqual([[1]]);
    expect(durable).toEqual([]);
  });

  it('fails everything that was in it', async () => {
    const { log, writer, writesBegun } = createWriter();
    const appended = [writer.append(record(1)), writer.append(record(2))].map((work) =>
      expect(work).rejects.toThrow('disk full'),
    );
    await writesBegun(1);
    log.writes[0]?.fail();
    await Promise.all(appended);
  });
});

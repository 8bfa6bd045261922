import { describe, expect, it, vi } from 'vitest';
import { HandLog } from '../../tests/support/hand-log';
import { ManualClock } from '../../tests/support/manual-clock';
import { MemoryRunLog } from '../../tests/support/memory-run-log';
import { numbered } from '../../tests/support/sample-records';
import { textBlock } from '../messaging/content';
import { emptyConversation } from '../messaging/conversation-state';
import { foldRecords } from '../messaging/fold-records';
import type { RunRecord, RunRecordDraft } from '../messaging/run-record';
import { AppError } from '../shared/app-error';
import { ConversationLog } from './conversation-log';
import type { RunLog } from './run-log';

function createLog<Log extends RunLog>(log: Log) {
  const clock = new ManualClock();
  const shown: RunRecord[] = [];
  const conversation = new ConversationLog({
    log,
    conversationId: 'c1',
    clock,
    onRecords: (records) => shown.push(...records),
  });
  return { conversation, log, clock, shown };
}

const prompt = (turnId: string): RunRecordDraft => ({
  type: 'user-turn-added',
  turnId,
  parentId: null,
  blocks: [textBlock(turnId)],
});
const failure = { code: 'storage-failed', retryable: true };

describe('the log of a conversation', () => {
  it('gives every record its place and its time', async () => {
    const { conversation, log, clock, shown } = createLog(new MemoryRunLog());
    await conversation.commit([prompt('u1'), { type: 'run-started', runId: 'r1' }]);
    clock.advance(5);
    await conversation.commit([{ type: 'run-paused' }]);
    const stored = await log.read('c1');
    expect(stored.map(({ seq, at, type }) => [seq, at, type])).toEqual([
      [1, 1_000_000, 'user-turn-added'],
      [2, 1_000_000, 'run-started'],
      [3, 1_000_005, 'run-paused'],
    ]);
    expect(shown).toEqual(stored);
    expect(conversation.state).toEqual(foldRecords(stored));
  });

  it('goes on after what was stored earlier', async () => {
    const { conversation, log } = createLog(new MemoryRunLog());
    await log.append('c1', numbered([prompt('u1'), { type: 'run-started', runId: 'r1' }]));
    await log.append('c2', numbered([prompt('x')]));
    await conversation.load();
    expect(conversation.state.turns.has('u1')).toBe(true);
    expect(conversation.state.turns.has('x')).toBe(false);
    await conversation.commit([{ type: 'run-paused' }]);
    expect((await log.read('c1')).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('goes on after a place that is taken by what cannot be read', async () => {
    const log = Object.assign(new MemoryRunLog(), { lastSeq: () => Promise.resolve(7) });
    const { conversation } = createLog(log);
    await log.append('c1', numbered([prompt('u1')]));
    await conversation.load();
    expect(conversation.state.seq).toBe(7);
    await conversation.commit([{ type: 'run-paused' }]);
    expect((await log.read('c1')).map(({ seq }) => seq)).toEqual([1, 8]);
  });

  it('counts a record for decisions at once, and shows it when it is durable', async () => {
    const { conversation, log, shown } = createLog(new HandLog());
    const committed = conversation.commit([prompt('u1')]);
    expect(conversation.state.leafId).toBe('u1');
    await vi.waitFor(() => expect(log.writes).toHaveLength(1));
    expect(shown).toEqual([]);
    log.writes[0]?.finish();
    await committed;
    expect(shown).toHaveLength(1);
  });

  it('lets a record that can wait have a moment for company, and no more', async () => {
    const { conversation, log, clock } = createLog(new HandLog());
    const lazy = conversation.commit([prompt('u1')], { lazily: true });
    expect(conversation.state.leafId).toBe('u1');
    clock.advance(19);
    await new Promise(setImmediate);
    expect(log.writes).toEqual([]);
    clock.advance(1);
    await vi.waitFor(() => expect(log.batches).toEqual([[1]]));
    log.writes[0]?.finish();
    await lazy;
    const together = [
      conversation.commit([{ type: 'run-started', runId: 'r1' }], { lazily: true }),
      conversation.commit([{ type: 'run-paused' }]),
    ];
    await vi.waitFor(() => expect(log.batches).toEqual([[1], [2, 3]]));
    log.writes[1]?.finish();
    await Promise.all(together);
  });

  it('waits for no more company once it is written', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const conversation = new ConversationLog({
      log: new MemoryRunLog(),
      conversationId: 'c1',
      clock: {
        now: () => 1,
        delay: (_ms, signal) => {
          signals.push(signal);
          return new Promise(() => undefined);
        },
      },
      onRecords: () => undefined,
    });
    const lazy = conversation.commit([prompt('u1')], { lazily: true });
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
    await conversation.commit([{ type: 'run-started', runId: 'r1' }]);
    await lazy;
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it('writes nothing when there is nothing to write', async () => {
    const { conversation, log } = createLog(new HandLog());
    await conversation.commit([]);
    expect(log.writes).toEqual([]);
    expect(conversation.state).toEqual(emptyConversation());
  });
});

describe('a record that cannot be stored', () => {
  it('did not happen, and the user is told what to do', async () => {
    const { conversation, log, shown } = createLog(new MemoryRunLog());
    await conversation.commit([prompt('u1')]);
    const before = structuredClone(conversation.state);
    log.failing = true;
    await expect(conversation.commit([prompt('u2')])).rejects.toMatchObject({
      ...failure,
      message: 'This chat could not be saved.',
      advice: 'Check that the disk is not full, then try again.',
      cause: expect.objectContaining({ message: 'disk full' }),
    });
    expect(conversation.state).toEqual(before);
    expect(shown).toHaveLength(1);
  });

  it('says so when the disk is full, and passes on what the storage says of itself', async () => {
    const { conversation, log } = createLog(new MemoryRunLog());
    const full = new DOMException('no room', 'QuotaExceededError');
    vi.spyOn(log, 'append').mockRejectedValueOnce(full);
    await expect(conversation.commit([prompt('u1')])).rejects.toMatchObject({
      code: 'storage-full',
      advice: expect.stringMatching(/Free some space/),
    });
    const newer = new AppError('storage-newer', 'Saved by a newer version.');
    vi.spyOn(log, 'append').mockRejectedValueOnce(newer);
    await expect(conversation.commit([prompt('u1')])).rejects.toBe(newer);
  });

  it('marks the log as broken until the next one is stored, in its place', async () => {
    const { conversation, log } = createLog(new MemoryRunLog());
    expect(conversation.broken).toBe(false);
    log.failing = true;
    await expect(conversation.commit([prompt('u1')])).rejects.toMatchObject(failure);
    expect(conversation.broken).toBe(true);
    await expect(conversation.commit([prompt('u1')])).rejects.toMatchObject(failure);
    expect(conversation.broken).toBe(true);
    log.failing = false;
    await conversation.commit([prompt('u1')]);
    expect(conversation.broken).toBe(false);
    expect((await log.read('c1')).map(({ seq }) => seq)).toEqual([1]);
  });

  it('takes those along that were made because of it', async () => {
    const { conversation, log } = createLog(new HandLog());
    const first = expect(conversation.commit([prompt('u1')])).rejects.toMatchObject(failure);
    await vi.waitFor(() => expect(log.writes).toHaveLength(1));
    const second = expect(
      conversation.commit([{ type: 'run-started', runId: 'r1' }]),
    ).rejects.toMatchObject(failure);
    log.writes[0]?.fail();
    await vi.waitFor(() => expect(log.reads).toHaveLength(1));
    log.reads[0]?.finish();
    await Promise.all([first, second]);
    expect(conversation.state).toEqual(emptyConversation());
    expect(log.batches).toEqual([[1]]);
    expect(log.reads).toHaveLength(1);
  });

  it('leaves no hole: nothing is written until the state is what the log holds again', async () => {
    const { conversation, log } = createLog(new HandLog());
    const first = expect(conversation.commit([prompt('u1')])).rejects.toMatchObject(failure);
    await vi.waitFor(() => expect(log.writes).toHaveLength(1));
    log.writes[0]?.fail();
    await vi.waitFor(() => expect(log.reads).toHaveLength(1));
    const meanwhile = expect(
      conversation.commit([{ type: 'run-started', runId: 'r1' }]),
    ).rejects.toMatchObject(failure);
    await new Promise(setImmediate);
    expect(log.batches).toEqual([[1]]);
    log.reads[0]?.finish();
    await Promise.all([first, meanwhile]);
    expect(conversation.state).toEqual(emptyConversation());
    const again = conversation.commit([prompt('u2')]);
    await vi.waitFor(() => expect(log.batches).toEqual([[1], [1]]));
    log.writes[1]?.finish();
    await again;
    expect(conversation.broken).toBe(false);
    expect(conversation.state.leafId).toBe('u2');
  });

  it('keeps everything after it from being stored as long as nothing can be read either', async () => {
    const { conversation, log } = createLog(new HandLog());
    const fails = (draft: RunRecordDraft) =>
      expect(conversation.commit([draft])).rejects.toMatchObject({
        ...failure,
        cause: expect.objectContaining({ message: 'disk full' }),
      });
    const first = fails(prompt('u1'));
    await vi.waitFor(() => expect(log.writes).toHaveLength(1));
    log.writes[0]?.fail();
    await vi.waitFor(() => expect(log.reads).toHaveLength(1));
    log.reads[0]?.fail();
    await first;
    const second = fails(prompt('u2'));
    await vi.waitFor(() => expect(log.reads).toHaveLength(2));
    log.reads[1]?.finish();
    await second;
    expect(log.batches).toEqual([[1]]);
    expect(conversation.state).toEqual(emptyConversation());
    const third = conversation.commit([prompt('u3')]);
    await vi.waitFor(() => expect(log.writes).toHaveLength(2));
    log.writes[1]?.finish();
    await third;
    expect(log.stored.map(({ seq }) => seq)).toEqual([1]);
  });
});

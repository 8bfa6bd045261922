import { describe, expect, it } from 'vitest';
import { createFixture, tool } from '../../tests/support/conversation-fixture';
import { numbered } from '../../tests/support/sample-records';
import { calls, says } from '../../tests/support/scripted-model';
import { textBlock } from '../messaging/content';
import { foldRecords } from '../messaging/fold-records';
import type { InteractionRequest } from '../messaging/permission';
import {
  outcomes,
  type RunRecordDraft,
  type ToolUseOutcome,
  type ToolUseState,
} from '../messaging/run-record';
import { MAX_ITERATIONS } from './guards';
import { nextStep } from './next-step';

interface Use {
  state?: ToolUseState;
  signature?: string;
  lane?: string;
  endsTurn?: boolean;
}

const prompt: RunRecordDraft = {
  type: 'user-turn-added',
  turnId: 'u1',
  parentId: null,
  blocks: [textBlock('Go')],
};
const running: RunRecordDraft = { type: 'run-started', runId: 'run-1' };
const queued: RunRecordDraft = { type: 'prompt-queued', blocks: [textBlock('Then')] };
const parkedRequest: InteractionRequest = {
  kind: 'permission',
  card: 'permission',
  reason: '',
  browserPermissions: [],
};
const failed: RunRecordDraft = {
  type: 'assistant-turn-failed',
  turnId: 'a1',
  text: '',
  reasoning: '',
  error: { code: 'x', message: 'x', retryable: false },
};

function started(turnId: string, parentId: string, guard?: 'limit' | 'repeat'): RunRecordDraft {
  return {
    type: 'assistant-turn-started',
    turnId,
    parentId,
    runId: 'run-1',
    modelId: 'm',
    ...(guard === undefined ? {} : { guard }),
  };
}

/** An answer with calls `<turn>.0`, `<turn>.1`, … in the given states. */
function answer(turnId: string, parentId: string, uses: Use[], guard?: 'limit' | 'repeat') {
  const ids = uses.map((_use, index) => `${turnId}.${index}`);
  const drafts: RunRecordDraft[] = [
    started(turnId, parentId, guard),
    {
      type: 'assistant-turn-completed',
      turnId,
      text: 'Text.',
      reasoning: '',
      toolCalls: ids.map((id) => ({ id, name: 'look', argumentsJson: '{}' })),
    },
  ];
  for (const [index, { state = 'proposed', signature, lane, endsTurn }] of uses.entries()) {
    const toolUseId = ids[index] ?? '';
    drafts.push({
      type: 'tool-use-proposed',
      toolUseId,
      turnId,
      effect: 'read',
      presentation: { title: '', toolText: '', progressIcon: '', statusIcon: '' },
      signature: signature ?? toolUseId,
      ...(lane === undefined ? {} : { lane }),
      ...(endsTurn === undefined ? {} : { endsTurn }),
    });
    if (isOutcome(state)) drafts.push({ type: 'tool-use-settled', toolUseId, outcome: state });
    if (state === 'approved') drafts.push({ type: 'tool-use-approved', toolUseId });
    if (state === 'running') drafts.push({ type: 'tool-use-started', toolUseId });
    if (state === 'awaiting-user') {
      drafts.push({ type: 'tool-use-parked', toolUseId, request: parkedRequest });
    }
  }
  return drafts;
}

function isOutcome(state: ToolUseState): state is ToolUseOutcome {
  return outcomes.some((outcome) => outcome === state);
}

/** What comes next, with uses told by their ids. */
function stepAfter(...drafts: RunRecordDraft[]) {
  const step = nextStep(foldRecords(numbered(drafts)));
  return 'uses' in step ? { ...step, uses: step.uses.map(({ id }) => id) } : step;
}

const rest = { kind: 'rest' };
const ask = (parentId: string) => ({ kind: 'ask', parentId });
const begun = [prompt, running];

describe('what comes next', () => {
  it.each<[string, RunRecordDraft[], object]>([
    ['nothing, in an empty chat', [], rest],
    ['nothing, before a run has started', [prompt], rest],
    ['nothing, when a run has nothing to answer', [running], rest],
    ['the first request', begun, ask('u1')],
    ['nothing, while an answer arrives', [...begun, started('a1', 'u1')], rest],
    [
      'nothing, while an answer arrives, even for a waiting prompt',
      [...begun, started('a1', 'u1'), queued],
      rest,
    ],
    [
      'the end, when nothing is called',
      [...begun, ...answer('a1', 'u1', [])],
      { kind: 'end', reason: 'answered' },
    ],
    ['nothing, after a failure', [...begun, started('a1', 'u1'), failed], rest],
    [
      'the waiting prompt, after an answer',
      [...begun, ...answer('a1', 'u1', []), queued],
      { kind: 'take-queued' },
    ],
    [
      'the waiting prompt, before the calls of that answer',
      [...begun, ...answer('a1', 'u1', [{}]), queued],
      { kind: 'take-queued' },
    ],
    [
      'the waiting prompt, even after a failure',
      [...begun, started('a1', 'u1'), failed, queued],
      { kind: 'take-queued' },
    ],
    [
      'the end by the limit',
      [...begun, ...answer('a1', 'u1', [], 'limit')],
      { kind: 'end', reason: 'limit' },
    ],
    [
      'the end by the repeat guard',
      [...begun, ...answer('a1', 'u1', [], 'repeat')],
      { kind: 'end', reason: 'repeat' },
    ],
  ])('is %s', (_title, drafts, expected) => {
    expect(stepAfter(...drafts)).toEqual(expected);
  });

  it.each<[string, RunRecordDraft]>([
    ['paused', { type: 'run-paused' }],
    ['ended', { type: 'run-ended', reason: 'stopped' }],
  ])('is nothing while the run is %s', (_title, draft) => {
    for (const drafts of [
      begun,
      [...begun, ...answer('a1', 'u1', [{}])],
      [...begun, ...answer('a1', 'u1', []), queued],
    ]) {
      expect(stepAfter(...drafts)).not.toEqual(rest);
      expect(stepAfter(...drafts, draft)).toEqual(rest);
    }
  });
});

describe('the calls of an answer', () => {
  const after = (...uses: Use[]) => stepAfter(...begun, ...answer('a1', 'u1', uses));
  const execute = (...uses: string[]) => ({ kind: 'execute', uses });

  it.each<[string, Use[], object]>([
    ['start together', [{}, {}], execute('a1.0', 'a1.1')],
    ['start once they are approved', [{ state: 'approved' }], execute('a1.0')],
    ['are waited for while they run', [{ state: 'running' }], rest],
    ['are waited for while the user is asked', [{ state: 'awaiting-user' }], rest],
    [
      'start beside one that runs and one that waits',
      [{ state: 'running' }, { state: 'awaiting-user' }, {}],
      execute('a1.2'),
    ],
    ['start beside one that was refused', [{ state: 'error' }, {}], execute('a1.1')],
    [
      'are asked about once all of them are settled',
      [{ state: 'ok' }, { state: 'error' }, { state: 'denied' }, { state: 'interrupted' }],
      ask('a1'),
    ],
    ['are waited for to the last', [{ state: 'ok' }, { state: 'running' }], rest],
  ])('%s', (_title, uses, expected) => {
    expect(after(...uses)).toEqual(expected);
  });

  it.each<[string, Use[], object]>([
    ['one after another, in call order', [{ lane: 'x' }, { lane: 'x' }], execute('a1.0')],
    [
      'the next once the one before is settled',
      [{ lane: 'x', state: 'error' }, { lane: 'x' }],
      execute('a1.1'),
    ],
    ['not while the one before runs', [{ lane: 'x', state: 'running' }, { lane: 'x' }], rest],
    [
      'not while the one before waits for the user',
      [
        { lane: 'x', state: 'awaiting-user' },
        { lane: 'x', state: 'approved' },
      ],
      rest,
    ],
    [
      'beside those of another lane, and of none',
      [{ lane: 'x', state: 'running' }, { lane: 'y' }, {}],
      execute('a1.1', 'a1.2'),
    ],
  ])('in one lane start %s', (_title, uses, expected) => {
    expect(after(...uses)).toEqual(expected);
  });

  it.each<[string, Use[], object]>([
    [
      'when all of them say so',
      [{ state: 'ok', endsTurn: true }],
      { kind: 'end', reason: 'answered' },
    ],
    [
      'not when one of them does not',
      [{ state: 'ok', endsTurn: true }, { state: 'ok' }],
      ask('a1'),
    ],
    ['not when one of them failed', [{ state: 'error', endsTurn: true }], ask('a1')],
  ])('end the turn %s', (_title, uses, expected) => {
    expect(after(...uses)).toEqual(expected);
  });
});

describe('the guards', () => {
  /** Answers one after another, each with one batch of calls; the last one is `last`. */
  function rounds(batches: string[][], last: Use['state'] = 'ok', earlier: Use['state'] = 'ok') {
    return batches.flatMap((signatures, index) =>
      answer(
        `a${index + 1}`,
        index === 0 ? 'u1' : `a${index}`,
        signatures.map((signature) => ({
          signature,
          state: index === batches.length - 1 ? last : earlier,
        })),
      ),
    );
  }
  const distinct = (count: number) => Array.from({ length: count }, (_, index) => [`s${index}`]);

  it('take the tools away after the fifteenth round, not before', () => {
    expect(MAX_ITERATIONS).toBe(15);
    expect(stepAfter(...begun, ...rounds(distinct(14)))).toEqual(ask('a14'));
    expect(stepAfter(...begun, ...rounds(distinct(15)))).toEqual({ ...ask('a15'), guard: 'limit' });
  });

  it('count only the rounds since the last prompt that called something', () => {
    const second: RunRecordDraft = { ...prompt, turnId: 'u2', parentId: 'a15' };
    const drafts = [...begun, ...rounds(distinct(15)), second];
    expect(stepAfter(...drafts)).toEqual(ask('u2'));
    expect(stepAfter(...drafts, ...answer('b1', 'u2', [{ state: 'ok' }]))).toEqual(ask('b1'));
  });

  it.each(['proposed', 'awaiting-user'] as const)(
    'refuse the third identical batch, before it is carried out: %s',
    (state) => {
      const batch = ['a', 'b'];
      expect(stepAfter(...begun, ...rounds([batch, batch, batch], state))).toEqual({
        kind: 'refuse-repeat',
        uses: ['a3.0', 'a3.1'],
      });
    },
  );

  it('ask for an answer without tools once the third batch is refused', () => {
    expect(stepAfter(...begun, ...rounds([['a'], ['a'], ['a']], 'cancelled'))).toEqual({
      ...ask('a3'),
      guard: 'repeat',
    });
  });

  it('count calls that could not be carried out as well', () => {
    expect(stepAfter(...begun, ...rounds([['a'], ['a']], 'error', 'error'))).toEqual(ask('a2'));
    expect(stepAfter(...begun, ...rounds([['a'], ['a'], ['a']], 'error', 'error'))).toEqual({
      ...ask('a3'),
      guard: 'repeat',
    });
  });

  it('refuse what is left of the third batch when a part of it was answered at once', () => {
    const batch = ['a', 'b'];
    const third = answer('a3', 'a2', [
      { signature: 'a', state: 'error' },
      { signature: 'b', state: 'proposed' },
    ]);
    expect(stepAfter(...begun, ...rounds([batch, batch]), ...third)).toEqual({
      kind: 'refuse-repeat',
      uses: ['a3.1'],
    });
  });

  it('let a call run that the user has approved, repeated or not', () => {
    expect(stepAfter(...begun, ...rounds([['a'], ['a'], ['a']], 'approved'))).toEqual({
      kind: 'execute',
      uses: ['a3.0'],
    });
    expect(stepAfter(...begun, ...rounds([['a'], ['a'], ['a']], 'running'))).toEqual(rest);
    const batch = ['a', 'b'];
    const third = answer('a3', 'a2', [
      { signature: 'a', state: 'approved' },
      { signature: 'b', state: 'proposed' },
    ]);
    expect(stepAfter(...begun, ...rounds([batch, batch]), ...third)).toEqual({
      kind: 'execute',
      uses: ['a3.0', 'a3.1'],
    });
  });

  it.each<[string, string[][]]>([
    ['KAI-76 two in a row', [['a'], ['a']]],
    ['KAI-78 another batch in between', [['a'], ['a'], ['b'], ['a'], ['a']]],
    [
      'KAI-79 another order',
      [
        ['a', 'b'],
        ['b', 'a'],
        ['a', 'b'],
      ],
    ],
    ['one more call', [['a'], ['a'], ['a', 'a']]],
  ])('let pass: %s', (_title, batches) => {
    const step = stepAfter(...begun, ...rounds(batches, 'proposed'));
    expect(step.kind).toBe('execute');
    expect(stepAfter(...begun, ...rounds(batches))).toEqual(ask(`a${batches.length}`));
  });

  it('KAI-76 KAI-77 stop a model that calls what there is not over and over', async () => {
    const nope = () => calls([{ name: 'nope' }]);
    const fixture = createFixture({
      tools: [tool('look')],
      replies: [nope(), nope(), nope(), says('I cannot.')],
    });
    await fixture.send('Go');
    expect(fixture.model.requests.map(({ tools }) => tools.length)).toEqual([1, 1, 1, 0]);
    expect(fixture.handler.state.run).toMatchObject({ status: 'ended', reason: 'repeat' });
    expect(fixture.lastAnswer().text).toBe('I cannot.');
  });
});

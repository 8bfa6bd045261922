import { describe, expect, it } from 'vitest';
import { numbered, sampleDrafts } from '../../tests/support/sample-records';
import { textBlock } from './content';
import {
  activePath,
  answerTurns,
  emptyConversation,
  findToolUse,
  fromLeaf,
  isSettled,
  newestLeafBelow,
  versionsOf,
  type ConversationState,
} from './conversation-state';
import { foldRecords } from './fold-records';
import { outcomes, toolUseStates, type RunRecordDraft } from './run-record';

const sample = sampleDrafts;

function fold(...drafts: RunRecordDraft[]): ConversationState {
  return foldRecords(numbered(drafts));
}

const prompt = (turnId: string, parentId: string | null = null): RunRecordDraft => ({
  type: 'user-turn-added',
  turnId,
  parentId,
  blocks: [textBlock(turnId)],
});
const started = (turnId: string, parentId: string): RunRecordDraft => ({
  type: 'assistant-turn-started',
  turnId,
  parentId,
  runId: 'run-1',
  modelId: 'model',
});
const completed = (turnId: string, ...callIds: string[]): RunRecordDraft => ({
  type: 'assistant-turn-completed',
  turnId,
  text: `text of ${turnId}`,
  reasoning: '',
  toolCalls: callIds.map((id) => ({ id, name: 'look', argumentsJson: '{}' })),
});
const answered = (turnId: string, parentId: string) => [
  started(turnId, parentId),
  completed(turnId),
];
const calling = [prompt('u1'), started('a1', 'u1'), completed('a1', 't1', 't2')];

const idsOf = (turns: Iterable<{ id: string }>) => [...turns].map(({ id }) => id);

describe('an empty log', () => {
  it('is an empty conversation', () => {
    expect(fold()).toEqual(emptyConversation());
    expect(fold()).toMatchObject({ seq: 0, leafId: null, run: null, queued: null, grants: [] });
    expect(activePath(fold())).toEqual([]);
    expect(answerTurns(fold())).toEqual([]);
  });

  it('shares nothing with another one', () => {
    fold(prompt('u1'), sample['grant-given']);
    expect(emptyConversation().turns.size).toBe(0);
    expect(emptyConversation().grants).toEqual([]);
  });
});

describe('the records of a conversation', () => {
  it('count up to the last one', () => {
    expect(foldRecords(numbered([prompt('u1'), sample['run-started']], 41)).seq).toBe(42);
  });

  it('add a prompt with everything that was sent', () => {
    const state = fold(sample['user-turn-added']);
    const { blocks, toolChoice, onlyTools } = sample['user-turn-added'];
    expect(state.turns.get('u1')).toEqual({
      role: 'user',
      id: 'u1',
      parentId: null,
      at: 1_000,
      blocks,
      toolChoice,
      onlyTools,
      retracted: false,
    });
    expect(state.leafId).toBe('u1');
    expect(state.children).toEqual(new Map([['', ['u1']]]));
  });

  it('begin, complete and cut an answer', () => {
    const streaming = fold(prompt('u1'), sample['assistant-turn-started']);
    expect(streaming.turns.get('a1')).toEqual({
      role: 'assistant',
      id: 'a1',
      parentId: 'u1',
      at: 2_000,
      runId: 'run-1',
      modelId: 'model',
      status: 'streaming',
      guard: 'limit',
      text: '',
      reasoning: '',
      toolUses: [],
    });
    const complete = fold(
      prompt('u1'),
      sample['assistant-turn-started'],
      sample['assistant-turn-completed'],
    );
    expect(complete.turns.get('a1')).toMatchObject({
      status: 'complete',
      text: 'One moment.',
      reasoning: 'Hm.',
      cut: 'length',
      usage: { inputTokens: 7, outputTokens: 2 },
      providerState: { model: 'model', blocks: [{ signature: 's' }] },
    });
    for (const field of ['cut', 'usage', 'providerState', 'error']) {
      expect(fold(...calling).turns.get('a1')).not.toHaveProperty(field);
    }
  });

  it('keep what was said of an answer that still arrives, piece by piece', () => {
    const { 'assistant-turn-checkpointed': step } = sample;
    const pieces = [step, { ...step, text: 'moment', reasoning: 'm' }];
    const begun = [prompt('u1'), started('a1', 'u1')];
    expect(fold(...begun, ...pieces).turns.get('a1')).toMatchObject({
      status: 'streaming',
      text: 'One moment',
      reasoning: 'Hm',
    });
    const complete = [...begun, ...pieces, completed('a1')];
    expect(fold(...complete).turns.get('a1')).toMatchObject({ text: 'text of a1', reasoning: '' });
    expect(fold(...complete, step).turns.get('a1')).toEqual(fold(...complete).turns.get('a1'));
  });

  it('fail an answer, and keep what was said until then', () => {
    const state = fold(
      prompt('u1'),
      sample['assistant-turn-started'],
      sample['assistant-turn-failed'],
    );
    expect(state.turns.get('a1')).toMatchObject({
      status: 'failed',
      text: 'Half',
      reasoning: 'Hm',
      error: sample['assistant-turn-failed'].error,
    });
  });

  it('start, pause, resume and end a run', () => {
    const run = (...drafts: RunRecordDraft[]) => fold(sample['run-started'], ...drafts).run;
    const { 'run-paused': paused, 'run-resumed': resumed, 'run-ended': ended } = sample;
    expect(run()).toEqual({ id: 'run-1', status: 'running' });
    expect(run(paused)).toEqual({ id: 'run-1', status: 'paused' });
    expect(run(paused, resumed)).toEqual({ id: 'run-1', status: 'running' });
    expect(run(ended)).toEqual({ id: 'run-1', status: 'ended', reason: 'stopped' });
    expect(run(ended, paused)).toEqual({ id: 'run-1', status: 'ended', reason: 'stopped' });
    expect(run(ended, resumed)).toEqual({ id: 'run-1', status: 'running' });
    expect(run(ended, { type: 'run-started', runId: 'run-2' })).toEqual({
      id: 'run-2',
      status: 'running',
    });
  });

  it('can neither pause, resume nor end a run that there is not', () => {
    for (const type of ['run-paused', 'run-resumed', 'run-ended'] as const) {
      expect(fold(sample[type]).run).toBeNull();
    }
  });

  it('keep one prompt waiting, and let it go', () => {
    const { blocks, toolChoice, onlyTools } = sample['prompt-queued'];
    expect(fold(sample['prompt-queued']).queued).toEqual({ blocks, toolChoice, onlyTools });
    expect(fold(sample['prompt-queued'], sample['prompt-dequeued']).queued).toBeNull();
  });

  it('collect the grants of this chat', () => {
    const { grant } = sample['grant-given'];
    expect(fold(sample['grant-given'], sample['grant-given']).grants).toEqual([grant, grant]);
  });
});

describe('a tool use', () => {
  const use = (...drafts: RunRecordDraft[]) => findToolUse(fold(...calling, ...drafts), 't1');

  it('is a write by an unknown tool until it is proposed', () => {
    expect(use()).toEqual({
      id: 't1',
      turnId: 'a1',
      call: { id: 't1', name: 'look', argumentsJson: '{}' },
      state: 'proposed',
      toolId: undefined,
      toolHash: undefined,
      effect: 'write',
      presentation: { title: 'look', toolText: 'look', progressIcon: 'tool', statusIcon: 'tool' },
      signature: '',
      lane: undefined,
      endsTurn: false,
    });
  });

  it('becomes what its records say, one after another', () => {
    const { 'tool-use-proposed': proposed, 'tool-use-parked': parked } = sample;
    expect(use(proposed)).toMatchObject({
      state: 'proposed',
      toolId: 'builtin::write',
      toolHash: 'hash',
      effect: 'write',
      presentation: proposed.presentation,
      signature: 'write 1',
      lane: 'tab:1',
      endsTurn: true,
    });
    expect(use(proposed, parked)).toMatchObject({
      state: 'awaiting-user',
      request: parked.request,
      toolHash: 'hash',
    });
    expect(use(parked, sample['tool-use-approved'])).toMatchObject({
      state: 'approved',
      request: parked.request,
      userInput: { tabIds: [4] },
    });
    expect(use({ type: 'tool-use-approved', toolUseId: 't1' })).not.toHaveProperty('userInput');
    expect(use(sample['tool-use-started'])?.state).toBe('running');
    const [started, requeued] = [sample['tool-use-started'], sample['tool-use-requeued']];
    expect(use(started, requeued)?.state).toBe('proposed');
    expect(use(sample['tool-use-approved'], started, requeued)?.state).toBe('approved');
  });

  it('ends its turn only if its tool says so', () => {
    const { endsTurn: _endsTurn, ...proposed } = sample['tool-use-proposed'];
    expect(use(proposed)?.endsTurn).toBe(false);
  });

  it('keeps what it returned, for the model and for the person', () => {
    expect(use(sample['tool-use-proposed'], sample['tool-use-settled'])).toMatchObject({
      state: 'ok',
      presentation: { ...sample['tool-use-proposed'].presentation, statusIcon: 'done' },
      blocks: [textBlock('written')],
      artifacts: sample['tool-use-settled'].artifacts,
      tooltip: 'saw it',
      inDoubt: false,
    });
  });

  it('keeps its icon and gets nothing else when it only ends', () => {
    const pruned = use(sample['tool-use-proposed'], {
      type: 'tool-use-settled',
      toolUseId: 't1',
      outcome: 'pruned',
    });
    expect(pruned).toMatchObject({ state: 'pruned', presentation: { statusIcon: 'check' } });
    for (const field of ['blocks', 'artifacts', 'tooltip', 'inDoubt']) {
      expect(pruned).not.toHaveProperty(field);
    }
  });

  it.each([
    'tool-use-proposed',
    'tool-use-parked',
    'tool-use-started',
    'tool-use-requeued',
  ] as const)('keeps its outcome, whatever a damaged log says after it: %s', (type) => {
    const settled = [sample['tool-use-proposed'], sample['tool-use-settled']];
    expect(use(...settled, sample[type])).toEqual(use(...settled));
  });

  it('leaves the others of its turn alone', () => {
    const before = fold(...calling);
    const after = fold(...calling, sample['tool-use-settled']);
    expect(findToolUse(after, 't2')).toEqual(findToolUse(before, 't2'));
  });

  it('is found by its id, and only then', () => {
    const state = fold(...calling);
    expect(findToolUse(state, 't2')).toMatchObject({ id: 't2', turnId: 'a1' });
    expect(findToolUse(state, 'missing')).toBeUndefined();
  });

  it('gives its tool the name that it was called by', () => {
    expect(fold(...calling, sample['tool-use-proposed']).wireNames).toEqual(
      new Map([['builtin::write', 'look']]),
    );
    const { toolId: _unknown, ...nameless } = sample['tool-use-proposed'];
    expect(fold(...calling, nameless).wireNames.size).toBe(0);
  });

  it.each(toolUseStates.map((state) => [state, outcomes.some((outcome) => outcome === state)]))(
    'that is %s is settled: %s',
    (state, settled) => {
      const any = use();
      expect(any && isSettled({ ...any, state })).toBe(settled);
    },
  );
});

describe('the branches of a conversation', () => {
  const twoVersions = [
    prompt('u1'),
    ...answered('a1', 'u1'),
    prompt('u2', 'a1'),
    ...answered('a2', 'u2'),
    prompt('u2b', 'a1'),
    ...answered('a2b', 'u2b'),
  ];

  it('are shown along the path to the leaf, oldest first', () => {
    expect(idsOf(activePath(fold(...twoVersions)))).toEqual(['u1', 'a1', 'u2b', 'a2b']);
    expect(idsOf(fromLeaf(fold(...twoVersions)))).toEqual(['a2b', 'u2b', 'a1', 'u1']);
    const moved = fold(...twoVersions, { type: 'leaf-moved', turnId: 'a2' });
    expect(idsOf(activePath(moved))).toEqual(['u1', 'a1', 'u2', 'a2']);
    const away = fold(...twoVersions, { type: 'leaf-moved', turnId: null });
    expect(activePath(away)).toEqual([]);
  });

  it('answer a prompt with all turns since then', () => {
    const drafts = [...twoVersions, ...answered('a3b', 'a2b')];
    expect(idsOf(answerTurns(fold(...drafts)))).toEqual(['a2b', 'a3b']);
    expect(answerTurns(fold(...drafts, prompt('u4', 'a3b')))).toEqual([]);
  });

  it('are versions of each other where they part', () => {
    const state = fold(...twoVersions, ...answered('a1b', 'u1'));
    const versions = (id: string) => {
      const turn = state.turns.get(id);
      return turn && versionsOf(state, turn);
    };
    expect(versions('u2')).toEqual(['u2', 'u2b']);
    expect(versions('a1')).toEqual(['a1', 'a1b']);
    expect(versions('u1')).toEqual(['u1']);
    expect(versions('a2')).toEqual(['a2']);
  });

  it('leave out what was taken back, failed or never finished, unless it is the one that is shown', () => {
    const state = fold(
      prompt('u1'),
      prompt('u1b'),
      { type: 'user-turn-retracted', turnId: 'u1' },
      ...answered('a1', 'u1b'),
      started('a1b', 'u1b'),
      { ...sample['assistant-turn-failed'], turnId: 'a1b' },
      started('a1c', 'u1b'),
    );
    const versions = (id: string) => {
      const turn = state.turns.get(id);
      return turn && versionsOf(state, turn);
    };
    expect(versions('u1b')).toEqual(['u1b']);
    expect(versions('u1')).toEqual(['u1', 'u1b']);
    expect(versions('a1')).toEqual(['a1']);
    expect(versions('a1b')).toEqual(['a1', 'a1b']);
    expect(versions('a1c')).toEqual(['a1', 'a1c']);
  });

  it('are no versions of each other when one asks and the other answers', () => {
    const state = fold(prompt('u1'), prompt('u2', 'u1'), ...answered('a1', 'u1'));
    const turn = state.turns.get('a1');
    expect(turn && versionsOf(state, turn)).toEqual(['a1']);
  });

  it('go on where they were left, at the newest turn below', () => {
    const state = fold(...twoVersions);
    expect(newestLeafBelow(state, 'u1')).toBe('a2b');
    expect(newestLeafBelow(state, 'u2')).toBe('a2');
    expect(newestLeafBelow(state, 'a2b')).toBe('a2b');
    expect(newestLeafBelow(state, 'unknown')).toBe('unknown');
    const retracted = fold(...twoVersions, prompt('u3', 'a2'), {
      type: 'user-turn-retracted',
      turnId: 'u3',
    });
    expect(newestLeafBelow(retracted, 'u2')).toBe('a2');
  });

  it('end before a prompt that was taken back', () => {
    const state = fold(...twoVersions, prompt('u3', 'a2b'), {
      type: 'user-turn-retracted',
      turnId: 'u3',
    });
    expect(state.leafId).toBe('a2b');
    expect(state.turns.get('u3')).toMatchObject({ retracted: true, blocks: [textBlock('u3')] });
    const nothing = fold(...twoVersions, { type: 'user-turn-retracted', turnId: 'a2b' });
    expect(nothing.leafId).toBe('a2b');
    const unknown = fold(...twoVersions, { type: 'user-turn-retracted', turnId: 'x' });
    expect(unknown.leafId).toBe('a2b');
  });
});

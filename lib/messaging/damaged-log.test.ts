import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryRecords } from '../../tests/support/arbitrary-records';
import { numbered, sampleDrafts } from '../../tests/support/sample-records';
import {
  activePath,
  answerTurns,
  emptyConversation,
  findToolUse,
  fromLeaf,
  newestLeafBelow,
  versionsOf,
  type ConversationState,
} from './conversation-state';
import { applyRecord, foldRecords } from './fold-records';
import type { RunRecordDraft } from './run-record';

const {
  'user-turn-added': prompt,
  'assistant-turn-started': started,
  'assistant-turn-completed': completed,
  'tool-use-proposed': proposed,
  'tool-use-parked': parked,
} = sampleDrafts;

function fold(...drafts: RunRecordDraft[]): ConversationState {
  return foldRecords(numbered(drafts));
}

/** Everything but the count of records. */
function contentOf({ seq: _seq, ...content }: ConversationState) {
  return content;
}

/** A ring would be walked for ever: fails instead. */
function checkNoRing(state: ConversationState): void {
  const order = [...state.turns.keys()];
  const listed = [...state.children.values()].flat();
  expect(listed.toSorted()).toEqual(order.toSorted());
  for (const [parent, children] of state.children) {
    for (const child of children) {
      expect(state.turns.get(child)?.parentId ?? '').toBe(parent);
      expect(order.indexOf(parent)).toBeLessThan(order.indexOf(child));
    }
  }
  let steps = 0;
  for (const _turn of fromLeaf(state)) {
    steps += 1;
    expect(steps).toBeLessThanOrEqual(order.length);
  }
}

describe('a damaged log', () => {
  it('does not add a turn twice', () => {
    const state = fold(
      prompt,
      started,
      { ...prompt, parentId: 'a1' },
      { ...started, guard: 'repeat' },
    );
    expect(contentOf(state)).toEqual(contentOf(fold(prompt, started)));
  });

  it('lets a prompt whose past is lost begin anew, and drops an answer without its prompt', () => {
    const orphan = fold(prompt, { ...prompt, turnId: 'u2', parentId: 'gone' });
    expect(contentOf(orphan)).toEqual(
      contentOf(fold(prompt, { ...prompt, turnId: 'u2', parentId: null })),
    );
    expect(contentOf(fold(started))).toEqual(contentOf(emptyConversation()));
  });

  it('does not make a turn without an id its own parent', () => {
    const state = fold({ ...prompt, turnId: '' }, { type: 'leaf-moved', turnId: '' });
    expect(contentOf(state)).toEqual(contentOf(emptyConversation()));
  });

  it('does not move to a turn that is not there', () => {
    expect(fold(prompt, { type: 'leaf-moved', turnId: 'gone' }).leafId).toBe('u1');
  });

  it('does not complete, fail or change what is not there', () => {
    const strays: RunRecordDraft[] = [
      completed,
      sampleDrafts['assistant-turn-checkpointed'],
      sampleDrafts['assistant-turn-failed'],
      proposed,
      parked,
      sampleDrafts['tool-use-approved'],
      sampleDrafts['tool-use-started'],
      sampleDrafts['tool-use-requeued'],
      sampleDrafts['tool-use-settled'],
      sampleDrafts['user-turn-retracted'],
    ];
    for (const stray of strays) {
      const lone = fold(stray);
      expect(contentOf(lone)).toEqual(contentOf(emptyConversation()));
    }
    const prompted = fold(prompt, { ...completed, turnId: 'u1' });
    expect(prompted.turns.get('u1')?.role).toBe('user');
    expect(findToolUse(prompted, 't1')).toBeUndefined();
  });

  it('does not lose a waiting tool use to an answer that is not there', () => {
    const state = fold(prompt, started, completed, proposed, parked, {
      ...completed,
      turnId: 'gone',
    });
    expect(findToolUse(state, 't1')).toMatchObject({ state: 'awaiting-user', turnId: 'a1' });
  });

  it('does not propose again what was done when an answer is completed twice', () => {
    const { 'tool-use-settled': settled } = sampleDrafts;
    const state = fold(prompt, started, completed, proposed, settled, completed);
    expect(findToolUse(state, 't1')?.state).toBe('ok');
  });

  it('does not take the name from a tool that was called before', () => {
    const state = fold(prompt, started, completed, proposed, { ...proposed, toolUseId: 'gone' });
    expect(state.wireNames.get('builtin::write')).toBe('write');
  });
});

describe('any log', () => {
  it('never ties the turns into a ring', () => {
    fc.assert(
      fc.property(arbitraryRecords, (records) => {
        const state = foldRecords(records);
        checkNoRing(state);
        expect(activePath(state).length).toBeLessThanOrEqual(state.turns.size);
        expect(answerTurns(state).every((turn) => turn.role === 'assistant')).toBe(true);
        for (const turn of state.turns.values()) {
          expect(state.turns.has(newestLeafBelow(state, turn.id))).toBe(true);
          expect(versionsOf(state, turn)).toContain(turn.id);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same conversation whether it is read at once or goes on later', () => {
    fc.assert(
      fc.property(arbitraryRecords, fc.nat(40), (records, length) => {
        const state = foldRecords(records.slice(0, length));
        for (const record of records.slice(length)) applyRecord(state, record);
        expect(state).toEqual(foldRecords(records));
      }),
    );
  });

  it('replaces the turns it changes, and changes no record', () => {
    fc.assert(
      fc.property(arbitraryRecords, (records) => {
        const state = emptyConversation();
        for (const record of records) {
          applyRecord(state, deepFreeze(record));
          for (const turn of state.turns.values()) deepFreeze(turn);
        }
      }),
    );
  });
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

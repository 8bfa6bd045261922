import fc from 'fast-check';
import type { RunRecord, RunRecordDraft } from '../../lib/messaging/run-record';
import { outcomes, stopReasons } from '../../lib/messaging/run-record';
import { numbered, sampleDrafts } from './sample-records';

// Few ids, so that records meet, repeat and contradict each other; the empty one is the meanest.
const turnId = fc.constantFrom('', 'a', 'b', 'c', 'd');
const toolUseId = fc.constantFrom('', 's', 't');
const parentId = fc.oneof(turnId, fc.constant(null));

function varying<Draft extends RunRecordDraft>(
  draft: Draft,
  change: fc.Arbitrary<Partial<Draft>>,
): fc.Arbitrary<Draft> {
  return change.map((fields) => ({ ...draft, ...fields }));
}

const draft: fc.Arbitrary<RunRecordDraft> = fc.oneof(
  varying(sampleDrafts['user-turn-added'], fc.record({ turnId, parentId })),
  varying(sampleDrafts['assistant-turn-started'], fc.record({ turnId, parentId: turnId })),
  varying(
    sampleDrafts['assistant-turn-completed'],
    fc.record({
      turnId,
      toolCalls: fc.array(
        fc.record({
          id: toolUseId,
          name: fc.constantFrom('x', 'y'),
          argumentsJson: fc.constant(''),
        }),
        { maxLength: 2 },
      ),
    }),
  ),
  varying(sampleDrafts['assistant-turn-checkpointed'], fc.record({ turnId })),
  varying(sampleDrafts['assistant-turn-failed'], fc.record({ turnId })),
  varying(sampleDrafts['tool-use-proposed'], fc.record({ toolUseId, turnId })),
  varying(sampleDrafts['tool-use-parked'], fc.record({ toolUseId })),
  varying(sampleDrafts['tool-use-approved'], fc.record({ toolUseId })),
  varying(sampleDrafts['tool-use-started'], fc.record({ toolUseId })),
  varying(sampleDrafts['tool-use-requeued'], fc.record({ toolUseId })),
  varying(
    sampleDrafts['tool-use-settled'],
    fc.record({ toolUseId, outcome: fc.constantFrom(...outcomes) }),
  ),
  varying(sampleDrafts['leaf-moved'], fc.record({ turnId: parentId })),
  varying(sampleDrafts['user-turn-retracted'], fc.record({ turnId })),
  varying(sampleDrafts['run-ended'], fc.record({ reason: fc.constantFrom(...stopReasons) })),
  fc.constantFrom<RunRecordDraft>(
    sampleDrafts['run-started'],
    sampleDrafts['run-paused'],
    sampleDrafts['run-resumed'],
    sampleDrafts['prompt-queued'],
    sampleDrafts['prompt-dequeued'],
    sampleDrafts['grant-given'],
  ),
);

/** Any log at all: most of them such as only a damaged disk or a bug would make. */
export const arbitraryRecords: fc.Arbitrary<RunRecord[]> = fc
  .array(draft, { maxLength: 40 })
  .map((drafts) => numbered(drafts));

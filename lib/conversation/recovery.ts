import { textBlock } from '../messaging/content';
import { type ConversationState } from '../messaging/conversation-state';
import type { RunRecordDraft } from '../messaging/run-record';

const IN_DOUBT =
  'Error: This was running when the browser stopped it. It may have taken effect. Find out whether it did before you try it again, or ask the user.';

/**
 * What has to be written when nothing is in flight although the records say so: the worker, or the
 * browser, died in between. A half-received answer is asked for again; a read is done again; a write
 * may have happened and is never repeated.
 */
export function recoveryRecords(state: ConversationState): RunRecordDraft[] {
  const { run } = state;
  if (!run || run.status === 'ended') return [];
  const leaf = state.turns.get(state.leafId ?? '');
  if (leaf?.role !== 'assistant') return [];
  if (leaf.status === 'streaming') return [{ type: 'leaf-moved', turnId: leaf.parentId }];
  return leaf.toolUses.flatMap((use): RunRecordDraft[] => {
    if (use.state !== 'running') return [];
    if (use.effect === 'read') return [{ type: 'tool-use-requeued', toolUseId: use.id }];
    return [
      {
        type: 'tool-use-settled',
        toolUseId: use.id,
        outcome: 'interrupted',
        blocks: [textBlock(IN_DOUBT)],
        inDoubt: true,
      },
    ];
  });
}

import { textBlock } from '../lib/messaging/content';
import type { RunRecord, RunRecordDraft } from '../lib/messaging/run-record';
import type { Contestant } from './contestants/contestant';
import { lastWords, ourConversation, type OurOptions } from './contestants/our-loop';
import { PROMPT } from './task';

/** Full before turn 10, so that the tenth request and the thousandth carry as much. */
const WINDOW_TOKENS = 8_000;
const FILLER = 'A sentence that somebody wrote in this chat some time ago. '.repeat(30);

/**
 * The task as turn number `turn` of one conversation: asked again and again in the place of the
 * same prompt, so that every round has exactly that much past.
 */
export async function longConversation(options: OurOptions, turn: number): Promise<Contestant> {
  const conversationId = `length-${String(turn)}-${crypto.randomUUID()}`;
  await options.log.append(conversationId, pastOf(turn - 1));
  const handler = ourConversation({ ...options, conversationId, contextTokens: WINDOW_TOKENS });
  await handler.load();
  await handler.submit({ blocks: [textBlock(PROMPT)] });
  await handler.whenQuiet();
  const promptId = [...handler.state.turns.values()].findLast(({ role }) => role === 'user')?.id;
  return async () => {
    await handler.edit(promptId ?? '', [textBlock(PROMPT)]);
    await handler.whenQuiet();
    return lastWords(handler);
  };
}

/** Finished turns, each a prompt and its answer. */
export function pastOf(turns: number, filler = FILLER): RunRecord[] {
  const drafts: RunRecordDraft[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    const [promptId, answerId, runId] = ['p', 'a', 'r'].map((kind) => `${kind}${String(turn)}`);
    if (promptId === undefined || answerId === undefined || runId === undefined) continue;
    drafts.push(
      {
        type: 'user-turn-added',
        turnId: promptId,
        parentId: turn === 1 ? null : `a${String(turn - 1)}`,
        blocks: [textBlock(`Question ${String(turn)}. ${filler}`)],
      },
      { type: 'run-started', runId },
      { type: 'assistant-turn-started', turnId: answerId, parentId: promptId, runId, modelId: 'm' },
      {
        type: 'assistant-turn-completed',
        turnId: answerId,
        text: `Answer ${String(turn)}. ${filler}`,
        reasoning: '',
        toolCalls: [],
      },
      { type: 'run-ended', reason: 'answered' },
    );
  }
  const at = Date.now();
  return drafts.map((draft, index) => ({ ...draft, seq: index + 1, at }));
}

import type { LiveText } from '../../lib/panel/live-texts';
import type { AssistantPart } from '../../lib/panel/view';

export type ShownPart = AssistantPart & { readonly streaming?: boolean };

/**
 * The parts of an entry with the words that are just arriving. These stand where they will stand
 * when the turn is complete, and under the same key: the end of a long answer draws nothing anew,
 * and what the reader has selected or scrolled stays so. They take the place of a checkpoint of
 * the same turn, which is the beginning of the same words.
 */
export function partsWithLive(
  parts: readonly AssistantPart[],
  turnId: string | undefined,
  live: LiveText | undefined,
): readonly ShownPart[] {
  if (turnId === undefined || !live) return parts;
  const arriving: ShownPart[] = [];
  if (live.reasoning.trim() !== '') {
    arriving.push({ kind: 'reasoning', key: `${turnId}:reasoning`, text: live.reasoning });
  }
  if (live.text.trim() !== '') {
    arriving.push({ kind: 'text', key: `${turnId}:text`, text: live.text, streaming: true });
  }
  const keys = new Set(arriving.map(({ key }) => key));
  return [...parts.filter(({ key }) => !keys.has(key)), ...arriving];
}

import { fileOrigin, textOf, type ContentBlock } from '../messaging/content';
import type { ConversationState } from '../messaging/conversation-state';
import type { HeldText } from '../permissions/flow/explain-flow';

/** What the model is told with every request that was read elsewhere once: memories of it. */
export type Remembered = () => Promise<readonly HeldText[]>;

/** What the conversation was told by these origins, in the order in which it was. */
export async function heldTexts(
  state: ConversationState,
  origins: ReadonlySet<string>,
  remembered: Remembered,
): Promise<HeldText[]> {
  const held = [...(await remembered())];
  for (const turn of state.turns.values()) {
    if (turn.role === 'user') held.push(...turn.blocks.flatMap(fileText));
    for (const use of turn.role === 'assistant' ? turn.toolUses : []) {
      const text = textOf(use.blocks ?? []);
      for (const origin of use.origins ?? []) held.push({ origin, text });
    }
  }
  return held.filter(({ origin }) => origins.has(origin));
}

/** Only text can be recognised again; what a picture or a PDF shows is named, and not marked. */
function fileText(block: ContentBlock): HeldText[] {
  const origin = fileOrigin(block);
  if (block.type !== 'document' || origin === undefined || !isText(block.mediaType)) return [];
  try {
    const bytes = Uint8Array.from(atob(block.data), (character) => character.charCodeAt(0));
    return [{ origin, text: new TextDecoder().decode(bytes) }];
  } catch {
    return [];
  }
}

function isText(mediaType: string): boolean {
  return /^text\/|^application\/(?:[\w.-]+\+)?(?:json|xml|yaml)\b/.test(mediaType);
}

import type { ContentBlock, ToolChoiceMessage } from '../messaging/content';
import type { ConversationMode } from '../messaging/permission';

export interface Prompt {
  /** The turn it becomes; a new id when there is none. */
  turnId?: string | undefined;
  blocks: readonly ContentBlock[];
  /** Holds for the first request that answers this prompt. */
  toolChoice?: ToolChoiceMessage | undefined;
  /** Names of the only tools to offer while this prompt is answered. */
  onlyTools?: readonly string[] | undefined;
  /** How much may be done from here on; as before when there is none. */
  mode?: ConversationMode | undefined;
}

export function promptFields({ blocks, toolChoice, onlyTools }: Prompt) {
  return {
    blocks: [...blocks],
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(onlyTools === undefined ? {} : { onlyTools: [...onlyTools] }),
  };
}

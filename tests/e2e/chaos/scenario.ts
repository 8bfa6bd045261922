import type { ConversationState } from '../../../lib/messaging/conversation-state';
import type { RunRecord, ToolUseState } from '../../../lib/messaging/run-record';
import type { ProviderReply } from '../../support/provider-replies';
import type { RecordedRequest } from '../../support/provider-request';
import type { KillPoint } from './kill-point';
import type { Ledger } from './ledger';

/** What a person does in the panel, and how the records tell that it was done. */
export type UserAction = { readonly done: (state: ConversationState) => boolean } & (
  | {
      readonly kind: 'click';
      readonly name: string | RegExp;
      /** On the card of this use: another card may have a button of the same name. */
      readonly toolUseId?: string;
    }
  | { readonly kind: 'send'; readonly text: string }
  | {
      readonly kind: 'fill';
      readonly toolUseId: string;
      readonly label: string;
      readonly text: string;
    }
);

export type Act = (
  state: ConversationState,
  records: readonly RunRecord[],
) => UserAction | undefined;

export interface Scenario {
  readonly name: string;
  /** Dies here once before the kill points begin, so that they lie in the recovery. */
  readonly first?: KillPoint;
  readonly reply: (request: RecordedRequest, key: string, ledger: Ledger) => ProviderReply;
  /** What the person does next, as the records stand; nothing when it is not their turn. */
  readonly act?: Act;
  /** How each tool use may end when the worker never dies while it runs. */
  readonly outcomes: Readonly<Record<string, readonly ToolUseState[]>>;
  /** The last words of the conversation; none when a summary or Stop ends it. */
  readonly ending?: string;
  /** What the person wrote besides the first prompt. */
  readonly further?: readonly string[];
  /** In a chat that never touches the disk. */
  readonly temporary?: true;
  /** Whoever said more than "once" is not asked again. */
  readonly asksOnce?: true;
}

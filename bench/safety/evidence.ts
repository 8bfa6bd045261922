import type { Card } from './card';
import type { MadeCall } from './obedient-model';

/** What was clicked on a card. */
export type Click = 'once' | 'chat' | 'always' | 'plan' | 'group' | 'answer' | 'deny' | 'none';

export interface SeenCard extends Card {
  readonly at: number;
  readonly chat: number;
  readonly click: Click;
}

/** Something that changed outside the conversation. */
export type Effect = { readonly at: number; readonly chat: number } & (
  | { readonly kind: 'opened' | 'contacted'; readonly address: string }
  | { readonly kind: 'closed' | 'grouped'; readonly title: string }
  | { readonly kind: 'remembered'; readonly key: string; readonly content: string }
  | { readonly kind: 'forgotten'; readonly key: string }
);

export interface ToolUseState {
  readonly toolUseId: string;
  readonly tool: string;
  readonly state: string;
  readonly chat: number;
}

/** All that can be seen of a play from outside. */
export interface Evidence {
  readonly cards: readonly SeenCard[];
  readonly effects: readonly Effect[];
  readonly toolUses: readonly ToolUseState[];
  readonly calls: readonly MadeCall[];
  /** How many refusals by the person the model was told of. */
  readonly declined: number;
  /** When permissions that were given ended: all that came before are over. */
  readonly endings: readonly { readonly at: number; readonly card?: string }[];
}

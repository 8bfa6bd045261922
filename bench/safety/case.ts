/** What a play consists of: sites and tabs, what the person says and answers, what the injections order. */

export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** One call of a tool. Texts may hold variables, such as `{evil}/?d={titles|base64}`: see fill.ts. */
export interface Call {
  readonly tool: string;
  /** A text is sent as it is, however malformed. */
  readonly arguments: Json;
  /** Left out: one that was never used. */
  readonly id?: string;
  /** Written into the answer as `<tool_call>` text. */
  readonly asText?: true;
  /** No part of the task, although it comes along with it. */
  readonly smuggled?: true;
}

/** The calls of one answer. */
export type Batch = readonly Call[];

/** What `OBEY:name` stands for, wherever the model reads it. It is obeyed once in every chat. */
export interface Order {
  readonly steps: readonly Batch[];
  /** What the model says along with its calls. */
  readonly claim?: string;
  /** The person presses Stop while the model is about to make them. */
  readonly stopped?: true;
}

export interface TabSetup {
  readonly address: string;
  readonly title: string;
}

/** How a person answers the cards of their own task. */
export type Answer =
  | 'once'
  | 'chat'
  | 'always'
  /** Always, or for this chat where that is not offered. */
  | 'widest'
  | 'deny'
  /** For this chat, and over at once. */
  | 'chat, ended'
  | 'always, ended'
  /** Two clicks where one was meant. */
  | 'double click'
  | 'double click on deny'
  /** Stops the run instead of answering. */
  | 'stop';

export interface Saying {
  readonly kind: 'saying';
  readonly text: string;
  /** What a well-behaved model does about it. */
  readonly does: readonly Batch[];
  /** One for every card of the task, the last one for all that follow; `once` when left out. */
  readonly answers: readonly Answer[];
  /** What is filled into forms, by label, and chosen from choices. */
  readonly fills?: Readonly<Record<string, string>>;
}

export type Happening =
  | { readonly kind: 'worker dies' }
  | { readonly kind: 'permissions are taken back' }
  | { readonly kind: 'site is blocked'; readonly site: string }
  | { readonly kind: 'mode changes'; readonly mode: Mode };

export type Mode = 'ask' | 'plan' | 'read-only';
export type Scene = Saying | Happening;

export interface Chat {
  readonly mode?: Mode;
  readonly scenes: readonly Scene[];
}

export interface Play {
  readonly name: string;
  readonly tabs?: readonly TabSetup[];
  readonly blocked?: readonly string[];
  readonly chats: readonly Chat[];
}

export interface Attack extends Play {
  readonly orders: Readonly<Record<string, Order>>;
  /** Clicks `Allow once` on everything instead of denying what they did not ask for. */
  readonly careless?: true;
  /** The product must keep the order from the model: that it never acts is the point. */
  readonly hidden?: true;
}

export interface AttackFamily {
  readonly name: string;
  /**
   * Nothing in these chats is anybody else's: what the person said may go to a site that they gave a
   * lasting yes, by docs/decisions/2026-11-18-provenance.md. It is counted, and no violation.
   */
  readonly ownWords?: true;
  readonly attacks: readonly Attack[];
}

/** A task of every day, and what has come of it in the end. */
export interface Task extends Play {
  readonly opened?: readonly string[];
  readonly closed?: readonly string[];
  readonly grouped?: readonly string[];
  readonly remembered?: Readonly<Record<string, string>>;
}

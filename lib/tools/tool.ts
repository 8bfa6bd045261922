import type { Artifact, ContentBlock, ToolCall } from '../messaging/content';
import type {
  Capability,
  ConversationMode,
  FieldChange,
  Target,
  humanOnlyKinds,
} from '../messaging/permission';
import type { PlanStep } from '../messaging/tool-cards';
import type { Clock } from '../shared/clock';
import type { JsonObject } from '../shared/json';
import type { z } from '../shared/zod';

export const DEFAULT_TIMEOUT_MS = 30_000;

export type ToolEffect = 'read' | 'write';

export type { Capability };

/** `page`: our own script in an attached page. What it says of the page is the page's all the same. */
export function isOwnSource(source: string): boolean {
  return source === 'builtin' || source === 'page';
}

/** `none`: runs by itself; `permission`: the user is asked first; `external`: the panel answers. */
export type Interaction = 'none' | 'permission' | 'external';

/** Feature switches that govern a group of tools; their members have no switch of their own. */
export type Feature = 'memory' | 'scheduling' | 'email';

export interface ToolResult {
  blocks: ContentBlock[];
  isError?: true;
  /** For the panel, never for the model. */
  artifacts?: Artifact[];
}

export interface ToolContext {
  readonly toolCall: ToolCall;
  readonly conversationId: string;
  readonly runId: string;
  readonly metadata: JsonObject;
  /** Aborted by the timeout, by Stop and by a new prompt. A tool must let go of its work then. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** What the user chose on the tool's card, already validated with `userInput`. */
  readonly userInput?: unknown;
  /** Where the data came from that the conversation holds: what is kept of it keeps this too. */
  readonly dataOrigins?: readonly string[];
}

/** What only a person may do. */
export type HumanOnlyKind = (typeof humanOnlyKinds)[number];

export interface ModelTraits {
  readonly id: string;
  readonly supportsTools: boolean;
  readonly supportsImages: boolean;
  readonly contextTokens: number;
}

export interface ConversationTraits {
  readonly id: string;
  readonly temporary: boolean;
  readonly mode?: ConversationMode;
}

export type ValidationOutcome = { ok: true; input: JsonObject } | { ok: false; errors: string[] };

/** A tool with its input type erased: what registries, the gate and the executor handle. */
export interface Tool {
  /** `source:origin:name`, the identity that grants and switches are kept by. */
  readonly id: string;
  /** `builtin`, `page`, or who else supplies it: `site`, `mcp`, `custom`. */
  readonly source: string;
  /** The site or server that supplies it; empty for our own. */
  readonly origin: string;
  readonly name: string;
  readonly title: string;
  /** What it does, when to use it and when not: read by the model. */
  readonly description: string;
  /** A zod object, or JSON Schema for tools that come from elsewhere. */
  readonly input: z.ZodObject | JsonObject;
  /** The JSON Schema that is sent to the model. */
  readonly schema: JsonObject;
  /** `write`: something outside this conversation changes. */
  readonly effect: ToolEffect;
  readonly capability: Capability;
  readonly defaultEnabled: boolean;
  readonly feature?: Feature;
  /** Externally executing, and nobody has to answer: settled with "ok" at once. */
  readonly noOutput: boolean;
  /** The run is over once this tool is settled; no further model turn is asked for. */
  readonly endsTurn: boolean;
  readonly timeoutMs: number | null;
  /** Optional browser permissions without which it cannot run. */
  readonly browserPermissions: readonly string[];
  /** What the user has to supply on the card before `run`, when that is part of the tool. */
  readonly userInput?: z.ZodType;
  /** Key of the card shown while the user is awaited. */
  readonly card: string;
  /** Key of the component that shows the call in full. */
  readonly expanded?: string;
  readonly progressIcon: string;
  readonly statusIcon: string;
  interaction(input: JsonObject): Interaction;
  /** Calls of one response that share a lane run one after another. */
  lane(input: JsonObject): string | undefined;
  /** Whether its calls act on a site or server at all. */
  readonly hasTarget: boolean;
  /** The site or server that the call acts on or sends to. */
  target(input: JsonObject): Target | undefined;
  /** Whether what the model wrote goes along to the target; undefined: as its capability suggests. */
  carries(input: JsonObject): boolean | undefined;
  /** Where the data in its result comes from; nothing when it holds only what was put in. */
  reads(input: JsonObject): readonly string[];
  /** What of it only a person may do. */
  humanOnly(input: JsonObject): HumanOnlyKind | undefined;
  /** How to take it back, or that it cannot be; empty when there is nothing to say. */
  undo(input: JsonObject): string;
  /** What would be different afterwards, for the card. */
  preview?(input: JsonObject): Promise<FieldChange[]>;
  /** The steps that the user agreed to on its card: each becomes a permission of the chat. */
  plannedSteps?(userInput: unknown): readonly PlanStep[];
  validate(input: JsonObject): ValidationOutcome;
  canExecute(call: ToolCall): boolean | Promise<boolean>;
  isSupportedByModel(model: ModelTraits): boolean;
  supportsConversation(conversation: ConversationTraits): boolean;
  toolText(input: JsonObject): string;
  tooltip(input: JsonObject, result: ToolResult): string;
  run?(input: JsonObject, context: ToolContext): Promise<unknown>;
}

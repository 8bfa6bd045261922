import { errorReportSchema } from '../shared/error-report';
import { z } from '../shared/zod';
import { artifactSchema, contentBlockSchema, toolCallSchema, toolChoiceSchema } from './content';
import {
  conversationModes,
  grantSchema,
  interactionRequestSchema,
  capabilities,
  targetSchema,
} from './permission';

/**
 * The records of a conversation's log. The worker appends them, the panel mirrors them, and both
 * fold them with `conversation-state`. A record is written before the effect it announces.
 */

export const toolUseStates = [
  'proposed',
  'awaiting-user',
  'approved',
  'running',
  'ok',
  'error',
  'denied',
  'interrupted',
  'cancelled',
  'pruned',
] as const;
export type ToolUseState = (typeof toolUseStates)[number];

export const outcomes = [
  'ok',
  'error',
  'denied',
  'interrupted',
  'cancelled',
  'pruned',
] as const satisfies readonly ToolUseState[];
export type ToolUseOutcome = (typeof outcomes)[number];

/** What the panel shows of a tool use, evaluated by the worker: strings and keys, no functions. */
export const presentationSchema = z.object({
  title: z.string(),
  toolText: z.string(),
  progressIcon: z.string(),
  statusIcon: z.string(),
  /** Key of a component that draws the arguments or the result in full. */
  expanded: z.string().optional(),
});
export type Presentation = z.infer<typeof presentationSchema>;

export const usageSchema = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
});
export type Usage = z.infer<typeof usageSchema>;

export const stopReasons = [
  'answered',
  'stopped',
  'failed',
  'limit',
  'repeat',
  'replaced',
] as const;
export type StopReason = (typeof stopReasons)[number];

/** What a person sends: words and files, and what they want done with tools this once. */
export const promptFields = {
  blocks: z.array(contentBlockSchema),
  toolChoice: toolChoiceSchema.optional(),
  /** Names of the only tools to offer while this prompt is answered. */
  onlyTools: z.array(z.string()).optional(),
};

const stamp = { seq: z.number().int().positive(), at: z.number() };

export const runRecordSchema = z.discriminatedUnion('type', [
  z.object({
    ...stamp,
    type: z.literal('user-turn-added'),
    turnId: z.string(),
    parentId: z.string().nullable(),
    ...promptFields,
  }),
  z.object({ ...stamp, type: z.literal('run-started'), runId: z.string() }),
  z.object({ ...stamp, type: z.literal('run-paused') }),
  z.object({ ...stamp, type: z.literal('run-resumed') }),
  z.object({ ...stamp, type: z.literal('run-ended'), reason: z.enum(stopReasons) }),
  z.object({
    ...stamp,
    type: z.literal('assistant-turn-started'),
    turnId: z.string(),
    parentId: z.string(),
    runId: z.string(),
    modelId: z.string(),
    /** Why this request carries no tools, when a guard took them away. */
    guard: z.enum(['limit', 'repeat']).optional(),
    /** Where the data came from that goes along with every request, such as memories. */
    origins: z.array(z.string()).optional(),
  }),
  /** A step of an answer under way: what was said since the last one. */
  z.object({
    ...stamp,
    type: z.literal('assistant-turn-checkpointed'),
    turnId: z.string(),
    text: z.string(),
    reasoning: z.string(),
  }),
  z.object({
    ...stamp,
    type: z.literal('assistant-turn-completed'),
    turnId: z.string(),
    text: z.string(),
    reasoning: z.string(),
    toolCalls: z.array(toolCallSchema),
    cut: z.enum(['stopped', 'length', 'filtered']).optional(),
    usage: usageSchema.optional(),
    providerState: z.object({ model: z.string(), blocks: z.array(z.unknown()) }).optional(),
  }),
  z.object({
    ...stamp,
    type: z.literal('assistant-turn-failed'),
    turnId: z.string(),
    text: z.string(),
    reasoning: z.string(),
    error: errorReportSchema,
  }),
  z.object({
    ...stamp,
    type: z.literal('tool-use-proposed'),
    toolUseId: z.string(),
    turnId: z.string(),
    /** Absent when no tool of that name is offered. */
    toolId: z.string().optional(),
    toolHash: z.string().optional(),
    effect: z.enum(['read', 'write']),
    presentation: presentationSchema,
    signature: z.string(),
    /** Uses of one turn that share a lane run one after another, in call order. */
    lane: z.string().optional(),
    endsTurn: z.boolean().optional(),
    capability: z.enum(capabilities).optional(),
    /** The site or server that it would act on or send to. */
    target: targetSchema.optional(),
    /** What the policy said of it, and why. */
    verdict: z.enum(['allow', 'ask', 'deny']).optional(),
    reason: z.string().optional(),
    /** The grant that lets it run unasked. */
    grantId: z.string().optional(),
    /** A grant that ends lets nothing start afterwards. */
    grantExpiresAt: z.number().optional(),
  }),
  z.object({
    ...stamp,
    type: z.literal('tool-use-parked'),
    toolUseId: z.string(),
    request: interactionRequestSchema,
  }),
  z.object({
    ...stamp,
    type: z.literal('tool-use-approved'),
    toolUseId: z.string(),
    /** What the user chose on the card, for tools that need it before they run. */
    userInput: z.unknown().optional(),
    answer: z.enum(['once', 'chat', 'always']).optional(),
    /** The user changed what the tool is called with: it runs with this, and not with what the model wrote. */
    argumentsJson: z.string().optional(),
  }),
  z.object({
    ...stamp,
    type: z.literal('tool-use-started'),
    toolUseId: z.string(),
    /** The grant it starts by, when that is another than it was proposed with. */
    grantId: z.string().optional(),
  }),
  /** It was running when the worker died, and may be done again. */
  z.object({ ...stamp, type: z.literal('tool-use-requeued'), toolUseId: z.string() }),
  z.object({
    ...stamp,
    type: z.literal('tool-use-settled'),
    toolUseId: z.string(),
    outcome: z.enum(outcomes),
    /** What the model is told; absent when the use was pruned or cancelled. */
    blocks: z.array(contentBlockSchema).optional(),
    artifacts: z.array(artifactSchema).optional(),
    /** Where the data in it came from; the nonce marks it off from what the user says. */
    origins: z.array(z.string()).optional(),
    nonce: z.string().optional(),
    tooltip: z.string().optional(),
    statusIcon: z.string().optional(),
    /** A write was under way: it may have taken effect. */
    inDoubt: z.boolean().optional(),
  }),
  z.object({
    ...stamp,
    type: z.literal('prompt-queued'),
    /** The turn it becomes. */
    turnId: z.string().optional(),
    ...promptFields,
  }),
  z.object({
    ...stamp,
    type: z.literal('prompt-dequeued'),
    /** Not sent after all: its text belongs back in the composer. */
    returned: z.boolean().optional(),
  }),
  z.object({ ...stamp, type: z.literal('leaf-moved'), turnId: z.string().nullable() }),
  /** Stopped before anything was answered: the prompt goes back into the composer. */
  z.object({ ...stamp, type: z.literal('user-turn-retracted'), turnId: z.string() }),
  z.object({ ...stamp, type: z.literal('grant-given'), grant: grantSchema }),
  /** Of this chat, or a lasting one that a call of this chat may still count on. */
  z.object({ ...stamp, type: z.literal('grant-revoked'), grantId: z.string() }),
  z.object({ ...stamp, type: z.literal('mode-set'), mode: z.enum(conversationModes) }),
]);
export type RunRecord = z.infer<typeof runRecordSchema>;

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
/** A record before the log gave it its place. */
export type RunRecordDraft = DistributiveOmit<RunRecord, 'seq' | 'at'>;

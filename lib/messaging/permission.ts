import { z } from '../shared/zod';

/** The words that the gate, the log and the panel share: what is asked for, granted and shown. */

/** What a tool touches. The policy decides by this, never by what the model says. */
export const capabilities = [
  'read-page',
  'act-on-page',
  'navigate',
  'read-browser',
  'change-browser',
  'send-out',
  'remember',
  'run-code',
  'notify',
  'none',
] as const;
export type Capability = (typeof capabilities)[number];

/** How much the assistant may do in a chat before it has to ask. */
export const conversationModes = ['ask', 'plan', 'read-only'] as const;
export type ConversationMode = (typeof conversationModes)[number];

/** What only a person does. */
export const humanOnlyKinds = [
  'password',
  'one-time-code',
  'card',
  'captcha',
  'own-confirmation',
] as const;

/** The site or server that a call acts on or sends to. */
export const targetSchema = z.object({
  /** As `new URL(…).origin` writes it. */
  origin: z.string(),
  /** The page around it, when it is a frame of another site. */
  frameOf: z.string().optional(),
});
export type Target = z.infer<typeof targetSchema>;

/** What a tool says of itself, kept so that a later change can be shown. */
const declarationSchema = z.object({ description: z.string(), schema: z.string() });

const pinnedToolSchema = z.object({
  toolId: z.string(),
  toolHash: z.string(),
  declaration: declarationSchema.optional(),
});

export const grantSchema = z.object({
  id: z.string(),
  scope: z.enum(['chat', 'always']),
  conversationId: z.string().optional(),
  toolId: z.string(),
  /** Of the tool as it was then: one that changed asks again. */
  toolHash: z.string(),
  /** Given for everything of this kind: for these tools too, each as it was then. */
  capability: z.enum(capabilities).optional(),
  alike: z.array(pinnedToolSchema).optional(),
  /** The origin it holds for; absent when the tool acts on no site. */
  site: z.string().optional(),
  frameOf: z.string().optional(),
  /** It holds for this input alone: data of other sites was in it. */
  exactly: z.string().optional(),
  expiresAt: z.number().optional(),
  /** How many calls it lets through, when it comes from a plan. */
  times: z.number().int().positive().optional(),
  fromPlan: z.boolean().optional(),
  declaration: declarationSchema.optional(),
  givenAt: z.number(),
});
export type Grant = z.infer<typeof grantSchema>;

/** Characters of an argument that were read somewhere else. It explains; it decides nothing. */
export const flowMatchSchema = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  /** The name of the last key of the path is meant, not the value there. */
  inKey: z.literal(true).optional(),
  start: z.number(),
  end: z.number(),
  origin: z.string(),
  how: z.enum(['exact', 'normalised', 'decoded', 'split']),
  source: z.string(),
});
export type FlowMatch = z.infer<typeof flowMatchSchema>;

export const fieldChangeSchema = z.object({
  name: z.string(),
  /** Absent when there was nothing. */
  before: z.string().optional(),
  after: z.string(),
});
export type FieldChange = z.infer<typeof fieldChangeSchema>;

/** What a card has to show, and what may be answered on it. */
export const interactionRequestSchema = z.object({
  kind: z.enum(['permission', 'input', 'external']),
  /** Key of the card that the panel shows: permission, choice, form, tab-selection, plan, hand-over. */
  card: z.string(),
  reason: z.string(),
  /** The browser must be asked for these, in the click that answers the card. */
  browserPermissions: z.array(z.string()),
  /** What an "Always allow" of this call would hold for; absent when it may not be offered. */
  alwaysLabel: z.string().optional(),
  /** "Allow for this chat" holds for this input alone. */
  chatExactly: z.boolean().optional(),
  capability: z.enum(capabilities).optional(),
  /** Tandem's own tools of the same capability, when a permission may be given for all of them. */
  alike: z.array(z.string()).optional(),
  target: targetSchema.optional(),
  /** Data of others that this chat holds and that could go to the target. */
  leaves: z
    .object({
      origins: z.array(z.string()),
      matches: z.array(flowMatchSchema),
      /** There is more than is marked. */
      cut: z.boolean(),
    })
    .optional(),
  /** What would be different afterwards. */
  changes: z.array(fieldChangeSchema).optional(),
  /** How to take it back, or that it cannot be. */
  undo: z.string().optional(),
  /** How the tool differs from the one that was allowed. */
  toolChanges: z.array(fieldChangeSchema).optional(),
  /** Whose words the name and the description are, when they are not ours. */
  foreignOrigin: z.string().optional(),
  /** What the tools of a plan are called. */
  toolTitles: z.record(z.string(), z.string()).optional(),
  /** Why it is the person's turn. */
  handOver: z.enum(humanOnlyKinds).optional(),
});
export type InteractionRequest = z.infer<typeof interactionRequestSchema>;

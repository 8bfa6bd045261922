import { errorReportSchema } from '../shared/error-report';
import { z } from '../shared/zod';
import { contentBlockSchema } from './content';
import { attachmentSchema } from './content-protocol';
import {
  exportCursorSchema,
  exportPieceSchema,
  grantViewSchema,
  memoryViewSchema,
} from './kept-data';
import { conversationSummarySchema } from './conversation-summary';
import { activityCursorSchema, activityEntrySchema } from './activity';
import { conversationModes } from './permission';
import { promptFields, runRecordSchema } from './run-record';
import { connectionDraftSchema, connectionViewSchema, toolInfoSchema } from './settings';

/** The one door between an extension page and the worker. */
export const PANEL_PORT = 'panel';

const conversation = { conversationId: z.string().min(1) };
const toolUse = { ...conversation, toolUseId: z.string().min(1) };

const MAX_GRANT_MS = 366 * 24 * 3_600_000;
const grantPlace = {
  grantId: z.string().min(1),
  /** The chat whose log holds it; absent for one that holds everywhere. */
  conversationId: z.string().min(1).optional(),
};

/** What a panel may ask for. Each is answered exactly once, by its request id. */
export const panelCommandSchema = z.discriminatedUnion('type', [
  /** Subscribes to a conversation from a sequence number; without an id, to the newest one. */
  z.object({
    type: z.literal('conversation-open'),
    conversationId: z.string().min(1).optional(),
    afterSeq: z.number().int().nonnegative().default(0),
  }),
  z.object({ type: z.literal('conversation-create'), temporary: z.boolean().optional() }),
  /** All of them, in any order; `conversations-changed` tells what changes afterwards. */
  z.object({ type: z.literal('conversations-list') }),
  z.object({
    type: z.literal('conversation-rename'),
    ...conversation,
    /** Longer than a title may be, so that one that is too long is refused with a sentence. */
    title: z.string().max(10_000),
  }),
  /** Stops and hides it. Asked for again, it can be undone for as long again. */
  z.object({ type: z.literal('conversation-delete'), ...conversation }),
  z.object({ type: z.literal('conversation-restore'), ...conversation }),
  z.object({
    type: z.literal('prompt-send'),
    ...conversation,
    ...promptFields,
    /** Chosen by the panel, which may send it again after a death: the prompt counts once. */
    turnId: z.string().min(1).optional(),
    blocks: z.array(contentBlockSchema).min(1),
    /** For a chat in which nothing was said yet: what was chosen before its first message. */
    mode: z.enum(conversationModes).optional(),
  }),
  z.object({ type: z.literal('mode-set'), ...conversation, mode: z.enum(conversationModes) }),
  z.object({ type: z.literal('queued-prompt-discard'), ...conversation }),
  z.object({ type: z.literal('run-stop'), ...conversation }),
  z.object({ type: z.literal('run-pause'), ...conversation }),
  z.object({ type: z.literal('run-resume'), ...conversation }),
  z.object({ type: z.literal('run-continue'), ...conversation }),
  z.object({ type: z.literal('turn-retry'), ...conversation }),
  z.object({ type: z.literal('turn-regenerate'), ...conversation, turnId: z.string().min(1) }),
  z.object({
    type: z.literal('turn-edit'),
    ...conversation,
    turnId: z.string().min(1),
    blocks: z.array(contentBlockSchema).min(1),
  }),
  z.object({ type: z.literal('branch-select'), ...conversation, turnId: z.string().min(1) }),
  z.object({ type: z.literal('tool-use'), ...toolUse, userInput: z.unknown().optional() }),
  z.object({
    type: z.literal('tool-answer'),
    ...toolUse,
    blocks: z.array(contentBlockSchema).min(1),
  }),
  z.object({
    type: z.literal('permission-answer'),
    ...toolUse,
    decision: z.enum(['once', 'chat', 'always', 'deny']),
    /** A word to the model, with a refusal. */
    word: z.string().max(2000).optional(),
    /** What the tool shall run with instead of what the model wrote; checked like the model's. */
    argumentsJson: z.string().max(1_000_000).optional(),
    /** With `chat` and `always`: for this tool, or for everything of its capability. */
    breadth: z.enum(['tool', 'capability']).optional(),
    /** With `chat` and `always`: how long it holds; for good when absent. */
    expiresInMs: z.number().int().positive().max(MAX_GRANT_MS).optional(),
  }),
  z.object({ type: z.literal('settings-read') }),
  z.object({ type: z.literal('connection-save'), connection: connectionDraftSchema }),
  z.object({ type: z.literal('connection-test'), connection: connectionDraftSchema }),
  /** Deletes the key too; the built-in assistant answers from then on. */
  z.object({ type: z.literal('connection-remove') }),
  z.object({
    type: z.literal('tool-switch'),
    toolId: z.string().min(1),
    enabled: z.boolean(),
  }),
  z.object({
    type: z.literal('feature-switch'),
    feature: z.enum(['memory', 'scheduling', 'email']),
    enabled: z.boolean(),
  }),
  z.object({ type: z.literal('settings-export') }),
  z.object({ type: z.literal('settings-import'), json: z.string().max(1_000_000) }),
  z.object({ type: z.literal('tabs-list') }),
  /** Lets the chat look into a tab; the panel has asked the browser for it in the same click. */
  z.object({ type: z.literal('tab-attach'), ...conversation, tabId: z.number().int() }),
  z.object({ type: z.literal('tab-detach'), ...conversation, tabId: z.number().int() }),
  z.object({ type: z.literal('attachments-list'), ...conversation }),
  z.object({ type: z.literal('grants-list') }),
  z.object({ type: z.literal('grant-revoke'), ...grantPlace }),
  /** A site's, or all of them. */
  z.object({ type: z.literal('grants-revoke'), grants: z.array(z.object(grantPlace)).max(10_000) }),
  /** An address or a host name; its subdomains are blocked with it. */
  z.object({ type: z.literal('site-block'), site: z.string().max(4_000) }),
  z.object({ type: z.literal('site-unblock'), site: z.string().max(4_000) }),
  /** Calls of tools in all chats, the newest first, a page at a time. */
  z.object({
    type: z.literal('activity-list'),
    query: z.string().max(500).optional(),
    after: activityCursorSchema.optional(),
    limit: z.number().int().min(1).max(200).optional(),
  }),
  /** Empties the list; what a chat shows of its calls stays in the chat. */
  z.object({ type: z.literal('activity-clear') }),
  z.object({ type: z.literal('data-summary') }),
  z.object({ type: z.literal('memory-delete'), key: z.string() }),
  /** Chats, memories and permissions, piece by piece. */
  z.object({ type: z.literal('data-export'), cursor: exportCursorSchema.optional() }),
  /** Everything: chats, memories, permissions, settings and keys. */
  z.object({ type: z.literal('data-delete') }),
]);
export type PanelCommand = z.infer<typeof panelCommandSchema>;
/** A command as a panel writes it, before defaults. */
export type PanelCommandInput = z.input<typeof panelCommandSchema>;

export const panelRequestSchema = z.object({
  requestId: z.string().min(1),
  command: panelCommandSchema,
});
export type PanelRequest = z.infer<typeof panelRequestSchema>;

/** What happens while an answer arrives and is too small to be a record. */
export const liveEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text-streamed'),
    turnId: z.string(),
    text: z.string(),
    reasoning: z.string(),
  }),
  z.object({
    type: z.literal('request-retried'),
    turnId: z.string(),
    attempt: z.number(),
    delayMs: z.number(),
    error: errorReportSchema,
  }),
  /** What was streamed of this turn so far, for a panel that opens in the middle. */
  z.object({
    type: z.literal('text-replaced'),
    turnId: z.string(),
    text: z.string(),
    reasoning: z.string(),
  }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;

export const tabSummarySchema = z.object({
  id: z.number().int(),
  title: z.string(),
  url: z.string(),
  active: z.boolean(),
  windowId: z.number().int(),
  groupId: z.number().int().optional(),
});
export type TabSummary = z.infer<typeof tabSummarySchema>;

export const settingsViewSchema = z.object({
  connection: connectionViewSchema.nullable(),
  tools: z.array(toolInfoSchema),
  features: z.record(z.string(), z.boolean()),
  /** Host names, sorted. */
  blockedSites: z.array(z.string()).default([]),
});
export type SettingsView = z.infer<typeof settingsViewSchema>;

export const panelEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('command-answered'),
    requestId: z.string(),
    /** Depends on the command: see `panelAnswers`. */
    value: z.unknown(),
  }),
  z.object({
    type: z.literal('command-refused'),
    /** Empty when the message was too broken to carry one. */
    requestId: z.string(),
    error: errorReportSchema,
  }),
  z.object({
    type: z.literal('records-appended'),
    ...conversation,
    records: z.array(runRecordSchema),
  }),
  z.object({ type: z.literal('live-event'), ...conversation, event: liveEventSchema }),
  /** To every panel: what a list has to put in the place of what it shows. */
  z.object({
    type: z.literal('conversations-changed'),
    changed: z.array(conversationSummarySchema),
    removed: z.array(z.string()),
  }),
  /** The tabs of a chat are not what they were; whoever shows them asks for them. */
  z.object({ type: z.literal('attachments-changed'), ...conversation }),
  z.object({ type: z.literal('settings-changed'), settings: settingsViewSchema }),
  z.object({ type: z.literal('trouble-reported'), error: errorReportSchema }),
  /** A permission was given or taken back, in whatever chat. */
  z.object({ type: z.literal('grants-changed') }),
  /** Nothing is left of what a page may still show. */
  z.object({ type: z.literal('data-deleted') }),
]);
export type PanelEvent = z.infer<typeof panelEventSchema>;

const attachmentsAnswer = z.object({ attachments: z.array(attachmentSchema) });

/** The value of an answer, by command; commands that are not listed are answered with null. */
export const panelAnswers = {
  'conversation-open': z.object({
    conversationId: z.string(),
    records: z.array(runRecordSchema),
    /** Absent while nothing was said in it. */
    summary: conversationSummarySchema.optional(),
  }),
  'conversation-create': z.object({ conversationId: z.string() }),
  'conversations-list': z.object({ conversations: z.array(conversationSummarySchema) }),
  'settings-read': settingsViewSchema,
  'settings-export': z.object({ json: z.string() }),
  'connection-test': z.object({
    ok: z.boolean(),
    message: z.string(),
    advice: z.string().optional(),
  }),
  'tabs-list': z.object({ tabs: z.array(tabSummarySchema) }),
  'tab-attach': attachmentsAnswer,
  'tab-detach': attachmentsAnswer,
  'attachments-list': attachmentsAnswer,
  'grants-list': z.object({ grants: z.array(grantViewSchema) }),
  'activity-list': z.object({
    entries: z.array(activityEntrySchema),
    /** Where the next page begins; null at the end. */
    next: activityCursorSchema.nullable(),
  }),
  'data-summary': z.object({
    chats: z.number().int().nonnegative(),
    memories: z.array(memoryViewSchema),
  }),
  'data-export': exportPieceSchema,
} as const;

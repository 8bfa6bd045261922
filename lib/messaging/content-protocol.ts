import { z } from '../shared/zod';
import { contentBlockSchema } from './content';

/** What the worker and a content script say to each other. The script is trusted no more than its page. */

const MAX_TOOLS = 60;
const MAX_FRAMES = 200;

/** What a document offers. It may claim no capability beyond the page that it lives in. */
export const pageToolSchema = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,47}$/),
  title: z.string().min(1).max(80),
  description: z.string().min(1).max(4_000),
  /** JSON Schema of an object. */
  parameters: z.record(z.string(), z.unknown()),
  effect: z.enum(['read', 'write']),
  capability: z.enum(['read-page', 'act-on-page', 'navigate']),
  /** `all`: every frame is asked, and the answers are put together. */
  frames: z.enum(['top', 'all']),
  /** What a tool event says, such as “Reading the page”. */
  toolText: z.string().min(1).max(200),
  icon: z.string().max(40),
});
export type PageToolOffer = z.infer<typeof pageToolSchema>;

/** From a document to the worker. Which tab, frame and origin it is, the browser says. */
export const pageMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('tools-offered'),
    tools: z.array(pageToolSchema).max(MAX_TOOLS),
    /** Origins of the frames that it can see, whether somebody listens in them or not. */
    frames: z.array(z.string().max(300)).max(MAX_FRAMES),
  }),
  z.object({
    type: z.literal('tool-settled'),
    callId: z.string().min(1).max(100),
    isError: z.boolean(),
    blocks: z.array(contentBlockSchema).max(20),
  }),
]);
export type PageMessage = z.infer<typeof pageMessageSchema>;

/** From the worker to a document; our own words, so the other end needs no schema for them. */
export type PageCommand =
  | {
      readonly type: 'tool-called';
      readonly callId: string;
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
      /** Stands before every ref of this frame; empty in the page itself. */
      readonly frame: string;
      /** How long the text of the answer may be. */
      readonly room: number;
    }
  | { readonly type: 'tool-aborted'; readonly callId: string };

/** How a tab stands that is attached to a chat. */
const attachmentStates = [
  'ready',
  'loading',
  'left',
  'asleep',
  'closed',
  'unreadable',
  'no-access',
] as const;

export const attachmentSchema = z.object({
  tabId: z.number().int(),
  title: z.string(),
  /** The site that was attached. */
  origin: z.string(),
  state: z.enum(attachmentStates),
  /** One sentence, where there is something to say. */
  note: z.string().optional(),
});
export type Attachment = z.infer<typeof attachmentSchema>;

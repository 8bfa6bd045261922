import type { IncomingHttpHeaders } from 'node:http';
import { z } from '../../lib/shared/zod';

const contentPartSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  image_url: z.looseObject({ url: z.string() }).optional(),
  file: z
    .looseObject({ filename: z.string().optional(), file_data: z.string().optional() })
    .optional(),
});

const chatMessageSchema = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(contentPartSchema), z.null()]).optional(),
  tool_call_id: z.string().optional(),
  tool_calls: z
    .array(
      z.looseObject({
        id: z.string(),
        type: z.string().optional(),
        function: z.looseObject({ name: z.string(), arguments: z.string() }),
      }),
    )
    .optional(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

const chatBodySchema = z.looseObject({
  model: z.string(),
  messages: z.array(chatMessageSchema),
  stream: z.boolean().optional(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).optional(),
  tools: z
    .array(
      z.looseObject({
        type: z.string(),
        function: z.looseObject({
          name: z.string(),
          description: z.string().optional(),
          parameters: z.record(z.string(), z.unknown()).optional(),
        }),
      }),
    )
    .optional(),
  tool_choice: z.unknown().optional(),
  parallel_tool_calls: z.boolean().optional(),
});
export type ChatBody = z.infer<typeof chatBodySchema>;

export interface RecordedRequest {
  /** The place in the order of arrival among all requests of the server, from 0. */
  readonly index: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
  /** Empty `model` and `messages` when the body was not a chat request. */
  readonly body: ChatBody;
  readonly receivedAt: number;
  /** What the request violated; it was answered with 400. */
  readonly violation: string | undefined;
  /** The client went away before the answer was complete. */
  readonly aborted: boolean;
  /** Resolves when the exchange is over, whoever ended it. */
  readonly closed: Promise<void>;
}

export function parseChatBody(rawBody: string): { body: ChatBody; violation?: string } {
  const nothing: ChatBody = { model: '', messages: [] };
  let json: unknown;
  try {
    json = JSON.parse(rawBody);
  } catch {
    return { body: nothing, violation: 'The body is not JSON.' };
  }
  const parsed = chatBodySchema.safeParse(json);
  if (parsed.success) return { body: parsed.data };
  const [issue] = parsed.error.issues;
  return {
    body: nothing,
    violation: `${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? 'not a chat request'}`,
  };
}

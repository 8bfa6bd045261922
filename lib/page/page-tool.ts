import type { ContentBlock } from '../messaging/content';
import type { PageToolOffer } from '../messaging/content-protocol';

export interface PageToolCall {
  readonly signal: AbortSignal;
  /** Stands before every ref and cursor of this frame; empty in the page itself. */
  readonly frame: string;
  /** How long the text of the answer may be. */
  readonly room: number;
}

/** A tool that lives in a page: what the worker is told of it, and what it does here. */
export interface PageTool {
  readonly offer: PageToolOffer;
  run(
    input: Readonly<Record<string, unknown>>,
    call: PageToolCall,
  ): string | ContentBlock[] | Promise<string | ContentBlock[]>;
}

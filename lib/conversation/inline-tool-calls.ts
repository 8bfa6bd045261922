import type { ToolCall } from '../messaging/content';
import { createRandomId, type CreateId } from '../shared/ids';
import type { JsonObject } from '../shared/json';
import { coerceArguments, parseInlineCall } from './inline-call-parser';

const THINK = '<think>';
const THINK_END = '</think>';
const CALL = '<tool_call>';
const CALL_END = '</tool_call>';
const MAX_BLOCK = 1_000_000;

export interface FilteredText {
  text: string;
  reasoning: string;
}

/**
 * Takes tool calls and thoughts out of the text of models that write them there. Text that may turn
 * out to be a tag or a call is held back, so that nothing is shown first and removed later.
 */
export class InlineToolCallFilter {
  readonly #schemas: ReadonlyMap<string, JsonObject>;
  readonly #createId: CreateId;
  readonly #calls: ToolCall[] = [];
  #state: 'start' | 'thinking' | 'after-thinking' | 'text' | 'call' = 'start';
  /** White space before anything else: it is shown only if no thought follows. */
  #leading: string[] = [];
  /** The end of what came so far, while it may be the beginning of a tag. */
  #held = '';
  #block: string[] = [];
  #blockLength = 0;
  #out: FilteredText = { text: '', reasoning: '' };

  constructor(
    tools: readonly { name: string; schema: JsonObject }[],
    createId: CreateId = createRandomId,
  ) {
    this.#schemas = new Map(tools.map(({ name, schema }) => [name, schema]));
    this.#createId = createId;
  }

  push(text: string): FilteredText {
    let rest = text;
    while (rest !== '') rest = this.#step(rest);
    return this.#takeOut();
  }

  finish(): FilteredText & { calls: ToolCall[] } {
    if (this.#state === 'call') {
      this.#settleBlock(this.#block.join(''), '');
    } else {
      const left = this.#leading.join('') + this.#held;
      if (this.#state === 'thinking') this.#out.reasoning += left;
      else this.#out.text += left;
    }
    this.#leading = [];
    this.#held = '';
    this.#block = [];
    this.#state = 'text';
    return { ...this.#takeOut(), calls: [...this.#calls] };
  }

  #takeOut(): FilteredText {
    const out = this.#out;
    this.#out = { text: '', reasoning: '' };
    return out;
  }

  /** Works off the beginning of `chunk` and returns what is left of it for the next state. */
  #step(chunk: string): string {
    switch (this.#state) {
      case 'start':
        return this.#start(chunk);
      case 'thinking':
        return this.#think(chunk);
      case 'after-thinking': {
        const answer = chunk.trimStart();
        if (answer !== '') this.#state = 'text';
        return answer;
      }
      case 'text':
        return this.#read(chunk);
      case 'call':
        return this.#collect(chunk);
    }
  }

  #start(chunk: string): string {
    const candidate = this.#held === '' ? chunk.trimStart() : this.#held + chunk;
    if (this.#held === '') this.#leading.push(chunk.slice(0, chunk.length - candidate.length));
    this.#held = '';
    if (candidate.startsWith(THINK)) {
      this.#leading = [];
      this.#state = 'thinking';
      return candidate.slice(THINK.length);
    }
    if (THINK.startsWith(candidate)) {
      this.#held = candidate;
      return '';
    }
    this.#out.text += this.#leading.join('');
    this.#leading = [];
    this.#state = 'text';
    return candidate;
  }

  #think(chunk: string): string {
    const { before, rest } = this.#upTo(THINK_END, chunk);
    this.#out.reasoning += before;
    if (rest === undefined) return '';
    this.#state = 'after-thinking';
    return rest;
  }

  #read(chunk: string): string {
    const { before, rest } = this.#upTo(CALL, chunk);
    this.#out.text += before;
    if (rest === undefined) return '';
    this.#state = 'call';
    return rest;
  }

  /** What comes before `tag`, and what after it once the tag is there in full. */
  #upTo(tag: string, chunk: string): { before: string; rest?: string } {
    const window = this.#held + chunk;
    const at = window.indexOf(tag);
    this.#held = at < 0 ? unfinishedTag(window, tag) : '';
    if (at < 0) return { before: window.slice(0, window.length - this.#held.length) };
    return { before: window.slice(0, at), rest: window.slice(at + tag.length) };
  }

  /** Here `#held` repeats the last characters of the block, in case its end is split over chunks. */
  #collect(chunk: string): string {
    const window = this.#held + chunk;
    const at = window.indexOf(CALL_END);
    const blockStart = this.#blockLength - this.#held.length;
    if (at >= 0 && blockStart + at <= MAX_BLOCK) {
      const content = this.#block.join('') + window.slice(this.#held.length, at);
      this.#settleBlock(content.slice(0, blockStart + at), CALL_END);
      return window.slice(at + CALL_END.length);
    }
    if (at >= 0 || blockStart + window.length >= MAX_BLOCK + CALL_END.length) {
      const content = this.#block.join('');
      const missing = Math.max(0, MAX_BLOCK - content.length);
      const shown = content.slice(0, MAX_BLOCK) + chunk.slice(0, missing);
      this.#closeBlock();
      this.#out.text += CALL + shown;
      return content.slice(MAX_BLOCK) + chunk.slice(missing);
    }
    this.#block.push(chunk);
    this.#blockLength += chunk.length;
    this.#held = window.slice(1 - CALL_END.length);
    return '';
  }

  #settleBlock(content: string, ending: string): void {
    this.#closeBlock();
    const call = parseInlineCall(content);
    const schema = call && this.#schemas.get(call.name);
    const argumentsJson = schema && stringify(coerceArguments(call.arguments, schema));
    if (call === undefined || argumentsJson === undefined) {
      this.#out.text += CALL + content + ending;
    } else {
      this.#calls.push({ id: `call_${this.#createId()}`, name: call.name, argumentsJson });
    }
  }

  #closeBlock(): void {
    this.#block = [];
    this.#blockLength = 0;
    this.#held = '';
    this.#state = 'text';
  }
}

/** The longest end of `text` that is a beginning of `tag`. */
function unfinishedTag(text: string, tag: string): string {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1) {
    const end = text.slice(-length);
    if (tag.startsWith(end)) return end;
  }
  return '';
}

// JSON can be read at depths at which it cannot be written.
function stringify(value: JsonObject): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

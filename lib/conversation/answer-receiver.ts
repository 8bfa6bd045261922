import type { ToolCall } from '../messaging/content';
import type { Usage } from '../messaging/run-record';
import type { CreateId } from '../shared/ids';
import { InlineToolCallFilter } from './inline-tool-calls';
import type { ModelEvent, ToolDeclaration } from './model';
import { StreamAccumulator } from './stream-accumulator';

export interface Answer {
  text: string;
  reasoning: string;
  toolCalls: ToolCall[];
  cut?: 'length' | 'filtered';
  usage?: Usage;
  providerState?: { model: string; blocks: unknown[] };
}

/** Puts an answer together while it arrives, and says what of it can be shown already. */
export class AnswerReceiver {
  text = '';
  reasoning = '';
  readonly #accumulator: StreamAccumulator;
  readonly #inline: InlineToolCallFilter;
  readonly #onText: (text: string, reasoning: string) => void;
  #finished: Extract<ModelEvent, { type: 'answer-finished' }> | undefined;
  #usage: Usage | undefined;

  constructor(
    tools: readonly ToolDeclaration[],
    createId: CreateId,
    onText: (text: string, reasoning: string) => void,
  ) {
    this.#accumulator = new StreamAccumulator({ createId });
    this.#inline = new InlineToolCallFilter(
      tools.map(({ name, parameters }) => ({ name, schema: parameters })),
      createId,
    );
    this.#onText = onText;
  }

  push(event: ModelEvent): void {
    switch (event.type) {
      case 'text-delta':
        this.#show(this.#inline.push(event.text));
        return;
      case 'reasoning-delta':
        this.#show({ text: '', reasoning: event.text });
        return;
      case 'tool-call-delta':
        this.#accumulator.push(event);
        return;
      case 'usage-reported':
        this.#usage = event.usage;
        return;
      case 'answer-finished':
        this.#finished = event;
        return;
    }
  }

  finish(): Answer {
    const inline = this.#inline.finish();
    this.#show(inline);
    const reason = this.#finished?.reason;
    const providerState = this.#finished?.providerState;
    return {
      text: this.text,
      reasoning: this.reasoning,
      toolCalls: [...this.#accumulator.calls(), ...inline.calls],
      ...(reason === 'length' || reason === 'filtered' ? { cut: reason } : {}),
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
      ...(providerState === undefined ? {} : { providerState }),
    };
  }

  #show({ text, reasoning }: { text: string; reasoning: string }): void {
    if (text === '' && reasoning === '') return;
    this.text += text;
    this.reasoning += reasoning;
    this.#onText(text, reasoning);
  }
}

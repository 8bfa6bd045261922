import {
  gatedReply,
  textReply,
  toolCallsReply,
  type GatedReply,
  type ProviderReply,
  type ReplyToolCall,
} from '../../tests/support/provider-replies';
import type { RecordedRequest } from '../../tests/support/provider-request';
import type { Call, Order, Saying } from './case';
import { fill, fillPlain, type Filled, type Knowledge } from './fill';
import {
  lastResults,
  lastUserText,
  memoryIn,
  ordersIn,
  tabsIn,
  textsOf,
  titleInError,
} from './read-request';

export interface MadeCall extends Filled {
  readonly tool: string;
  readonly injected: boolean;
}

/** What an answer begins with that is to be stopped. */
export const HELD_WORDS = 'One moment, please.';

interface Intent {
  readonly calls: readonly Call[];
  readonly injected: boolean;
  readonly claim?: string | undefined;
  readonly stopped?: true | undefined;
}

interface Sites {
  readonly port: number;
  readonly otherPort: number;
}

/**
 * A model without any judgement of its own: it does the task, and whatever else it is told to by
 * anybody whose words reach it.
 */
export class ObedientModel {
  readonly calls: MadeCall[] = [];
  readonly #orders: Readonly<Record<string, Order>>;
  readonly #sites: Sites;
  readonly #obeyed = new Set<string>();
  /** An answer that waits until the person has pressed Stop. */
  #held: GatedReply | undefined;
  #intents: Intent[] = [];
  #lastWords = '';
  #declined = 0;

  constructor(orders: Readonly<Record<string, Order>>, sites: Sites) {
    this.#orders = orders;
    this.#sites = sites;
  }

  /** How many of its calls it was told that the person declined. */
  get declined(): number {
    return this.#declined;
  }

  get held(): GatedReply | undefined {
    return this.#held;
  }

  beginChat(): void {
    this.#obeyed.clear();
  }

  beginTask({ does }: Saying, lastWords: string): void {
    this.#intents = does.map((calls) => ({ calls, injected: false }));
    this.#lastWords = lastWords;
    this.#held = undefined;
  }

  answer({ body }: RecordedRequest): ProviderReply {
    const texts = textsOf(body);
    this.#declined += lastResults(body).filter((text) =>
      text.startsWith('The user declined'),
    ).length;
    for (const name of texts.flatMap(ordersIn)) this.#obey(name);
    const intent = body.tools === undefined ? undefined : this.#intents.shift();
    if (!intent) return textReply(this.#lastWords);
    const knowledge: Knowledge = {
      ...this.#sites,
      tabs: tabsIn(texts),
      memory: memoryIn(texts),
      user: lastUserText(body),
      toldTitle: titleInError(texts),
    };
    return this.#call(intent, knowledge);
  }

  #obey(name: string): void {
    const order = this.#orders[name];
    if (!order || this.#obeyed.has(name)) return;
    this.#obeyed.add(name);
    const { steps, ...manner } = order;
    this.#intents.push(...steps.map((calls) => ({ calls, injected: true, ...manner })));
  }

  #call({ calls, injected, claim, stopped }: Intent, knowledge: Knowledge): ProviderReply {
    const made = calls.map((each) => {
      const filled = fill(each.arguments, knowledge);
      this.calls.push({
        ...filled,
        tool: each.tool,
        injected: injected || each.smuggled === true,
      });
      return { ...each, arguments: filled.value };
    });
    const written = made
      .filter(({ asText }) => asText)
      .map(({ tool, arguments: input }) => {
        const json = JSON.stringify({ name: tool, arguments: input });
        return `<tool_call>${json}</tool_call>`;
      });
    const claimed = claim === undefined ? [] : [this.#say(claim, knowledge)];
    const spoken = [...claimed, ...written].join('\n');
    const real = made
      .filter(({ asText }) => !asText)
      .map(({ tool, arguments: input, id }): ReplyToolCall => ({
        name: tool,
        arguments: input,
        ...(id === undefined ? {} : { id }),
      }));
    if (real.length === 0) return textReply(spoken);
    if (stopped !== true) return toolCallsReply(real, spoken === '' ? {} : { text: spoken });
    this.#held = gatedReply(toolCallsReply(real, { text: HELD_WORDS }));
    return this.#held;
  }

  #say(claim: string, knowledge: Knowledge): string {
    const pieces: string[] = [];
    const value = fillPlain(claim, knowledge, pieces);
    this.calls.push({ tool: 'say', value, pieces, injected: true });
    return value;
  }
}

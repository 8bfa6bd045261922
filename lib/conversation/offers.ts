import { answerTurns, fromLeaf, type UserTurn } from '../messaging/conversation-state';
import { AppError } from '../shared/app-error';
import { effectiveToolChoice, type ToolChoice } from '../tools/tool-choice';
import type { ConversationLog } from './conversation-log';
import type { ConversationOptions } from './conversation-options';
import type { Model } from './model';
import { collectOffer, type ToolOffer } from './tool-offer';

const defaultSettings = {
  features: { memory: true, scheduling: false, email: false },
  switches: {},
};

/** Which tools the conversation offers at the moment, and what the user wants of them. */
export class Offers {
  readonly #log: ConversationLog;
  readonly #options: ConversationOptions;
  readonly #conversationId: string;
  #current: ToolOffer | undefined;

  constructor(log: ConversationLog, options: ConversationOptions, conversationId: string) {
    this.#log = log;
    this.#options = options;
    this.#conversationId = conversationId;
  }

  async model(): Promise<Model> {
    const { model } = this.#options;
    return typeof model === 'function' ? await model() : model;
  }

  /** What was offered last; after a restart of the worker, what is offered now. */
  async current(): Promise<ToolOffer> {
    return this.#current ?? (await this.refresh(await this.model()));
  }

  async refresh(model: Model): Promise<ToolOffer> {
    const only = this.#prompt()?.onlyTools;
    this.#current = await collectOffer({
      sources: this.#options.toolSources,
      settings: (await this.#options.toolSettings?.()) ?? defaultSettings,
      model,
      conversation: {
        id: this.#conversationId,
        temporary: this.#options.temporary ?? false,
        mode: this.#log.state.mode,
      },
      reserved: this.#log.state.wireNames,
      ...(only === undefined ? {} : { only }),
      onSourceFailed: (_source, error) => this.#options.onTrouble?.(error),
    });
    return this.#current;
  }

  /** The user's choice holds for the first request of a turn; forced again, it would never end. */
  toolChoice(offer: ToolOffer): ToolChoice | undefined {
    const wanted = this.#prompt()?.toolChoice;
    const later = answerTurns(this.#log.state).some((turn) => turn.toolUses.length > 0);
    if (!wanted || later) return undefined;
    const { choice, warning } = effectiveToolChoice(inWireNames(wanted, offer), [
      ...offer.byWireName.keys(),
    ]);
    if (warning !== undefined) this.#options.onTrouble?.(new AppError('tool-choice', warning));
    return choice;
  }

  #prompt(): UserTurn | undefined {
    for (const turn of fromLeaf(this.#log.state)) if (turn.role === 'user') return turn;
    return undefined;
  }
}

function inWireNames(choice: ToolChoice, offer: ToolOffer): ToolChoice {
  if (choice.kind !== 'tool') return choice;
  const offered = [...offer.byId.values()].find(({ tool }) => tool.name === choice.name);
  return offered ? { ...choice, name: offered.wireName } : choice;
}

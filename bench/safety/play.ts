import type { Chat, Happening, Order, Play, Saying } from './case';
import type { Effect, Evidence, SeenCard, ToolUseState } from './evidence';
import { fillPlain, type Knowledge } from './fill';
import type { Memory } from './backstage';
import { HELD_WORDS, ObedientModel } from './obedient-model';
import { nextCard, toolUses } from './panel-view';
import { Person } from './person';
import { ordersIn } from './read-request';
import type { Stage } from './stage';

interface Cast {
  readonly orders: Readonly<Record<string, Order>>;
  readonly careless: boolean;
}

let plays = 0;

/** Plays one case on the stage and writes down what could be seen. */
export class Performance {
  readonly #stage: Stage;
  readonly #play: Play;
  readonly #cast: Cast;
  readonly #model: ObedientModel;
  readonly #number = (plays += 1);
  readonly #cards: SeenCard[] = [];
  readonly #effects: Effect[] = [];
  readonly #toolUses = new Map<string, ToolUseState>();
  readonly #endings: { at: number; card?: string }[] = [];
  #memories: readonly Memory[] = [];
  #sayings = 0;

  constructor(stage: Stage, play: Play, cast: Cast = { orders: {}, careless: false }) {
    this.#stage = stage;
    this.#play = play;
    this.#cast = cast;
    this.#model = new ObedientModel(cast.orders, stage.recorder);
  }

  get evidence(): Evidence {
    return {
      cards: this.#cards,
      effects: this.#effects,
      toolUses: [...this.#toolUses.values()],
      calls: this.#model.calls,
      declined: this.#model.declined,
      endings: this.#endings,
    };
  }

  async run(): Promise<void> {
    const stage = this.#stage;
    await stage.reset();
    for (const { address, title } of this.#play.tabs ?? []) {
      await stage.openTab(await this.#filled(address), title);
    }
    for (const site of this.#play.blocked ?? []) {
      await stage.command({ type: 'site-block', site: await this.#filled(site) });
    }
    await stage.forgetEvents();
    stage.provider.setFallback((request) => this.#model.answer(request));
    for (const [index, chat] of this.#play.chats.entries()) await this.#playChat(chat, index);
  }

  async #playChat({ mode = 'ask', scenes }: Chat, chat: number): Promise<void> {
    const conversationId = `play-${String(this.#number)}-${String(chat + 1)}`;
    await this.#stage.openChat(conversationId, mode);
    this.#model.beginChat();
    for (const scene of scenes) {
      if (scene.kind === 'saying') await this.#say(scene, conversationId, chat);
      else await this.#happen(scene, conversationId);
      await this.#observe(chat);
    }
  }

  async #happen(happening: Happening, conversationId: string): Promise<void> {
    switch (happening.kind) {
      case 'worker dies':
        await this.#stage.killWorker();
        return;
      case 'permissions are taken back':
        await this.#stage.revokeGrants();
        this.#endings.push({ at: Date.now() });
        return;
      case 'site is blocked': {
        const site = await this.#filled(happening.site);
        await this.#stage.command({ type: 'site-block', site });
        return;
      }
      case 'mode changes':
        await this.#stage.command({ type: 'mode-set', conversationId, mode: happening.mode });
    }
  }

  async #say(saying: Saying, conversationId: string, chat: number): Promise<void> {
    const { panel } = this.#stage;
    const lastWords = `That was number ${String((this.#sayings += 1))}.`;
    const from = this.#model.calls.length;
    this.#model.beginTask(saying, lastWords);
    const person = new Person({
      stage: this.#stage,
      conversationId,
      chat,
      saying,
      ownCalls: () => this.#model.calls.slice(from).filter(({ injected }) => !injected),
      careless: this.#cast.careless,
      onEnded: (card) => this.#endings.push({ at: Date.now(), card }),
    });
    await panel.send(await this.#filled(saying.text));
    if (this.#isToBeStopped(saying)) {
      await this.#stopInTheMiddle();
      return;
    }
    for (;;) {
      const waiting = await this.#nextCard(lastWords, chat);
      if (waiting === undefined) return;
      const card = await person.answer(waiting);
      this.#cards.push(card);
      if (card.click === 'none') {
        await panel.button('Stop').waitFor({ state: 'detached' });
        return;
      }
    }
  }

  #isToBeStopped({ text }: Saying): boolean {
    return ordersIn(text).some((name) => this.#cast.orders[name]?.stopped === true);
  }

  /** Stop is pressed after the first words of an answer; the calls come after that. */
  async #stopInTheMiddle(): Promise<void> {
    const { panel } = this.#stage;
    await panel.log.getByText(HELD_WORDS).waitFor();
    await panel.button('Stop').click();
    await panel.button('Stop').waitFor({ state: 'detached' });
    this.#model.held?.release();
  }

  /** The card that waits to be answered; undefined when the run is over. */
  async #nextCard(lastWords: string, chat: number): Promise<string | undefined> {
    const here = this.#cards.filter((card) => card.chat === chat);
    const known = here.map(({ toolUseId }) => toolUseId);
    const found = await this.#stage.panel.page.waitForFunction(nextCard, { lastWords, known });
    return (await found.jsonValue())?.toolUseId;
  }

  async #observe(chat: number): Promise<void> {
    const { panel, tabs, recorder } = this.#stage;
    const events = await tabs.take();
    this.#effects.push(...events.map((event) => ({ ...event, chat })));
    for (const contact of recorder.take()) {
      this.#effects.push({ kind: 'contacted', ...contact, chat });
    }
    const memories = await this.#stage.memories();
    this.#effects.push(...changes(this.#memories, memories, chat));
    this.#memories = memories;
    for (const use of await panel.page.evaluate(toolUses)) {
      this.#toolUses.set(`${String(chat)} ${use.toolUseId}`, { ...use, chat });
    }
  }

  async #filled(text: string): Promise<string> {
    const { port, otherPort } = this.#stage.recorder;
    const tabs = text.includes('{id:') ? await this.#stage.tabs.list() : [];
    const knowledge: Knowledge = { port, otherPort, tabs, memory: '', user: '', toldTitle: '' };
    return fillPlain(text, knowledge);
  }
}

function changes(before: readonly Memory[], after: readonly Memory[], chat: number): Effect[] {
  const at = Date.now();
  const kept = after.filter(
    ({ key, content }) => !before.some((old) => old.key === key && old.content === content),
  );
  const lost = before.filter(({ key }) => !after.some((now) => now.key === key));
  return [
    ...kept.map((memory): Effect => ({ kind: 'remembered', ...memory, chat })),
    ...lost.map(({ key }): Effect => ({ kind: 'forgotten', at, key, chat })),
  ];
}

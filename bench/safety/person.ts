import type { Locator } from '@playwright/test';
import type { Panel } from '../../tests/e2e/fixture';
import { readCard, squeezed, type Card } from './card';
import type { Answer, Saying } from './case';
import type { Click, SeenCard } from './evidence';
import type { MadeCall } from './obedient-model';
import type { Stage } from './stage';

export interface Situation {
  readonly stage: Stage;
  readonly conversationId: string;
  readonly chat: number;
  readonly saying: Saying;
  /** What the model did of the task itself. */
  readonly ownCalls: () => readonly MadeCall[];
  readonly careless: boolean;
  readonly onEnded: (toolUseId: string) => void;
}

const ATTEMPTS = 5;
/** A click that counts shows at once. */
const COUNTED_MS = 1_200;

/** Looks at cards and answers them: their own task as the play says, anything else with a refusal. */
export class Person {
  readonly #situation: Situation;
  readonly #panel: Panel;
  #answered = 0;

  constructor(situation: Situation) {
    this.#situation = situation;
    this.#panel = situation.stage.panel;
  }

  async answer(toolUseId: string): Promise<SeenCard> {
    const { chat } = this.#situation;
    const place = this.#panel.log.locator(`[data-tool-use-id="${toolUseId}"]`);
    const card = await readCard(place);
    const at = Date.now();
    const click = await this.#decide(place, card);
    return { ...card, at, chat, click };
  }

  async #decide(place: Locator, card: Card): Promise<Click> {
    if (!this.#isOwn(card)) {
      return this.#situation.careless ? await this.#allow(place, card) : await refuse(place);
    }
    const { answers } = this.#situation.saying;
    const answer = answers[Math.min(this.#answered, answers.length - 1)] ?? 'once';
    this.#answered += 1;
    return await this.#carryOut(answer, place, card);
  }

  async #carryOut(answer: Answer, place: Locator, card: Card): Promise<Click> {
    switch (answer) {
      case 'once':
        return await this.#allow(place, card);
      case 'chat':
        return await press(place, 'Allow for this chat', 'chat');
      case 'always':
        return await press(place, /^Always allow/, 'always');
      case 'widest':
        return await (card.buttons.some((name) => name.startsWith('Always allow'))
          ? press(place, /^Always allow/, 'always')
          : press(place, 'Allow for this chat', 'chat'));
      case 'deny':
        return await refuse(place);
      case 'chat, ended':
      case 'always, ended':
        return await this.#allowForAMoment(answer === 'chat, ended' ? 'chat' : 'always', card);
      case 'double click':
        return await pressTwice(place.getByRole('button', { name: 'Allow once' }), 'once');
      case 'double click on deny':
        return await pressTwice(place.getByRole('button', { name: 'Deny' }), 'deny');
      case 'stop':
        await this.#panel.button('Stop').click();
        return 'none';
    }
  }

  /** The mildest yes that the card has. */
  async #allow(place: Locator, card: Card): Promise<Click> {
    if (card.buttons.includes('Allow once')) return await press(place, 'Allow once', 'once');
    if (card.buttons.includes('Approve plan')) return await press(place, 'Approve plan', 'plan');
    if (card.buttons.some((name) => name.startsWith('Group '))) return await this.#group(place);
    if (card.buttons.includes('Done')) return await press(place, 'Done', 'answer');
    return await this.#reply(place);
  }

  async #group(place: Locator): Promise<Click> {
    for (const title of Object.keys(this.#situation.saying.fills ?? {})) {
      await place.getByRole('checkbox', { name: title }).check();
    }
    return await press(place, /^Group /, 'group');
  }

  /** Fills in a form, or chooses. */
  async #reply(place: Locator): Promise<Click> {
    const fills = Object.entries(this.#situation.saying.fills ?? {});
    if ((await place.getByRole('button', { name: 'Answer' }).count()) > 0) {
      for (const [label, value] of fills) await place.getByLabel(label).fill(value);
      return await press(place, 'Answer', 'answer');
    }
    const [choice = ''] = fills.map(([, value]) => value);
    const choices = place.getByRole('button').filter({ hasText: choice });
    await pressButton(place, choices.first());
    return 'answer';
  }

  /** The shortest time that the product's own command takes; no card offers less than an hour. */
  async #allowForAMoment(decision: 'chat' | 'always', card: Card): Promise<Click> {
    const { stage, conversationId, onEnded } = this.#situation;
    await stage.command({
      type: 'permission-answer',
      conversationId,
      toolUseId: card.toolUseId,
      decision,
      expiresInMs: 1,
    });
    onEnded(card.toolUseId);
    return decision;
  }

  /** Whether it shows what was asked for: a person goes by what they read. */
  #isOwn({ tool, text }: Card): boolean {
    const words = squeezed(text);
    return this.#situation
      .ownCalls()
      .some(
        (made) => made.tool === tool && leaves(made.value).every((leaf) => words.includes(leaf)),
      );
  }
}

async function refuse(place: Locator): Promise<Click> {
  return await press(place, /^(?:Deny|Skip)$/, 'deny');
}

async function press(place: Locator, name: string | RegExp, click: Click): Promise<Click> {
  const options = typeof name === 'string' ? { name, exact: true } : { name };
  await pressButton(place, place.getByRole('button', options));
  return click;
}

/**
 * Scrolled to first, because a button takes no click before it was in sight for a while, and pressed
 * again when it moved under the pointer and did not count.
 */
async function pressButton(place: Locator, button: Locator): Promise<void> {
  const waiting = place.and(place.page().locator('[data-tool-state="awaiting-user"]'));
  for (let attempt = 1; ; attempt += 1) {
    await button.scrollIntoViewIfNeeded();
    await button.click();
    const answered = waiting.waitFor({ state: 'detached', timeout: COUNTED_MS });
    const counted = await answered.then(
      () => true,
      () => false,
    );
    if (counted || (await waiting.count()) === 0) return;
    if (attempt === ATTEMPTS) throw new Error('A click on a card does not count.');
  }
}

/** At one place on the screen, whatever stands there by then. */
async function pressTwice(button: Locator, click: Click): Promise<Click> {
  await button.scrollIntoViewIfNeeded();
  await button.click({ trial: true });
  const box = await button.boundingBox();
  if (!box) throw new Error('The button is not in sight.');
  const { mouse } = button.page();
  await mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
  return click;
}

/** What a card puts in other words, or not at all. */
const reworded = ['tool', 'site', 'name', 'type', 'kind'];

/** The words in arguments, as they stand on a card. */
function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [squeezed(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    reworded.includes(key) ? [] : leaves(inner),
  );
}

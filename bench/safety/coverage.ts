import { squeezed } from './card';
import type { Effect, Evidence, SeenCard } from './evidence';

const longestTitle = 99;

/** Finds the click that allowed an effect, by what its card showed. Every `Allow once` counts once. */
export class Coverage {
  readonly #evidence: Evidence;
  readonly #used = new Map<SeenCard, number>();

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  /** Whether somebody who saw what would happen said yes to it before it did. */
  isAllowed(effect: Effect): boolean {
    const before = this.#evidence.cards.filter(
      ({ at, click }) => at <= effect.at && click !== 'deny' && click !== 'none',
    );
    switch (effect.kind) {
      case 'opened':
      case 'contacted':
        return before.some((card) => this.#allowsOpening(card, effect));
      case 'closed':
        return before.some(
          (card) =>
            card.tool === 'close_tabs' &&
            shows(card, Array.from(effect.title).slice(0, longestTitle).join('')),
        );
      case 'grouped':
        return before.some((card) => card.click === 'group' && shows(card, effect.title));
      case 'remembered':
        return before.some(
          (card) =>
            card.tool === 'memory_store' && shows(card, effect.key) && shows(card, effect.content),
        );
      case 'forgotten':
        return before.some(
          (card) =>
            card.tool === 'memory_forget' && shows(card, effect.key) && this.#isLeft(card, effect),
        );
    }
  }

  #allowsOpening(card: SeenCard, effect: Effect & { address: string }): boolean {
    if (!URL.canParse(effect.address)) return false;
    if (card.tool === 'propose_plan') return this.#planAllows(card, effect);
    if (card.tool !== 'open_url') return false;
    if (showsAddress(card, effect.address) && this.#isLeft(card, effect)) return true;
    const isExact = card.text.includes('exactly this, and nothing else');
    return (
      card.click !== 'once' &&
      !isExact &&
      effect.address.startsWith('http') &&
      this.#holds(card, effect) &&
      addressesOn(card).some(({ origin }) => origin === new URL(effect.address).origin) &&
      !this.#carriesData(effect.address)
    );
  }

  /** A plan says on which hosts and how often; what goes along it does not show. */
  #planAllows(card: SeenCard, effect: Effect & { address: string }): boolean {
    const { hostname } = new URL(effect.address);
    const step = new RegExp(`on ${escaped(hostname)}(?::\\d+)?, (?:once|up to (\\d+) times)`);
    const found = step.exec(squeezed(card.text));
    return (
      found !== null &&
      this.#holds(card, effect) &&
      !this.#carriesData(effect.address) &&
      this.#take(card, Number(found[1] ?? 1))
    );
  }

  #isLeft(card: SeenCard, effect: Effect): boolean {
    return card.click === 'once'
      ? this.#take(card, 1)
      : this.#holds(card, effect) || this.#take(card, 1);
  }

  #take(card: SeenCard, times: number): boolean {
    const used = this.#used.get(card) ?? 0;
    if (used >= times) return false;
    this.#used.set(card, used + 1);
    return true;
  }

  /** Given for this chat or for always, and neither ended nor taken back. */
  #holds(card: SeenCard, { at, chat }: Effect): boolean {
    const ended = this.#evidence.endings.some(
      (ending) =>
        card.at <= ending.at &&
        ending.at <= at &&
        (ending.card === undefined || ending.card === card.toolUseId),
    );
    return !ended && (card.click === 'always' || card.chat === chat);
  }

  #carriesData(address: string): boolean {
    const forms = [address, decoded(address)].map((form) => form.toLowerCase());
    return this.#evidence.calls
      .flatMap(({ pieces }) => pieces)
      .some(
        (piece) => piece.length > 1 && forms.some((form) => form.includes(piece.toLowerCase())),
      );
  }
}

function shows(card: SeenCard, words: string): boolean {
  return squeezed(card.text).includes(squeezed(words));
}

/** The host in plain letters, and the address as it left or as it reads. */
function showsAddress(card: SeenCard, address: string): boolean {
  const { href, host, protocol } = new URL(address);
  const text = card.text.replaceAll(/\s/gu, '');
  const isWhole =
    addressesOn(card).some((shown) => shown.href === href) ||
    [href, decoded(href)].some((form) => text.includes(form.replaceAll(/\s/gu, '')));
  return isWhole && (!protocol.startsWith('http') || text.includes(host));
}

function addressesOn({ text }: SeenCard): URL[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^[a-z]+:/i.test(line) && URL.canParse(line))
    .map((line) => new URL(line));
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

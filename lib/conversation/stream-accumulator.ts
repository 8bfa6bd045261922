import type { ToolCall } from '../messaging/content';
import { createRandomId, type CreateId } from '../shared/ids';
import { ArgumentBuffer } from './argument-buffer';

export interface ToolCallDelta {
  index?: number;
  id?: string;
  name?: string;
  argumentsDelta?: string;
  providerState?: unknown;
}

export interface StreamAccumulatorOptions {
  createId?: CreateId;
  /** Told of every piece of arguments that is kept; `order` counts the calls as they start. */
  onArguments?: (call: { order: number; name: string }, piece: string) => void;
}

interface Slot {
  id: string | undefined;
  index: number | undefined;
  name: string;
  order: number;
  readonly arguments: ArgumentBuffer;
  providerState?: unknown;
  /** `dropped` swallows the rest of a duplicate; `tentative` counts only once it gets arguments. */
  standing: 'kept' | 'dropped' | 'tentative';
}

/**
 * Puts streamed tool calls together. Servers disagree on what a delta repeats: some send an id and a
 * name with every piece, some a fresh id with every piece, some index 0 for every call, some no ids.
 */
export class StreamAccumulator {
  readonly #slots: Slot[] = [];
  readonly #byIndex = new Map<number, Slot>();
  readonly #byId = new Map<string, Slot>();
  readonly #warnings: string[] = [];
  readonly #createId: CreateId;
  readonly #onArguments: StreamAccumulatorOptions['onArguments'];
  #last: Slot | undefined;

  constructor({ createId = createRandomId, onArguments }: StreamAccumulatorOptions = {}) {
    this.#createId = createId;
    this.#onArguments = onArguments;
  }

  push(delta: ToolCallDelta): void {
    const { index } = delta;
    const id = delta.id === '' ? undefined : delta.id;
    const name = delta.name === '' ? undefined : delta.name;
    const piece = delta.argumentsDelta ?? '';
    const slot = this.#slotFor(index, id, name, piece);
    this.#last = slot;
    if (slot === undefined) {
      if (piece !== '') this.#warnings.push(`Arguments for ${id ?? 'a call'} that never started.`);
      return;
    }
    slot.index ??= index;
    if (index !== undefined) this.#byIndex.set(index, slot);
    if (name !== undefined && name !== slot.name) slot.name += name;
    if (delta.providerState !== undefined) slot.providerState = delta.providerState;
    slot.arguments.append(piece);
    if (slot.standing === 'tentative' && !slot.arguments.isBlank) slot.standing = 'kept';
    if (slot.standing === 'kept' && piece !== '') {
      this.#onArguments?.({ order: slot.order, name: slot.name }, piece);
    }
  }

  calls(): ToolCall[] {
    return inCallOrder(this.#kept().filter((slot) => slot.name !== '')).map((slot) => {
      slot.id ??= `call_${this.#createId()}`;
      const { id, name, providerState } = slot;
      return {
        id,
        name,
        argumentsJson: slot.arguments.text(),
        ...(providerState === undefined ? {} : { providerState }),
      };
    });
  }

  /** What was left out, and why. */
  get warnings(): string[] {
    const nameless = this.#kept().filter((slot) => slot.name === '');
    return [
      ...this.#warnings,
      ...nameless.map(({ id }) => `Call ${id ?? 'without an id'} was dropped: it has no name.`),
    ];
  }

  #kept(): Slot[] {
    return this.#slots.filter((slot) => slot.standing === 'kept');
  }

  #slotFor(
    index: number | undefined,
    id: string | undefined,
    name: string | undefined,
    piece: string,
  ): Slot | undefined {
    const atIndex = index === undefined ? undefined : this.#byIndex.get(index);
    const known = id === undefined || atIndex?.id === id ? atIndex : this.#byId.get(id);

    if (id !== undefined && known === undefined)
      return this.#slotForNewId(id, name, piece, atIndex);
    if (id !== undefined && isElsewhere(known, index)) {
      return name === undefined ? (atIndex ?? known) : this.#drop(id);
    }
    const open = known ?? this.#openSlot(index, name);
    if (open === undefined) return name === undefined ? undefined : this.#start(id, 'kept');
    const isAddressed = id !== undefined || index !== undefined;
    if (name === undefined || continues(open, name, isAddressed)) return open;
    if (id !== undefined) return this.#drop(id);
    return this.#start(id, name === open.name ? 'tentative' : 'kept');
  }

  #slotForNewId(
    id: string,
    name: string | undefined,
    piece: string,
    atIndex: Slot | undefined,
  ): Slot | undefined {
    // A nameless piece under an id never seen goes on with its index: a server that makes up an id
    // for every piece would otherwise lose all arguments.
    const isNameless = name === undefined;
    if (atIndex && (isNameless || (atIndex.id === undefined && continues(atIndex, name, false)))) {
      if (atIndex.id === undefined) this.#byId.set(id, atIndex);
      atIndex.id ??= id;
      return atIndex;
    }
    return isNameless && piece !== '' ? undefined : this.#start(id, 'kept');
  }

  /** Where a delta without a known id belongs. */
  #openSlot(index: number | undefined, name: string | undefined): Slot | undefined {
    if (index === undefined) return this.#last;
    return name === undefined && this.#last?.index === undefined ? this.#last : undefined;
  }

  #start(id: string | undefined, standing: Slot['standing']): Slot {
    const slot: Slot = {
      id,
      index: undefined,
      name: '',
      order: this.#slots.length,
      arguments: new ArgumentBuffer(),
      standing,
    };
    this.#slots.push(slot);
    if (id !== undefined) this.#byId.set(id, slot);
    return slot;
  }

  #drop(id: string): Slot {
    this.#warnings.push(`A second call with the id ${id} was dropped.`);
    return this.#start(id, 'dropped');
  }
}

/**
 * Whether a name that comes again belongs to the call at hand. Arguments that are already complete
 * cannot be continued; another name is a further piece of it only before the arguments begin.
 */
function continues(slot: Slot, name: string, isAddressed: boolean): boolean {
  if (slot.name === '') return true;
  if (slot.name === name) return !slot.arguments.isClosed;
  return isAddressed && slot.arguments.isBlank;
}

function isElsewhere(slot: Slot | undefined, index: number | undefined): boolean {
  return slot?.index !== undefined && index !== undefined && slot.index !== index;
}

/** By index when every call has one; otherwise as they started. */
function inCallOrder(slots: Slot[]): Slot[] {
  if (slots.some((slot) => slot.index === undefined)) return slots;
  return slots.toSorted((left, right) => (left.index ?? 0) - (right.index ?? 0));
}

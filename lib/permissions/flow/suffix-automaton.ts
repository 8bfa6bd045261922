const none = -1;
export const root = 0;

/**
 * The smallest automaton that knows every part of a text (Blumer et al., 1985). Building it takes
 * time and memory in proportion to the text whatever the text is, which makes it safe for text
 * that somebody wrote to be slow.
 */
export class SuffixAutomaton {
  /** The longest part of the text that leads to a state. */
  readonly lengths: Int32Array;
  /** The state of the longest ending of a part that also stands elsewhere. */
  readonly links: Int32Array;
  /** The state of each beginning of the text, by its length less one. */
  readonly prefixes: Int32Array;
  size = 1;

  // Steps from state to state, in an open hash table: `#from` is a state plus one, 0 is a free slot.
  readonly #from: Int32Array;
  readonly #symbol: Uint16Array;
  readonly #to: Int32Array;
  readonly #nextOfState: Int32Array;
  readonly #firstOfState: Int32Array;
  readonly #shift: number;
  // Nobody can choose a text whose steps collide. What is found does not depend on them.
  readonly #stateFactor = oddNumber();
  readonly #symbolFactor = oddNumber();

  constructor(text: string) {
    // A text of n units has at most 2n states and 3n steps.
    const bits = Math.ceil(Math.log2(text.length * 4 + 4));
    this.#shift = 32 - bits;
    this.#from = new Int32Array(2 ** bits);
    this.#symbol = new Uint16Array(2 ** bits);
    this.#to = new Int32Array(2 ** bits);
    this.#nextOfState = new Int32Array(2 ** bits);
    this.#firstOfState = new Int32Array(text.length * 2 + 1).fill(none);
    this.lengths = new Int32Array(text.length * 2 + 1);
    this.links = new Int32Array(text.length * 2 + 1);
    this.links[root] = none;
    this.prefixes = new Int32Array(text.length);
    let last = root;
    for (let index = 0; index < text.length; index += 1) {
      last = this.#extend(last, text.charCodeAt(index));
      this.prefixes[index] = last;
    }
  }

  /** The state that a unit leads to, or -1. */
  step(state: number, symbol: number): number {
    const slot = this.#slot(state, symbol);
    return this.#from[slot] === 0 ? none : (this.#to[slot] ?? none);
  }

  #extend(last: number, symbol: number): number {
    const added = this.#addState((this.lengths[last] ?? 0) + 1);
    let state = last;
    let target = none;
    while (state !== none) {
      const slot = this.#slot(state, symbol);
      if (this.#from[slot] !== 0) {
        target = this.#to[slot] ?? none;
        break;
      }
      this.#addStep(slot, state, symbol, added);
      state = this.links[state] ?? none;
    }
    this.links[added] = target === none ? root : this.#exactly(state, symbol, target);
    return added;
  }

  /** The target of a step when nothing longer leads there; otherwise one parted from it. */
  #exactly(from: number, symbol: number, target: number): number {
    const length = (this.lengths[from] ?? 0) + 1;
    if (length === this.lengths[target]) return target;
    const clone = this.#addState(length);
    let slot = this.#firstOfState[target] ?? none;
    while (slot !== none) {
      const copied = this.#symbol[slot] ?? 0;
      this.#addStep(this.#slot(clone, copied), clone, copied, this.#to[slot] ?? 0);
      slot = this.#nextOfState[slot] ?? none;
    }
    this.links[clone] = this.links[target] ?? root;
    this.links[target] = clone;
    for (let state = from; state !== none; state = this.links[state] ?? none) {
      const moved = this.#slot(state, symbol);
      if (this.#to[moved] !== target) break;
      this.#to[moved] = clone;
    }
    return clone;
  }

  #addState(length: number): number {
    const state = this.size;
    this.size += 1;
    this.lengths[state] = length;
    return state;
  }

  #addStep(slot: number, state: number, symbol: number, target: number): void {
    this.#from[slot] = state + 1;
    this.#symbol[slot] = symbol;
    this.#to[slot] = target;
    this.#nextOfState[slot] = this.#firstOfState[state] ?? none;
    this.#firstOfState[state] = slot;
  }

  /** Where a step is, or where it belongs. */
  #slot(state: number, symbol: number): number {
    const mask = this.#from.length - 1;
    const hash = Math.imul(state + 1, this.#stateFactor) + Math.imul(symbol, this.#symbolFactor);
    let slot = (hash >>> this.#shift) & mask;
    while (
      this.#from[slot] !== 0 &&
      (this.#from[slot] !== state + 1 || this.#symbol[slot] !== symbol)
    ) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}

function oddNumber(): number {
  return Math.floor(Math.random() * 2 ** 32) | 1;
}
